//! A training, done once: what the store has is not trained, and what others train is waited for.

use std::time::Instant;

use crate::attempt::{Attempt, Rows, Start};
use crate::environment::is_on;
use crate::error::{Error, Result};
use crate::evaluation::Evaluation;
use crate::key::Key;
use crate::log::log;
use crate::quantized::Quantized;
use crate::spec::Model;
use crate::store::{NoLock, Store};
use crate::supervision::{Supervision, Terms, patience, spoken, tell_waiting};
use crate::surroundings::{is_build, is_of_dependency};
use crate::training::plan::Plan;

/// A training that is over.
pub(super) struct Done {
    pub(super) attempt: Attempt,
    /// What is shipped in place of its weights, or why it cannot be.
    pub(super) quantized: Result<Option<Quantized>>,
}

/// A training to be done.
pub(super) struct Watched<'t> {
    pub(super) plan: &'t Plan,
    pub(super) rows: &'t Rows,
    pub(super) model: &'t Model,
}

impl Watched<'_> {
    /// What the store has, or what a training gives, which is then in the store. If another process
    /// trains the same, its numbers are waited for.
    pub(super) fn once(&self, store: &Store, key: &Key, start: Start) -> Result<Done> {
        let Watched { plan, rows, model } = self;
        let kept = || {
            let (seed, state) = store.training(key, plan)?;
            log!(Low, "{}: Nothing to train, it is in the store", plan.name);
            Some(Attempt::of(seed, plan, rows, state).map(|attempt| self.done(attempt)))
        };
        if let Some(done) = kept() {
            return done;
        }
        let patience = patience(model.budget, is_build());
        let waiting = || tell_waiting(&plan.name, is_build());
        let lock = store.lock(key, patience, waiting);
        // Who had the lock before may have trained it.
        if let Some(done) = kept() {
            return done;
        }
        if lock.as_ref().is_err_and(|why| *why == NoLock::Taken) {
            return Err(Error::taken(&spoken(patience)));
        }
        let begin = Instant::now();
        let states = store.states(key, plan);
        let terms = Terms {
            lock: Some(store.turn()),
            keeper: Some(&states),
            ..Terms::default()
        };
        let done = self.train(start, terms)?;
        if store.keep_training(key, &done.attempt, plan, begin.elapsed()) {
            states.remove();
        }
        drop(lock);
        Ok(done)
    }

    /// Trains, watched over, and tells how good what is shipped is.
    pub(super) fn train(&self, start: Start, terms: Terms<'_>) -> Result<Done> {
        let Watched { plan, rows, model } = self;
        let is_trained = !matches!(start, Start::Complete(..));
        if is_trained && !model.is_exempt && is_frozen() {
            return Err(Error::frozen(&plan.name, model.checkpoint.is_some()));
        }
        let terms = Terms {
            budget: model.budget,
            is_build: is_build(),
            ..terms
        };
        let supervision = Supervision::new(plan, model.restarts, rows.of_epoch(plan), terms);
        let done = self.done(Attempt::best(
            plan,
            rows,
            model.restarts,
            start,
            &supervision,
        )?);
        if is_trained && let Ok(quantized) = &done.quantized {
            let attempt = &done.attempt;
            let evaluation = match quantized {
                Some(quantized) => quantized.evaluation.as_ref(),
                None => attempt.evaluation.as_ref(),
            };
            let loss = evaluation.map_or_else(|| attempt.loss(), |evaluation| evaluation.loss);
            supervision.trained(evaluation.and_then(Evaluation::accuracy), loss);
        }
        Ok(done)
    }

    fn done(&self, attempt: Attempt) -> Done {
        let quantize = |_| Quantized::of(self.plan, self.rows, &attempt.weights);
        Done {
            quantized: self.model.quantize.map(quantize).transpose(),
            attempt,
        }
    }
}

/// Whether nothing may be trained. Nobody can commit models of other people's crates.
fn is_frozen() -> bool {
    is_on("NEURALATEX_FROZEN", false) && !is_of_dependency()
}
