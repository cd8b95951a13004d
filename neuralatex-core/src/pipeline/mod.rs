//! The way of a model through the stages.

mod placeholder;
mod prepare;
mod resume;
mod ship;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::attempt::{Attempt, Rows, Start};
use crate::error::Result;
use crate::log::log;
use crate::spec::canonical::Canonical;
use crate::spec::{Model, check};
use crate::store::{Key, Keys, Numbers, Store};
use crate::trained::Trained;
use crate::training::plan::Plan;
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
        let store = Store::open(false);
        let trained = train(self, store.as_ref());
        let (trained, _) = trained.map_err(|error| error.in_model(&name))?;
        Ok(trained)
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

/// Trains a model, or finds it in the store. Tells its keys if it can be stored.
fn train(mut model: Model, store: Option<&Store>) -> Result<(Trained, Option<Keys>)> {
    let rates = check::rates(&model);
    let before = store.and_then(|_| Keys::of(&model, &rates, None));
    let (plan, rows) = prepare(&model, rates)?;
    // A file that was written to while it was read gave rows of which no key tells.
    let keys = store.and_then(|_| Keys::of(&model, &plan.rates, Some(&rows)));
    let is_same = |keys: &Keys| {
        before
            .as_ref()
            .is_none_or(|before| before.code == keys.code)
    };
    let keys = keys.filter(is_same);
    model.layers.clone_from(&plan.layers);
    let words = Canonical::of(&model, &plan.loss, &plan.rates);
    let files = model.files();
    // The rows are there in the precision of the model; what they were made from may be large.
    (model.data, model.eval) = (None, None);
    let start = match &model.checkpoint {
        Some(path) => resume(&rows.origin(&plan, plan.seed, model.normalize), &rows, path)?,
        None => Start::Weights,
    };
    let train = |start| Attempt::best(&plan, &rows, model.restarts, start);
    let attempt = match (store, &keys) {
        (Some(store), Some(keys)) if !matches!(start, Start::Complete(_)) => {
            once(store, &keys.training, &plan, &rows, || train(start))?
        }
        _ => train(start)?,
    };
    let trained = Trained {
        model,
        words,
        plan,
        rows,
        attempt,
        files,
    };
    trained.check_requirements()?;
    Ok((trained, keys))
}

/// What the store has, or what a training gives, which is then in the store. If another process trains
/// the same, its numbers are waited for.
fn once(
    store: &Store,
    key: &Key,
    plan: &Plan,
    rows: &Rows,
    train: impl FnOnce() -> Result<Attempt>,
) -> Result<Attempt> {
    const PATIENCE: Duration = Duration::from_secs(600);
    let kept = || {
        let Numbers {
            seed,
            checkpoint,
            frames,
        } = store.training(key, plan)?;
        log!(Low, "{}: Nothing to train, it is in the store", plan.name);
        Some(Attempt::ended(seed, plan, rows, checkpoint, frames))
    };
    if let Some(attempt) = kept() {
        return attempt;
    }
    let lock = store.lock(key, &plan.name, PATIENCE);
    if lock.as_ref().is_none_or(|lock| lock.has_waited)
        && let Some(attempt) = kept()
    {
        return attempt;
    }
    let begin = Instant::now();
    let attempt = train()?;
    store.keep_training(key, &attempt, plan);
    let epochs = attempt.checkpoint.losses.len();
    store.count(key, &plan.name, epochs, begin.elapsed());
    Ok(attempt)
}
