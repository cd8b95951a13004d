//! `save`: committed checkpoints, written or renewed.

use std::fs;
use std::path::Path;

use neuralatex_core::tool;
use serde_json::json;

use crate::answer::Answer;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::names;
use crate::output::{Colour, Output};
use crate::table::table;
use crate::task::Task;

/// What became of a file.
enum Saved {
    Written,
    Renewed,
    Unchanged,
    Failed(Vec<String>),
}

impl Saved {
    fn name(&self) -> &'static str {
        match self {
            Saved::Written => "written",
            Saved::Renewed => "renewed",
            Saved::Unchanged => "unchanged",
            Saved::Failed(_) => "failed",
        }
    }

    fn errors(&self) -> &[String] {
        match self {
            Saved::Failed(errors) => errors,
            _ => &[],
        }
    }
}

pub(crate) fn save(arguments: &Arguments) -> Result<Output, Failure> {
    let task = Task::run(arguments, "save")?;
    let selected = names::select(&task.answers, &arguments.models, task.checked)?;
    names::check_checkpoints(&selected, &arguments.models)?;
    let named: Vec<(&Answer, &Path)> = selected
        .into_iter()
        .filter_map(|answer| Some((answer, answer.checkpoint.as_deref()?)))
        .collect();
    check_files(&named, &task.answers)?;
    let mut saved = Vec::new();
    for (answer, path) in named {
        saved.push((answer, path, write(answer, path)));
    }
    let has_failed = saved
        .iter()
        .any(|(_, _, saved)| matches!(saved, Saved::Failed(_)));
    let output = match arguments.json {
        true => task.json(saved.iter().map(|(answer, _, saved)| {
            let mut members = answer.identity();
            members.insert("result".to_string(), json!(saved.name()));
            if !saved.errors().is_empty() {
                members.insert("errors".to_string(), json!(saved.errors()));
            }
            members
        })),
        false if saved.is_empty() => Output::of(names::no_checkpoint(&task.answers) + "\n"),
        false => Output::of(text(&task, &saved)),
    };
    Ok(task.finish(output.code(u8::from(has_failed))))
}

/// Two models with one file would take turns in it, also where only one of them is to be saved.
fn check_files(named: &[(&Answer, &Path)], all: &[Answer]) -> Result<(), Failure> {
    for (answer, path) in named {
        let is_other = |other: &&Answer| {
            let has_same_file = other.checkpoint.as_deref() == Some(*path);
            has_same_file && (other.name() != answer.name() || differ(answer, other))
        };
        if let Some(other) = all.iter().find(is_other) {
            let mut names = [answer.name(), other.name()];
            names.sort();
            let message = format!(
                "`{}` and `{}` both name the checkpoint `{}`, which can hold one training only: name \
                 another file in one of them",
                names[0],
                names[1],
                path.display()
            );
            return Err(Failure::new(message));
        }
    }
    Ok(())
}

/// Whether both have something to write, and not the same.
fn differ(one: &Answer, other: &Answer) -> bool {
    let content = |answer: &Answer| fs::read(answer.content.as_ref()?).ok();
    match (content(one), content(other)) {
        (Some(one), Some(other)) => one != other,
        _ => false,
    }
}

fn write(answer: &Answer, path: &Path) -> Saved {
    let Some(content) = &answer.content else {
        return Saved::Failed(match &answer.errors[..] {
            [] => vec!["no door has told what it should hold".to_string()],
            errors => errors.to_vec(),
        });
    };
    let content = match fs::read(content) {
        Ok(content) => content,
        Err(error) => return Saved::Failed(vec![format!("cannot read the answer: {error}")]),
    };
    let before = fs::symlink_metadata(path);
    let is_file = before.as_ref().is_ok_and(fs::Metadata::is_file);
    if is_file && fs::read(path).is_ok_and(|old| old == content) {
        return Saved::Unchanged;
    }
    if is_file && !may_be_checkpoint(path) {
        let path = path.display();
        return Saved::Failed(vec![format!(
            "`{path}` is there, and no checkpoint: it stays as it is; name another file, or move this one away"
        )]);
    }
    match tool::write(path, &content) {
        Ok(()) if before.is_ok() => Saved::Renewed,
        Ok(()) => Saved::Written,
        Err(error) => {
            let path = path.display();
            Saved::Failed(vec![format!("cannot write `{path}`: {error}")])
        }
    }
}

/// Whether nothing else is lost with a file: one that says that it is ours, as far as it can be read, or
/// begins with weights and a number of epochs as the paper's does, or is empty.
fn may_be_checkpoint(path: &Path) -> bool {
    const OURS: &[u8] = b"\"format\":\"neuralatex ";
    let Ok(content) = fs::read(path) else {
        return false;
    };
    let is_digit = u8::is_ascii_digit;
    let is_sign = |byte: &u8| b"+-.,eE".contains(byte);
    let mut lines = content.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let mut next = || lines.next().unwrap_or_default();
    let (weights, epochs) = (next(), next());
    let is_text = weights.iter().any(is_digit)
        && weights
            .iter()
            .all(|byte| is_digit(byte) || is_sign(byte) || *byte == b' ')
        && epochs.iter().all(is_digit);
    content.is_empty() || is_text || content.windows(OURS.len()).any(|part| part == OURS)
}

fn text(task: &Task, saved: &[(&Answer, &Path, Saved)]) -> String {
    let head = ["model", "checkpoint", "result"].map(String::from);
    let mut lines = vec![head.to_vec()];
    for (answer, path, saved) in saved {
        let path = task.workspace.short(path).to_string();
        lines.push(vec![answer.name(), path, saved.name().to_string()]);
    }
    let mut text = table(&lines);
    for (answer, _, saved) in saved {
        if !saved.errors().is_empty() {
            text += &format!("\n{}\n", Colour::Red.paint(&answer.name()));
        }
        for error in saved.errors() {
            text += &format!("  {}\n", error.replace('\n', "\n  "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::may_be_checkpoint;
    use std::fs;

    #[test]
    fn only_what_may_be_a_checkpoint_is_written_over() {
        let folder = std::env::temp_dir().join(format!("neuralatex-save-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        for (name, content, may_be) in [
            ("Cargo.toml", "[package]\nname = \"a\"\n", false),
            ("build.rs", "fn main() {}", false),
            ("rows.csv", "a,b,kind\n1,2,3\n", false),
            ("notes.txt", "\n# Notes\n", false),
            ("numbers.csv", "1,2,3\n4,5,6\n", false),
            ("arm.txt", "0.25,-1.5e-3\n35\n(1,0.97)\n", true),
            ("cut.txt", "0.25,-1.5e-3\n", true),
            ("new.txt", "", true),
            (
                "arm.safetensors",
                "{\"__metadata__\":{\"format\":\"neuralatex 3\"",
                true,
            ),
            (
                "other.safetensors",
                "{\"__metadata__\":{\"format\":\"pt\"",
                false,
            ),
        ] {
            let path = folder.join(name);
            fs::write(&path, content).expect("a file");
            assert_eq!(may_be_checkpoint(&path), may_be, "{name}");
        }
        fs::remove_dir_all(folder).expect("a folder");
    }
}
