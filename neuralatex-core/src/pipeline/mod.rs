//! The way of a model through the stages.

mod placeholder;
mod prepare;
mod resume;

use std::path::PathBuf;

use crate::attempt::{Attempt, Start};
use crate::error::Result;
use crate::spec::Model;
use crate::spec::canonical::Canonical;
use crate::trained::Trained;
pub(crate) use prepare::prepare;
use resume::resume;

impl Model {
    /// Trains the model, here and now.
    ///
    /// # Errors
    /// If something is wrong with the specification or its data, if training diverges, or if a
    /// requirement is not met. All independent mistakes are reported together.
    pub fn train(self) -> Result<Trained> {
        let name = self.name.clone();
        train(self).map_err(|error| error.in_model(&name))
    }
}

/// For the macro.
impl Model {
    /// Looks for mistakes as far as that goes without training.
    ///
    /// # Errors
    /// With all mistakes that were found.
    pub fn check(&self) -> Result<()> {
        match prepare(self) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.in_model(&self.name)),
        }
    }

    /// The files that the model follows from, as they are named: of data, and the checkpoint.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for source in self.data.iter().chain(&self.eval) {
            files.extend(source.files());
        }
        files.extend(self.checkpoint.clone());
        files
    }
}

fn train(mut model: Model) -> Result<Trained> {
    let (plan, rows) = prepare(&model)?;
    model.layers.clone_from(&plan.layers);
    let words = Canonical::of(&model, &plan.loss, &plan.rates);
    let files = model.files();
    // The rows are there in the precision of the model; what they were made from may be large.
    (model.data, model.eval) = (None, None);
    let start = match &model.checkpoint {
        Some(path) => resume(&rows.origin(&plan, plan.seed, model.normalize), &rows, path)?,
        None => Start::Weights,
    };
    let attempt = Attempt::best(&plan, &rows, model.restarts, start)?;
    let trained = Trained {
        model,
        words,
        plan,
        rows,
        attempt,
        files,
    };
    trained.check_requirements()?;
    Ok(trained)
}
