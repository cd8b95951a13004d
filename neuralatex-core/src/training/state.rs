//! How far a training has come, whole: it goes on from there exactly as if it had never stopped.

use std::sync::atomic::AtomicBool;

use super::checkpoint::Checkpoint;
use super::history::Frames;
use super::plan::Plan;
use crate::spec::parameters;

/// How far a training has come, and what there is to watch of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct State {
    pub(crate) checkpoint: Checkpoint,
    pub(crate) frames: Frames,
}

impl State {
    /// Whether a training by this plan may have come here, as far as the sizes of all lists tell.
    pub(crate) fn fits(&self, plan: &Plan) -> bool {
        let parameters = parameters(&plan.layers);
        let (state, frames) = (&self.checkpoint, &self.frames);
        let done = state.losses.len();
        let remembered = plan
            .rule
            .remembers()
            .map(|remembers| if remembers { parameters } else { 0 });
        (1..=plan.epochs()).contains(&done)
            && state.weights.len() == parameters
            && state.memory.each_ref().map(Vec::len) == remembered
            && [0, done].contains(&state.evaluation_losses.len())
            && frames.weights.len() == frames.epochs.len() * parameters
    }
}

/// One who is told how far a training has come.
pub(crate) trait Witness: Sync {
    /// After how many epochs it wants to see a training again.
    fn every(&self) -> usize;

    /// Sees a training after an epoch.
    fn sees(&self, epoch: usize, loss: f64) -> Wish;

    /// Gets the state that it wished for.
    fn keeps(&self, state: State);

    /// What ends an epoch in its middle as soon as it is set.
    fn abort(&self) -> Option<&AtomicBool>;
}

/// What a witness wishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    GoOn,
    /// The state, and that training goes on.
    Keep,
    /// The state, and that training ends.
    End,
}

#[cfg(test)]
mod tests;
