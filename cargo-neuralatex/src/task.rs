//! One question to all doors: a folder below the target directory, a run of Cargo, and the answers.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::answer::Answer;
use crate::arguments::Arguments;
use crate::cargo::Workspace;
use crate::failure::Failure;
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

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is below the target directory.
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Task {
    /// Asks for what `verb` says.
    pub(crate) fn run(arguments: &Arguments, verb: &str) -> Result<Task, Failure> {
        let workspace = Workspace::read(arguments)?;
        let folder = folder(&workspace.target).map_err(|error| {
            let target = workspace.target.display();
            Failure::new(format!(
                "cannot write to the target directory `{target}`: {error}; CARGO_TARGET_DIR names another one"
            ))
        })?;
        if !arguments.models.is_empty() {
            let lines = names::lines(&arguments.models);
            fs::write(folder.0.join("models"), lines).map_err(cannot_use)?;
        }
        let task = format!("{verb}:{}", folder.0.display());
        let is_complete = workspace.check(arguments, &task)?;
        let mut answers = read(&folder.0).map_err(cannot_use)?;
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

/// A new folder of ours.
fn folder(target: &Path) -> io::Result<Folder> {
    if !target.exists() {
        fs::create_dir_all(target)?;
        // As Cargo does when it makes the folder, and only then; doors know by it where that is.
        let tag = "Signature: 8a477f597d28d172789f06886806bc55\n\
                   # This file is a cache directory tag created by cargo.\n\
                   # For information about cache directory tags see https://bford.info/cachedir/\n";
        fs::write(target.join("CACHEDIR.TAG"), tag)?;
    }
    let around = target.join("neuralatex-task");
    fs::create_dir_all(&around)?;
    let mut number = 0;
    loop {
        let folder = around.join(format!("{}-{number}", std::process::id()));
        match fs::create_dir(&folder) {
            // Left by a process that had the same number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|()| Folder(folder)),
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
    use super::{folder, is_selected};
    use std::fs;

    #[test]
    fn a_new_target_directory_is_marked_as_cargo_does_and_folders_go_again() {
        let root = std::env::temp_dir().join(format!("neuralatex-task-{}", std::process::id()));
        let target = root.join("target");
        let [one, other] = [folder(&target), folder(&target)].map(|made| made.expect("a folder"));
        let tag = fs::read_to_string(target.join("CACHEDIR.TAG")).expect("a tag");
        assert!(tag.contains("created by cargo"), "{tag}");
        assert_ne!(one.0, other.0);
        let path = one.0.clone();
        assert!(path.is_dir());
        drop(one);
        assert!(!path.exists() && other.0.is_dir());
        // One that somebody else has made is left as it is.
        fs::remove_file(target.join("CACHEDIR.TAG")).expect("a tag");
        folder(&target).expect("a folder");
        assert!(!target.join("CACHEDIR.TAG").exists());
        fs::remove_dir_all(root).expect("a folder");
    }

    #[test]
    fn packages_are_selected_by_their_names() {
        let packages = ["one@1.0".to_string(), "two".to_string()];
        assert!(is_selected(&[], "three"));
        assert!(is_selected(&packages, "one") && is_selected(&packages, "two"));
        assert!(!is_selected(&packages, "three"));
        assert!(is_selected(&["t*".to_string()], "three"));
    }
}
