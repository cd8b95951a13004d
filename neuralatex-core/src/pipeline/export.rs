//! A model for a training elsewhere: checked and with its rows, but not trained.

use std::path::Path;

use super::prepare::prepare_elsewhere;
use crate::attempt::Rows;
use crate::error::{Field, Problem, Result};
use crate::export::{Export, of_earlier};
use crate::files;
use crate::spec::{Model, check};
use crate::training::plan::Plan;
use crate::warning;

impl Model {
    /// Writes all that the training follows from into a folder, for machines that have PyTorch: the
    /// specification, the rows, the start weights, and a script that trains exactly this network, in one
    /// process or in many (`torchrun`), on processors or GPUs. The script writes the safetensors file
    /// that takes the place of the training. Nothing is trained here, whatever it would take.
    ///
    /// The folder is relative to the crate's `Cargo.toml`, if Cargo runs the program. Every file in it appears
    /// whole or not at all; an earlier export is written over, but for the weights that its script may have written:
    /// a warning, and the `README.md` in the folder, tell that they are of another one. Of several
    /// [`restarts`](Model::restarts) the script trains the first seed; a [`checkpoint`](Model::checkpoint) has no say.
    ///
    /// ```no_run
    /// # use neuralatex_core::prelude::*;
    /// model("Large", [784, 4096, 4096, 10])
    ///     .data(idx("train-images.gz", "train-labels.gz"))
    ///     .export("large")?;   // then: torchrun --nproc_per_node 8 large/train.py
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// If something is wrong with the specification or its data, if the folder holds something else, or if it
    /// cannot be written.
    pub fn export(&self, folder: impl AsRef<Path>) -> Result<()> {
        let folder = files::in_crate(folder.as_ref());
        let written = exported(self).and_then(|(plan, rows)| {
            let export = Export::of(self, &plan, &rows)?;
            export.write(&folder)?;
            for note in of_earlier(&folder) {
                warning::tell(format!("{}: {note}", folder.display()), &[]);
            }
            Ok(())
        });
        written.map_err(|error| error.in_model(&self.name))
    }
}

/// What an export is made of.
pub(super) fn exported(model: &Model) -> Result<(Plan, Rows)> {
    if model.weights.is_some() {
        let message =
            "a network that is given has no training to export: leave `weights` out for it";
        return Err(vec![Problem::new(Field::Weights, message)].into());
    }
    prepare_elsewhere(model, check::rates(model))
}
