//! `export`: a model in a folder, to be trained elsewhere.

use std::path::{Path, PathBuf};

use neuralatex_core::tool;
use serde_json::json;

use crate::answer::Answer;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::names;
use crate::output::Output;
use crate::task::Task;

pub(crate) fn export(arguments: &Arguments) -> Result<Output, Failure> {
    let folder = match &arguments.to {
        Some(folder) => PathBuf::from(folder),
        None => default_folder(arguments),
    };
    // Before Cargo has checked all.
    tool::check_export(&folder).map_err(|error| Failure::new(error.to_string()))?;
    let task = Task::run(arguments, "export")?;
    let named = names::select(&task.answers, &arguments.models, task.checked)?;
    let answer = match &named[..] {
        [answer] => *answer,
        _ => return Err(several(&named)),
    };
    let placed = place(answer, &folder);
    let code = u8::from(placed.is_err());
    let output = match arguments.json {
        true => {
            let mut members = answer.identity();
            let (result, name, list) = match &placed {
                Ok(notes) => ("written", "notes", json!(notes)),
                Err(errors) => ("failed", "errors", json!(errors)),
            };
            members.insert("result".to_string(), json!(result));
            members.insert("export".to_string(), json!(folder.to_string_lossy()));
            if list != json!([]) {
                members.insert(name.to_string(), list);
            }
            task.json([members].into_iter())
        }
        false => Output::of(match &placed {
            Ok(notes) => told(answer, &folder, notes),
            Err(errors) => failed(answer, errors),
        }),
    };
    // Zeros are no numbers to compile a crate with that looks at them, and a script that needs the model ends.
    Ok(match task.checked.is_complete || code != 0 {
        true => task.finish(output.code(code)),
        false => output.note(
            "note: `cargo check` failed, as it says above, where a trained model is needed: nothing was \
             trained. The export is complete",
        ),
    })
}

/// `iris-export` for `flowers::Iris`.
fn default_folder(arguments: &Arguments) -> PathBuf {
    let name = arguments.models.first().map_or("", String::as_str);
    let model = name.rsplit("::").next().unwrap_or(name);
    PathBuf::from(format!("{}-export", model.to_lowercase()))
}

/// That one name stands for several models.
fn several(named: &[&Answer]) -> Failure {
    let mut full: Vec<String> = named.iter().map(|answer| answer.name()).collect();
    full.dedup();
    Failure::new(match &full[..] {
        [name] => format!(
            "`{name}` is the name of {} models, which differ: rename all but one for the export, or ask one \
             target only, as with `--lib`",
            named.len()
        ),
        _ => format!("several models have this name: {}", full.join(", ")),
    })
}

/// Puts the files where they are to be. Returns what is to be said of others there, or what went wrong.
fn place(answer: &Answer, folder: &Path) -> Result<Vec<&'static str>, Vec<String>> {
    let Some(export) = &answer.export else {
        return Err(match &answer.errors[..] {
            [] => vec!["no door has exported it".to_string()],
            errors => errors.to_vec(),
        });
    };
    match tool::copy_export(export, folder) {
        Ok(()) => Ok(tool::of_earlier_export(folder).collect()),
        Err(error) => Err(vec![error.to_string()]),
    }
}

fn told(answer: &Answer, folder: &Path, notes: &[&str]) -> String {
    let script = folder.join("train.py");
    let script = script.display();
    let weights =
        |before: &str, after: &str| format!("    {before}\"weights.safetensors\"{after}\n");
    let line = match &answer.door[..] {
        "macro" => weights("weights: ", ","),
        _ => weights(".weights(", ")"),
    };
    let notes = notes.iter().map(|note| format!("note: {note}\n"));
    format!(
        "{} is in {}. Train it there, or wherever that is copied to, with PyTorch:\n    \
         python {script}\n    torchrun --nproc_per_node 4 {script}\n\
         Then copy the weights into the crate, and name them in the model, in place of the fields that only a \
         training has.\nKeep `data`, `eval`, `activation`, `normalize`, `loss`, `precision` and `seed`, which says what is \
         held out:\n{line}{}",
        answer.name(),
        folder.display(),
        notes.collect::<String>()
    )
}

fn failed(answer: &Answer, errors: &[String]) -> String {
    let mut text = format!("{}\n", answer.name());
    for error in errors {
        text += &format!("  {}\n", error.replace('\n', "\n  "));
    }
    text
}
