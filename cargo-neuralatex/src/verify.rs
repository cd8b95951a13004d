//! `verify`: committed checkpoints beside what training gives.

use std::fs;
use std::path::Path;

use neuralatex_core::tool::{Comparison, compare};
use serde_json::{Value, json};

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
    let selected = names::select(&task.answers, &arguments.models, task.is_complete)?;
    names::check_checkpoints(&selected, &arguments.models)?;
    let found: Vec<(&Answer, &Path, Found)> = selected
        .into_iter()
        .filter_map(|answer| {
            let path = answer.checkpoint.as_deref()?;
            Some((answer, path, look(answer, path)))
        })
        .collect();
    let is_well = found.iter().all(|(_, _, found)| found.is_same());
    let output = match arguments.json {
        true => {
            let models = found.iter().map(|(answer, _, found)| {
                let mut members = answer.identity();
                members.insert("result".to_string(), json!(found.result));
                members.insert("differences".to_string(), json!(found.told));
                Value::from(members)
            });
            let models: Vec<Value> = models.collect();
            Output::json(&json!({ "complete": task.is_complete, "models": models }))
        }
        false if found.is_empty() => Output::of(names::no_checkpoint(&task.answers) + "\n"),
        false => Output::of(text(&task, &found)),
    };
    let output = output.code(u8::from(!is_well));
    Ok(output.if_complete(task.is_complete))
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
            Comparison::Different(told) => ("differs", told),
        },
    };
    Found { result, told }
}

fn text(task: &Task, found: &[(&Answer, &Path, Found)]) -> String {
    let mut text = String::new();
    let mut wrong = Vec::new();
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
        if !found.is_same() {
            wrong.push(answer.name());
        }
    }
    let count = found.len();
    text += &match wrong.len() {
        0 if count == 1 => "The checkpoint is what training gives, bit for bit.\n".to_string(),
        0 => format!("All {count} checkpoints are what training gives, bit for bit.\n"),
        wrong_count => format!(
            "{wrong_count} of {count} checkpoints {} not what training gives; `cargo neuralatex save {}` \
             writes what it gives now.\n",
            if wrong_count == 1 { "is" } else { "are" },
            wrong.join(" ")
        ),
    };
    text
}
