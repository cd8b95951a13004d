//! `verify`: committed checkpoints beside what training gives.

use std::fs;
use std::path::Path;

use neuralatex_core::tool::{Comparison, compare};
use serde_json::json;

use crate::answer::Answer;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::names;
use crate::output::{Colour, Output};
use crate::task::Task;

/// What was found of a file, in a word, and what there is to say about it.
struct Found {
    result: &'static str,
    told: Vec<String>,
}

impl Found {
    fn is_same(&self) -> bool {
        self.result == "same"
    }
}

pub(crate) fn verify(arguments: &Arguments) -> Result<Output, Failure> {
    let task = Task::run(arguments, "verify")?;
    let selected = names::select(&task.answers, &arguments.models, task.checked)?;
    names::check_checkpoints(&selected, &arguments.models)?;
    let found: Vec<(&Answer, &Path, Found)> = selected
        .into_iter()
        .filter_map(|answer| {
            let path = answer.checkpoint.as_deref()?;
            Some((answer, path, look(answer, path)))
        })
        .collect();
    // Who finds nothing to verify has verified nothing.
    let is_well = !found.is_empty() && found.iter().all(|(_, _, found)| found.is_same());
    let output = match arguments.json {
        true => task.json(found.iter().map(|(answer, _, found)| {
            let mut members = answer.identity();
            members.insert("result".to_string(), json!(found.result));
            members.insert("differences".to_string(), json!(found.told));
            members
        })),
        false if found.is_empty() => Output::of(names::no_checkpoint(&task.answers) + "\n"),
        false => Output::of(text(&task, &found)),
    };
    Ok(task.finish(output.code(u8::from(!is_well))))
}

fn look(answer: &Answer, path: &Path) -> Found {
    let right = answer.content.as_ref().map(fs::read);
    let (result, told) = match right {
        None => ("failed", answer.errors.clone()),
        Some(Err(error)) => ("failed", vec![format!("cannot read the answer: {error}")]),
        Some(Ok(right)) => match compare(path, &right) {
            Comparison::Same => ("same", Vec::new()),
            Comparison::Missing => ("missing", vec!["there is no such file".to_string()]),
            Comparison::Damaged(why) => ("damaged", vec![why]),
            Comparison::Foreign(what) => ("foreign", vec![what]),
            Comparison::Different(told) => ("differs", told),
        },
    };
    Found { result, told }
}

fn text(task: &Task, found: &[(&Answer, &Path, Found)]) -> String {
    let mut text = String::new();
    for (answer, path, found) in found {
        let path = task.workspace.short(path);
        let result = format!("{:>8}", found.result);
        let (colour, end) = match found.is_same() {
            true => (Colour::Green, ""),
            false => (Colour::Red, ":"),
        };
        let result = colour.paint(&result);
        text += &format!("{result}  {}  {path}{end}\n", answer.name());
        for told in &found.told {
            text += &format!("          {}\n", told.replace('\n', "\n          "));
        }
    }
    let count = found.len();
    let wrong = || found.iter().filter(|(_, _, found)| !found.is_same());
    // What cannot be trained cannot be saved, and what is no checkpoint is not written over.
    let trained =
        wrong().filter(|(answer, _, found)| answer.content.is_some() && found.result != "foreign");
    let mut names: Vec<String> = trained.map(|(answer, ..)| answer.name()).collect();
    names.dedup();
    let given = "what training gives";
    let save = match &names[..] {
        [] => String::new(),
        names => format!("; `cargo neuralatex save {}` writes that", names.join(" ")),
    };
    text += &match (wrong().count(), count) {
        (0, 1) => format!("The checkpoint is {given}, bit for bit.\n"),
        (0, _) => format!("All {count} checkpoints are {given}, bit for bit.\n"),
        (_, 1) => format!("The checkpoint is not {given}{save}.\n"),
        (1, _) => format!("1 of {count} checkpoints is not {given}{save}.\n"),
        (some, _) => format!("{some} of {count} checkpoints are not {given}{save}.\n"),
    };
    text
}
