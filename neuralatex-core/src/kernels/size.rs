//! How many bytes trainers and scorers take, told before they are made.

use super::interface::{Activation, Layer, Method, lanes};
use super::memory::Buffer;
use super::network::{Shape, packed, stride, wide};
use super::scores::{CHUNK, Scorer};
use super::trainer::{Settings, Trainer, remembers};
use super::{Number, criterion::Criterion};

impl<T: Number> Trainer<T> {
    /// Of a trainer of so many rows, on so many threads.
    pub(crate) fn bytes(shape: &Shape, settings: &Settings, rows: usize, threads: usize) -> u64 {
        let chunk = CHUNK.min(settings.batch).min(rows);
        let room = chunk.next_multiple_of(lanes::<T>());
        let weights = Buffer::<T>::bytes(packed::<T>(shape));
        let remembered = remembers(settings.method).map(u64::from);
        let vectors = threads * settings.criterion.vectors();
        workspace::<T>(shape, chunk, true)
            + (2 + remembered[0] + remembered[1]) * weights
            + Buffer::<T>::bytes(room * outputs(shape))
            + Buffer::<T>::bytes(room)
            + Buffer::<T>::bytes(vectors * lanes::<T>())
            + order(settings, rows)
    }
}

/// Of the order of rows, if they are shuffled.
pub(crate) fn order(settings: &Settings, rows: usize) -> u64 {
    let mixed = settings.shuffle.is_some() && settings.batch < rows;
    if mixed { 4 * rows as u64 } else { 0 }
}

impl<T: Number> Scorer<T> {
    /// Of a scorer of so many rows, apart from their scores.
    pub(crate) fn bytes(shape: &Shape, rows: usize) -> u64 {
        workspace::<T>(shape, CHUNK.min(rows), false) + Buffer::<T>::bytes(packed::<T>(shape))
    }
}

/// What a judge of so many outputs needs.
pub(crate) fn judge(criterion: &Criterion, outputs: usize) -> u64 {
    Buffer::<f64>::bytes((3 * outputs + 1 + criterion.vectors()) * lanes::<f64>())
}

/// As [`Workspace::new`](super::network::Workspace::new) makes one.
fn workspace<T: Number>(shape: &Shape, chunk: usize, trained: bool) -> u64 {
    let rows = chunk.next_multiple_of(lanes::<T>());
    let buffer = |wanted: bool, width: usize| match wanted {
        true => Buffer::<T>::bytes(rows * width),
        false => 0,
    };
    let count = shape.sizes.len() - 1;
    let mut bytes = buffer(true, stride::<T>(shape.sizes[0]));
    for index in 0..count {
        let [inputs, outputs] = [shape.sizes[index], shape.sizes[index + 1]];
        let after = match index + 1 < count {
            true => stride::<T>(outputs),
            false => outputs,
        };
        let (activation, _) = shape.activations[index];
        let keeps = matches!(activation, Activation::Silu | Activation::Gelu);
        let transposed = wide::<T>(inputs) && (trained || index == 0);
        bytes += buffer(true, after)
            + buffer(trained, outputs)
            + buffer(trained && keeps, outputs)
            + buffer(transposed, stride::<T>(inputs));
    }
    // The layers themselves, and the list of buffers, which grows.
    bytes + (count * (size_of::<Layer<T>>() + 12 * size_of::<Buffer<T>>())) as u64
}

fn outputs(shape: &Shape) -> usize {
    shape.sizes[shape.sizes.len() - 1]
}

/// How many lists as long as the weights a method keeps.
pub(crate) fn remembered(method: Method) -> u64 {
    remembers(method).map(u64::from).iter().sum()
}
