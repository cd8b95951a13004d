//! The report of a trained model: a folder with a page to look at, figures and numbers for a LaTeX paper, all results
//! as data, and the network for other tools. Whatever is in it follows from the training alone, so that the same
//! training gives the same bytes.

mod data;
mod exchange;
mod latex;
mod page;
mod place;
mod publish;
mod stamp;

use std::path::Path;

use crate::error::Result;
use crate::figures::figures;
use crate::results::Results;
use crate::trained::Trained;
pub use publish::Door;
pub(crate) use publish::{facts, is_published, page};
pub(crate) use stamp::key as stamp;

/// A file of a report: its path in the folder, and what it holds.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) content: Vec<u8>,
}

impl File {
    pub(crate) fn new(path: impl Into<String>, content: impl Into<Vec<u8>>) -> File {
        File {
            path: path.into(),
            content: content.into(),
        }
    }
}

impl Trained {
    /// Writes the report of the model into a folder: a page to look at, `index.html`, figures and
    /// numbers for a LaTeX paper, all results as data, and the network for other tools,
    /// `model.safetensors` and `model.onnx`. [`compile`](Trained::compile) and the macro do so in the
    /// target directory.
    ///
    /// ```no_run
    /// # use neuralatex_core::prelude::*;
    /// let arm = model("Arm", [2, 8, 1]).data(spiral(50)).eval(spiral(50)).train()?;
    /// arm.report("report")?;
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn report(&self, folder: impl AsRef<Path>) -> Result<()> {
        publish::write(folder.as_ref(), &report(self))
    }
}

/// All files of the report of a model.
fn report(trained: &Trained) -> Vec<File> {
    let results = Results::of(trained);
    let figures = figures(&results);
    let mut files = vec![File::new("index.html", page::page(&results, &figures))];
    for figure in &figures {
        let path = format!("figures/{}.svg", figure.name());
        files.push(File::new(path, figure.svg()));
    }
    files.extend(latex::files(&results, &figures));
    files.extend(data::files(&results));
    files.extend(exchange::files(trained));
    files
}
