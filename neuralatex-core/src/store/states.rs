//! States of a training that is not over: the next build goes on from them.

use std::fs;
use std::sync::{Mutex, PoisonError};

use super::{STATE, Store, state};
use crate::key::Key;
use crate::supervision::Keeper;
use crate::training::plan::Plan;
use crate::training::state::State;

/// Those of one training, one for each restart.
pub(crate) struct States<'s> {
    store: &'s Store,
    key: &'s Key,
    plan: &'s Plan,
    /// The restarts of which there is one.
    there: Mutex<Vec<usize>>,
}

impl Store {
    pub(crate) fn states<'s>(&'s self, key: &'s Key, plan: &'s Plan) -> States<'s> {
        States {
            store: self,
            key,
            plan,
            there: Mutex::default(),
        }
    }
}

impl States<'_> {
    fn key(&self, restart: usize) -> Key {
        Key::from(format!("{}restart: {restart}\n", self.key.text))
    }

    fn note(&self, restart: usize) {
        let mut there = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        if !there.contains(&restart) {
            there.push(restart);
        }
    }

    /// Removes all, when the training is over.
    pub(crate) fn remove(self) {
        let there = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        for restart in there.iter() {
            let _ = fs::remove_file(self.store.path(STATE, &self.key(*restart).digest));
        }
    }
}

impl Keeper for States<'_> {
    fn kept(&self, restart: usize) -> Option<State> {
        let read = |parts: &[&[u8]]| state::of_parts(parts, self.plan);
        let (_, state) = self.store.read(STATE, &self.key(restart), read)?;
        self.note(restart);
        Some(state)
    }

    fn keep(&self, restart: usize, state: &State) -> bool {
        let State { checkpoint, frames } = state;
        let seed = self.plan.seed.wrapping_add(restart as u64);
        let parts = state::parts(seed, checkpoint, frames, self.plan.precision);
        self.note(restart);
        let is_written = self.store.write(STATE, &self.key(restart), &parts, true);
        is_written && self.store.lasts
    }
}
