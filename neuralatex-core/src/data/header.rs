//! What the columns of a file are: inputs by name, and what is to be predicted.

use std::path::PathBuf;

use super::Task;
use crate::error::quoted;
use crate::json;

/// The columns that are used, as `data` has them; a file of `eval` is held to them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Header {
    pub(crate) file: PathBuf,
    pub(crate) features: Vec<Feature>,
    /// The names of the columns of labels or targets.
    pub(crate) answers: Vec<String>,
}

/// A column of numbers, or of texts.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Feature {
    pub(crate) name: String,
    /// Ascending, an input for each; none for numbers.
    pub(crate) texts: Option<Vec<String>>,
}

impl Feature {
    /// How many inputs it is.
    pub(crate) fn inputs(&self) -> usize {
        self.texts.as_ref().map_or(1, Vec::len)
    }
}

impl Header {
    /// The file, as messages begin with it.
    pub(crate) fn place(&self) -> String {
        format!("`{}`", self.file.display())
    }

    /// The names of the inputs: `length`, and `colour: red` for a text.
    pub(crate) fn inputs(&self) -> Vec<String> {
        let mut names = Vec::new();
        for Feature { name, texts, .. } in &self.features {
            match texts {
                None => names.push(name.clone()),
                Some(texts) => names.extend(texts.iter().map(|text| format!("{name}: {text}"))),
            }
        }
        names
    }
}

/// What files for other tools tell of inputs and answers, as JSON.
pub(crate) fn names(header: Option<&Header>, task: &Task) -> Vec<(&'static str, String)> {
    let inputs = header.map(|header| ("neuralatex.inputs", json::strings(&header.inputs())));
    let answers = match task {
        Task::Classes(classes) => Some(("neuralatex.classes", classes.json())),
        Task::Targets => {
            header.map(|header| ("neuralatex.targets", json::strings(&header.answers)))
        }
    };
    inputs.into_iter().chain(answers).collect()
}

/// An input in a message: by its name, where it has one.
pub(crate) fn input(header: Option<&Header>, index: usize) -> String {
    let names = header.map(Header::inputs).unwrap_or_default();
    named("input", &names, index)
}

/// A target in a message: by its name, where it has one.
pub(crate) fn target(header: Option<&Header>, index: usize) -> String {
    let names = header.map_or(&[][..], |header| &header.answers);
    named("target", names, index)
}

fn named(what: &str, names: &[String], index: usize) -> String {
    match names.get(index) {
        Some(name) => format!("{what} {}", quoted(name)),
        None => format!("{what} {}", index + 1),
    }
}
