//! A training, done once: what the store has is not trained, and what others train is waited for.

use std::time::Instant;

use crate::attempt::{Attempt, Rows, Start};
use crate::environment::is_on;
use crate::error::{Error, Result};
use crate::key::Key;
use crate::log::log;
use crate::spec::Model;
use crate::store::{NoLock, Store};
use crate::supervision::{Supervision, Terms, patience, spoken, tell_waiting};
use crate::surroundings::{is_build, is_of_dependency};
use crate::training::plan::Plan;

/// A training to be done.
pub(super) struct Watched<'t> {
    pub(super) plan: &'t Plan,
    pub(super) rows: &'t Rows,
    pub(super) model: &'t Model,
}

impl Watched<'_> {
    /// What the store has, or what a training gives, which is then in the store. If another process
    /// trains the same, its numbers are waited for.
    pub(super) fn once(&self, store: &Store, key: &Key, start: Start) -> Result<Attempt> {
        let Watched { plan, rows, model } = self;
        let kept = || {
            let (seed, state) = store.training(key, plan)?;
            log!(Low, "{}: Nothing to train, it is in the store", plan.name);
            Some(Attempt::of(seed, plan, rows, state))
        };
        if let Some(attempt) = kept() {
            return attempt;
        }
        let patience = patience(model.budget, is_build());
        let waiting = || tell_waiting(&plan.name, is_build());
        let lock = store.lock(key, patience, waiting);
        // Who had the lock before may have trained it.
        if let Some(attempt) = kept() {
            return attempt;
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
        let attempt = self.train(start, terms)?;
        if store.keep_training(key, &attempt, plan, begin.elapsed()) {
            states.remove();
        }
        drop(lock);
        Ok(attempt)
    }

    /// Trains, watched over.
    pub(super) fn train(&self, start: Start, terms: Terms<'_>) -> Result<Attempt> {
        let Watched { plan, rows, model } = self;
        let is_needed = !matches!(start, Start::Complete(..)) && !model.is_exempt;
        if is_needed && is_frozen() {
            return Err(Error::frozen(&plan.name, model.checkpoint.is_some()));
        }
        let terms = Terms {
            budget: model.budget,
            is_build: is_build(),
            ..terms
        };
        let supervision = Supervision::new(plan, model.restarts, rows.of_epoch(plan), terms);
        Attempt::best(plan, rows, model.restarts, start, &supervision)
    }
}

/// Whether nothing may be trained. Nobody can commit models of other people's crates.
fn is_frozen() -> bool {
    is_on("NEURALATEX_FROZEN", false) && !is_of_dependency()
}
