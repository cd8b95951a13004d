//! How far a training has come, as a file.

mod text;

use std::path::Path;

use crate::error::{Error, Result};
use crate::files;

/// How far a training has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Checkpoint {
    pub(crate) weights: Vec<f64>,
    /// The loss of each epoch that is done.
    pub(crate) losses: Vec<f64>,
    /// What the optimiser remembers: the first moment (or the velocity) and the second one of each
    /// weight's gradient. Empty where it does not, and where a file did not tell.
    pub(crate) memory: [Vec<f64>; 2],
    /// The loss on the evaluation rows after each epoch that is done. Empty where no rule watches
    /// it, and where a file did not tell.
    pub(crate) evaluation_losses: Vec<f64>,
}

/// What is wrong with a file, and in which part of it.
#[derive(Debug)]
pub(crate) struct Fault {
    place: String,
    what: String,
}

impl Fault {
    fn new(place: impl Into<String>, what: impl Into<String>) -> Fault {
        let (place, what) = (place.into(), what.into());
        Fault { place, what }
    }
}

impl Checkpoint {
    /// The content of a file of the crate, if there is one.
    pub(crate) fn read(path: &Path, parameters: usize) -> Result<Option<Checkpoint>> {
        let text = match std::fs::read_to_string(files::in_crate(path)) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::read_checkpoint(path, &error)),
        };
        let read = Checkpoint::of_text(&text, parameters);
        read.map(Some)
            .map_err(|Fault { place, what }| Error::checkpoint(path, &place, &what))
    }

    /// Writes the file whole or not at all.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        files::write(path, self.text().as_bytes())
    }
}

/// The first characters of a text.
fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}
