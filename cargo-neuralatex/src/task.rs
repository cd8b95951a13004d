//! One question to all doors: a folder below the target directory, a run of Cargo, and the answers.

use std::fs;
use std::io;
use std::path::Path;

use crate::answer::Answer;
use crate::arguments::Arguments;
use crate::cargo::Workspace;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::names;

/// Answers of doors, and the folder with what belongs to them, which goes at the end.
pub(crate) struct Task {
    pub(crate) workspace: Workspace,
    /// In the order of their names.
    pub(crate) answers: Vec<Answer>,
    /// Whether Cargo came to its end, so that these are all.
    pub(crate) is_complete: bool,
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
        let is_complete = workspace.check(arguments, &task)?;
        let mut answers = read(folder.path()).map_err(cannot_use)?;
        answers.retain(|answer| {
            workspace.has(&answer.manifest) && is_selected(&arguments.packages, &answer.package)
        });
        answers.sort_by_cached_key(|answer| (answer.name(), answer.checkpoint.clone()));
        if answers.is_empty() && !is_complete {
            let message =
                "`cargo check` failed, as it says above, before any model could be asked for";
            return Err(Failure::new(message));
        }
        Ok(Task {
            workspace,
            answers,
            is_complete,
            _folder: folder,
        })
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

/// A package that was not named may be compiled for one that was.
fn is_selected(packages: &[String], package: &str) -> bool {
    let is_it = |named: &String| {
        let is_pattern = named.contains(['*', '?', '[', ':', '/']);
        is_pattern || named.split('@').next() == Some(package)
    };
    packages.is_empty() || packages.iter().any(is_it)
}

fn cannot_use(error: io::Error) -> Failure {
    Failure::new(format!(
        "cannot use the folder `neuralatex-task` in the target directory: {error}"
    ))
}

#[cfg(test)]
mod tests {
    use super::is_selected;

    #[test]
    fn packages_are_selected_by_their_names() {
        let packages = ["one@1.0".to_string(), "two".to_string()];
        assert!(is_selected(&[], "three"));
        assert!(is_selected(&packages, "one") && is_selected(&packages, "two"));
        assert!(!is_selected(&packages, "three"));
        assert!(is_selected(&["t*".to_string()], "three"));
    }
}
