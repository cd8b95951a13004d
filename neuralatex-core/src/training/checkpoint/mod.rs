//! How far a training has come, as a file: the paper's text, or a safetensors file, which also
//! tells what the optimiser remembers and what the training follows from.

mod compare;
mod header;
mod metadata;
mod origin;
mod safetensors;
mod tensors;
mod text;

use std::io;
use std::path::Path;

use super::file_kind::{FileKind, has_header, may_be_checkpoint};
use crate::error::{Error, Result};
use crate::files;
use crate::safetensors::Wrong;
use crate::spec::parameters;
pub use compare::{Comparison, compare};
pub(super) use metadata::change;
pub(crate) use origin::Origin;
pub(super) use origin::list;

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
    reason: Reason,
}

/// Why a file is not used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    Damaged,
    /// It is sound, but of another training.
    Stale,
    /// It is no checkpoint, but this, in a word or few.
    Foreign(&'static str),
}

/// What is in the place of a file, and what to do.
pub const FOLDER: &str = "a folder: name a file in it, such as `model.safetensors`";

/// What is no checkpoint, in short.
const NETWORK: &str = "a network, and no checkpoint";
const OTHER: &str = "no checkpoint";

impl Reason {
    /// What the file is to a build, in a word or few.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Reason::Damaged => "damaged",
            Reason::Stale => "stale",
            Reason::Foreign(words) => words,
        }
    }
}

impl Fault {
    pub(crate) fn new(place: impl Into<String>, what: impl Into<String>) -> Fault {
        Fault {
            place: place.into(),
            what: what.into(),
            reason: Reason::Damaged,
        }
    }

    /// That it is of another training.
    pub(crate) fn stale(place: impl Into<String>, what: impl Into<String>) -> Fault {
        Fault {
            reason: Reason::Stale,
            ..Fault::new(place, what)
        }
    }

    /// That it is no checkpoint, but what these words, and in short those, say.
    fn foreign(what: impl Into<String>, words: &'static str) -> Fault {
        Fault {
            reason: Reason::Foreign(words),
            ..Fault::new("the file", what)
        }
    }

    /// That a file is a checkpoint, be it damaged.
    fn check_kind(kind: FileKind) -> Result<(), Fault> {
        Err(match kind {
            FileKind::Checkpoint => return Ok(()),
            FileKind::Network => Fault::foreign(
                format!("{NETWORK} of a training: name it as `weights` to take it as it is"),
                NETWORK,
            ),
            FileKind::Other => Fault::foreign(format!("{OTHER} of a training"), OTHER),
            FileKind::Useless(what) => Fault::foreign(what, OTHER),
        })
    }

    /// The same of a file with this content, which may be something else altogether.
    fn in_content(self, content: &[u8]) -> Fault {
        let Fault { place, what, .. } = &self;
        match self.reason {
            Reason::Damaged if !has_header(content) && !may_be_checkpoint(content) => {
                Fault::foreign(format!("{OTHER} of a training: {place}: {what}"), OTHER)
            }
            _ => self,
        }
    }

    /// That it has more epochs than are wanted.
    fn too_many_epochs(format: Format, done: usize, wanted: usize) -> Fault {
        let what = format!("it has {done} epochs, but `epochs` is {wanted}");
        Fault::stale(format.place_of_epochs(), what)
    }
}

impl From<Wrong> for Fault {
    fn from(Wrong { place, what }: Wrong) -> Fault {
        Fault::new(place, what)
    }
}

/// The kinds of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Text,
    Safetensors,
}

impl Format {
    /// By the extension.
    pub(crate) fn of(path: &Path) -> Format {
        let extension = path.extension().unwrap_or_default();
        match extension.eq_ignore_ascii_case("safetensors") {
            true => Format::Safetensors,
            false => Format::Text,
        }
    }

    /// The part of a file that tells how many epochs are done.
    pub(crate) fn place_of_epochs(self) -> &'static str {
        match self {
            Format::Text => "line 2",
            Format::Safetensors => "tensor `losses`",
        }
    }
}

/// Why a file is not used.
pub(crate) struct Refused {
    pub(crate) error: Error,
    pub(crate) reason: Reason,
}

impl Refused {
    pub(crate) fn new(path: &Path, origin: &Origin<'_>, fault: Fault) -> Refused {
        let Fault {
            place,
            what,
            reason,
        } = fault;
        let is_stale = reason == Reason::Stale;
        Refused {
            error: match reason {
                Reason::Foreign(_) => Error::no_checkpoint(path, &what),
                _ => Error::checkpoint(path, &origin.plan.name, &place, &what, is_stale),
            },
            reason,
        }
    }
}

impl Checkpoint {
    /// The content of a file of the crate, if there is one, and the seed of its start weights.
    pub(crate) fn read(
        path: &Path,
        origin: &Origin<'_>,
    ) -> Result<Option<(Checkpoint, u64)>, Refused> {
        let file = files::in_crate(path);
        if file.is_dir() {
            let fault = Fault::foreign(FOLDER, "a folder");
            return Err(Refused::new(path, origin, fault));
        }
        let content = is_small(&file).and_then(|()| match Format::of(path) {
            Format::Text => std::fs::read_to_string(&file).map(String::into_bytes),
            Format::Safetensors => std::fs::read(&file),
        });
        let content = match content {
            Ok(content) => content,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(Refused {
                    error: Error::read_checkpoint(path, &error),
                    reason: Reason::Damaged,
                });
            }
        };
        let read = match Format::of(path) {
            Format::Text => {
                let text = String::from_utf8_lossy(&content);
                let parameters = parameters(&origin.plan.layers);
                let read = Checkpoint::of_text(&text, parameters, origin.plan.epochs());
                read.map(|checkpoint| (checkpoint, origin.seed))
            }
            Format::Safetensors => Checkpoint::of_safetensors(&content, origin),
        };
        read.map(Some)
            .map_err(|fault| Refused::new(path, origin, fault.in_content(&content)))
    }

    /// What a file holds.
    pub(crate) fn content(&self, format: Format, origin: &Origin<'_>) -> Vec<u8> {
        match format {
            Format::Text => self.text().into_bytes(),
            Format::Safetensors => self.safetensors(origin),
        }
    }
}

/// That a file can be held in memory.
fn is_small(file: &Path) -> io::Result<()> {
    match files::size_of_ordinary(file)? {
        ..=files::MOST_OF_WEIGHTS => Ok(()),
        bytes => Err(io::Error::other(format!(
            "it has {bytes} bytes, more than any checkpoint"
        ))),
    }
}
