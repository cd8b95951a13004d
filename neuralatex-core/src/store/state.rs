//! How far a training has come, as the parts of a record, and back.

use crate::spec::Precision;
use crate::training::checkpoint::Checkpoint;
use crate::training::history::Frames;
use crate::training::plan::Plan;
use crate::training::state::State;

/// The parts of a training that began with a seed.
pub(super) fn parts(
    seed: u64,
    checkpoint: &Checkpoint,
    frames: &Frames,
    precision: Precision,
) -> Vec<Vec<u8>> {
    let [first, second] = &checkpoint.memory;
    let epochs = frames.epochs.iter().chain([&frames.every]);
    let epochs = epochs.map(|&epoch| (epoch as u64).to_le_bytes());
    let wide = Precision::F64;
    vec![
        seed.to_le_bytes().to_vec(),
        precision.bytes(&checkpoint.weights),
        wide.bytes(&checkpoint.losses),
        precision.bytes(first),
        precision.bytes(second),
        wide.bytes(&checkpoint.evaluation_losses),
        epochs.collect::<Vec<_>>().concat(),
        precision.bytes(&frames.weights),
    ]
}

/// The seed and the state; `None` if these are not the parts of a training by this plan.
pub(super) fn of_parts(parts: &[&[u8]], plan: &Plan) -> Option<(u64, State)> {
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
    let epochs = epochs.iter();
    let mut epochs: Vec<usize> = epochs
        .map(|&bytes| u64::from_le_bytes(bytes) as usize)
        .collect();
    let state = State {
        checkpoint: Checkpoint {
            weights: own.numbers(weights)?,
            losses: wide.numbers(losses)?,
            memory: [own.numbers(first)?, own.numbers(second)?],
            evaluation_losses: wide.numbers(evaluation_losses)?,
        },
        frames: Frames {
            every: epochs.pop()?,
            epochs,
            weights: own.numbers(frames)?,
        },
    };
    let seed = u64::from_le_bytes(seed.try_into().ok()?);
    state.fits(plan).then_some((seed, state))
}
