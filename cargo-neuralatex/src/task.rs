//! One question to all doors: a folder below the target directory, a run of Cargo, and the answers.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::answer::{Answer, without_drafts};
use crate::arguments::Arguments;
use crate::cargo::{Checked, Workspace};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::names;
use crate::output::Output;
use crate::package::is_selected;

/// Answers of doors, and the folder with what belongs to them, which goes at the end.
pub(crate) struct Task {
    pub(crate) workspace: Workspace,
    /// In the order of their names.
    pub(crate) answers: Vec<Answer>,
    pub(crate) checked: Checked,
    _folder: Folder,
}

impl Task {
    /// Asks for what `verb` says.
    pub(crate) fn run(arguments: &Arguments, verb: &str) -> Result<Task, Failure> {
        let workspace = Workspace::read(arguments)?;
        let folder = Folder::new(&workspace.target).map_err(|error| {
            let target = workspace.target.display();
            Failure::new(format!(
                "cannot write to the target directory `{target}`: {error}; CARGO_TARGET_DIR names another one"
            ))
        })?;
        if !arguments.models.is_empty() {
            let lines = names::lines(&arguments.models);
            fs::write(folder.path().join("models"), lines).map_err(cannot_use)?;
        }
        let task = format!("{verb}:{}", folder.path().display());
        let checked = workspace.check(arguments, &task)?;
        let mut answers = without_drafts(read(folder.path()).map_err(cannot_use)?);
        answers.retain(|answer| {
            workspace.has(&answer.manifest) && is_selected(&arguments.packages, &answer.package)
        });
        answers.sort_by_cached_key(|answer| (answer.name(), answer.checkpoint.clone()));
        if answers.is_empty() && !checked.is_complete {
            let message =
                "`cargo check` failed, as it says above, before any model could be asked for";
            return Err(Failure::new(message));
        }
        Ok(Task {
            workspace,
            answers,
            checked,
            _folder: folder,
        })
    }

    /// What was found of models, for machines.
    pub(crate) fn json(&self, models: impl Iterator<Item = Map<String, Value>>) -> Output {
        let models: Vec<Value> = models.map(Value::from).collect();
        let Checked {
            is_complete,
            has_tests,
        } = self.checked;
        Output::json(&json!({ "complete": is_complete, "tests": has_tests, "models": models }))
    }

    /// An output, with what there is to say of models that are not in it.
    pub(crate) fn finish(&self, output: Output) -> Output {
        if !self.checked.is_complete {
            return output.code(2).note(
                "error: `cargo check` failed, as it says above: this is what was found so far, and models \
                 of what does not compile are not among it; what is for another processor needs its `--target`",
            );
        }
        match self.checked.has_tests {
            true => output,
            false => output.note(
                "note: tests within libraries or programs do not compile, as Cargo says above: models that \
                 only they have are not among these; `--lib` or `--bins` asks for no tests",
            ),
        }
    }
}

fn read(folder: &Path) -> io::Result<Vec<Answer>> {
    let mut answers = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            answers.extend(Answer::of(&fs::read_to_string(path)?));
        }
    }
    Ok(answers)
}

fn cannot_use(error: io::Error) -> Failure {
    Failure::new(format!(
        "cannot use the folder `neuralatex-task` in the target directory: {error}"
    ))
}
