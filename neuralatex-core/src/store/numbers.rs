//! The numbers of a training as the parts of a record, and back.

use crate::attempt::Attempt;
use crate::spec::{Precision, parameters};
use crate::training::checkpoint::Checkpoint;
use crate::training::history::Frames;
use crate::training::plan::Plan;

/// What a training gave, apart from what follows from it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Numbers {
    /// Of start weights and shuffling.
    pub(crate) seed: u64,
    pub(crate) checkpoint: Checkpoint,
    pub(crate) frames: Frames,
}

/// The parts of a training.
pub(super) fn parts(attempt: &Attempt, precision: Precision) -> Vec<Vec<u8>> {
    let Checkpoint {
        weights,
        losses,
        memory: [first, second],
        evaluation_losses,
    } = &attempt.checkpoint;
    let Frames {
        epochs,
        weights: frames,
    } = &attempt.history;
    let epochs = epochs.iter().map(|&epoch| (epoch as u64).to_le_bytes());
    let wide = Precision::F64;
    vec![
        attempt.seed.to_le_bytes().to_vec(),
        precision.bytes(weights),
        wide.bytes(losses),
        precision.bytes(first),
        precision.bytes(second),
        wide.bytes(evaluation_losses),
        epochs.collect::<Vec<_>>().concat(),
        precision.bytes(frames),
    ]
}

impl Numbers {
    /// `None` if these are not the parts of a training of this plan.
    pub(super) fn of_parts(parts: &[&[u8]], plan: &Plan) -> Option<Numbers> {
        let &[
            seed,
            weights,
            losses,
            first,
            second,
            evaluation_losses,
            epochs,
            frames,
        ] = parts
        else {
            return None;
        };
        let (own, wide) = (plan.precision, Precision::F64);
        let (epochs, []) = epochs.as_chunks() else {
            return None;
        };
        let epochs = epochs
            .iter()
            .map(|&bytes| u64::from_le_bytes(bytes) as usize);
        let numbers = Numbers {
            seed: u64::from_le_bytes(seed.try_into().ok()?),
            checkpoint: Checkpoint {
                weights: own.numbers(weights)?,
                losses: wide.numbers(losses)?,
                memory: [own.numbers(first)?, own.numbers(second)?],
                evaluation_losses: wide.numbers(evaluation_losses)?,
            },
            frames: Frames {
                epochs: epochs.collect(),
                weights: own.numbers(frames)?,
            },
        };
        numbers.fit(plan).then_some(numbers)
    }

    /// Whether there are as many of each as there should be.
    fn fit(&self, plan: &Plan) -> bool {
        let (checkpoint, frames) = (&self.checkpoint, &self.frames);
        let parameters = parameters(&plan.layers);
        let epochs = checkpoint.losses.len();
        let memory = checkpoint.memory.each_ref().map(Vec::len);
        let remembers = plan.rule.remembers();
        let remembered = memory.into_iter().zip(remembers);
        checkpoint.weights.len() == parameters
            && (1..=plan.epochs()).contains(&epochs)
            && remembered
                .into_iter()
                .all(|(count, is)| count == if is { parameters } else { 0 })
            && [0, epochs].contains(&checkpoint.evaluation_losses.len())
            && frames.weights.len() == frames.epochs.len() * parameters
    }
}
