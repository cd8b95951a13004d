//! The way of a model through the stages.

mod export;
mod inquiry;
mod once;
mod placeholder;
mod prepare;
mod resume;
mod ship;

use std::path::PathBuf;
use std::sync::OnceLock;

use crate::attempt::{Rows, Start};
use crate::contents::Contents;
use crate::environment::{pass_over, variable};
use crate::error::Result;
use crate::key::Keys;
use crate::spec::canonical::Canonical;
use crate::spec::{Model, check};
use crate::store::Store;
use crate::supervision::Terms;
use crate::surroundings::is_build_script;
use crate::trained::Trained;
use crate::training::checkpoint::{Checkpoint, Reason};
use crate::training::plan::Plan;
use crate::warning;
pub(crate) use inquiry::Inquiry;
use once::{Done, Watched};
pub(crate) use prepare::prepare;
#[cfg(test)]
pub(crate) use prepare::prepared;
use resume::resume;

impl Model {
    /// Trains the model, here and now. In a build script, and wherever `NEURALATEX_CACHE_DIR` names a
    /// folder, one that was trained before is taken from the store instead.
    ///
    /// # Errors
    /// If something is wrong with the specification or its data, if training diverges, or if a
    /// requirement is not met. All independent mistakes are reported together.
    pub fn train(self) -> Result<Trained> {
        let name = self.name.clone();
        let trained = match Inquiry::asked().filter(|_| is_build_script()) {
            Some(inquiry) => {
                // A script that writes its own files answers otherwise then.
                warning::tell_cargo_of("rerun-if-env-changed", inquiry::NAME);
                inquiry.script(self)
            }
            None => train(self, Store::open(false).as_ref()),
        };
        trained.map_err(|error| error.in_model(&name))
    }
}

/// For the macro.
impl Model {
    /// Looks for mistakes as far as that goes without training.
    ///
    /// # Errors
    /// With all mistakes that were found.
    pub fn check(&self) -> Result<()> {
        match prepare(self, check::rates(self)) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.in_model(&self.name)),
        }
    }

    /// The files that the model follows from, as they are named: of data, the checkpoint, and weights.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for source in self.data.iter().chain(&self.eval) {
            files.extend(source.files());
        }
        files.extend(self.checkpoint.iter().chain(&self.weights).cloned());
        files
    }
}

/// Trains a model, or finds it in the store.
fn train(mut model: Model, store: Option<&Store>) -> Result<Trained> {
    let rates = check::rates(&model);
    let before = store.map(|_| Contents::of(&model));
    let (mut plan, rows) = prepare(&model, rates)?;
    let files = model.files();
    let start = start(&model, &mut plan, &rows)?;
    // A file that was written to while it was read gave something of which no key tells.
    let contents = before.filter(|before| Contents::of(&model) == *before);
    let keys_of = |model: &Model| Keys::of(model, &plan.rates, Some(&rows), contents.as_ref()?);
    let mut keys = keys_of(&model);
    if start.is_none() {
        model.checkpoint = None;
        keys = keys.and_then(|_| keys_of(&model));
    }
    let start = start.unwrap_or(Start::Weights);
    model.layers.clone_from(&plan.layers);
    let words = Canonical::of(&model, &plan.loss, &plan.rates);
    // The rows are there in the precision of the model; what they were made from may be large.
    (model.data, model.eval) = (None, None);
    let watched = Watched {
        plan: &plan,
        rows: &rows,
        model: &model,
    };
    let Done { attempt, quantized } = match (store, &keys) {
        (Some(store), Some(keys)) if !matches!(start, Start::Complete(..)) => {
            watched.once(store, &keys.training, start)?
        }
        _ => watched.train(start, Terms::default())?,
    };
    let trained = Trained {
        model,
        words,
        plan,
        rows,
        attempt,
        quantized: quantized?,
        files,
        keys,
        digest: OnceLock::new(),
    };
    trained.check_requirements()?;
    Ok(trained)
}

/// Where to begin; `None` if the checkpoint is of another training and is to be passed over.
fn start(model: &Model, plan: &mut Plan, rows: &Rows) -> Result<Option<Start>> {
    if let Some(weights) = plan.given.take() {
        let checkpoint = Checkpoint {
            weights,
            ..Checkpoint::default()
        };
        return Ok(Some(Start::Complete(checkpoint, plan.seed)));
    }
    let Some(path) = &model.checkpoint else {
        return Ok(Some(Start::Weights));
    };
    let origin = rows.origin(plan, plan.seed, model.restarts, model.normalize);
    match resume(&origin, rows, path) {
        Ok(start) => Ok(Some(start)),
        Err(refused) if refused.reason == Reason::Stale && trains_again() => {
            let message = format!(
                "model `{}`: the checkpoint `{}` is of another training and is passed over, since \
                 {STALE} is `retrain`",
                plan.name,
                path.display()
            );
            warning::tell(message, &[STALE]);
            Ok(None)
        }
        Err(refused) => Err(refused.error),
    }
}

const STALE: &str = "NEURALATEX_STALE";

/// What is to become of a model whose checkpoint is of another training.
fn trains_again() -> bool {
    match variable(STALE).as_deref() {
        Some("retrain") => true,
        None | Some("error") => false,
        Some(value) => {
            pass_over(STALE, value, "expected `error` or `retrain`");
            false
        }
    }
}
