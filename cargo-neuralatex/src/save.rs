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
    if is_file && !fs::read(path).is_ok_and(|old| tool::may_be_checkpoint(&old)) {
        let path = path.display();
        return Saved::Failed(vec![format!(
            "`{path}` is there, and no checkpoint: it stays as it is; name another file, or move this one away"
        )]);
    }
    if path.is_dir() {
        let (path, folder) = (path.display(), tool::FOLDER);
        return Saved::Failed(vec![format!("`{path}` is {folder}")]);
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
