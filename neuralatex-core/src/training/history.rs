//! The weights on the way of a training, for those who want to watch it: as many epochs as there is
//! room for, evenly spaced, the first and the last among them.
//!
//! How long a training will be is not known before a rule has ended it. So every epoch is kept until
//! there is no more room; then every second one goes, and from there on only every second one comes.
//! What there is of a training that was interrupted is gone on with, so that it ends with the same.

use crate::kernels::{self, Number};

/// Epochs, and the weights of training after each; before the first one, the epoch is 0.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Frames {
    pub(crate) epochs: Vec<usize>,
    /// Epoch by epoch.
    pub(crate) weights: Vec<f64>,
    /// Of which number the epochs are multiples that are kept next.
    pub(crate) every: usize,
}

/// What is kept, in the memory that it has from the start.
pub(crate) struct History<T> {
    parameters: usize,
    most: usize,
    every: usize,
    epochs: Vec<usize>,
    weights: Vec<T>,
}

/// No more frames than somebody would watch, and no more bytes than a page should have.
const MOST_FRAMES: usize = 240;
pub(crate) const MOST_BYTES: usize = 512 << 10;

/// How many frames of so many bytes there is room for. A single one is nothing to watch.
fn most_frames(bytes: usize) -> usize {
    match (MOST_BYTES / bytes.max(1)).min(MOST_FRAMES) {
        0 | 1 => 0,
        most => most,
    }
}

/// How many numbers are kept of a training of so many epochs, if weights have so many bytes.
pub(crate) fn room(weights: usize, bytes: usize, epochs: usize) -> usize {
    most_frames(bytes).min(epochs + 1) * weights
}

/// After how many epochs each to keep weights of so many bytes, where a training is known to last as
/// long as told; 0 if none are kept.
pub(crate) fn step(bytes: usize, epochs: usize) -> usize {
    match most_frames(bytes) {
        0 => 0,
        most => epochs.div_ceil(most - 1).max(1),
    }
}

impl<T: Number> History<T> {
    /// Of a training that begins after an epoch, with these weights, and may last some more, and of
    /// which epochs are kept that are multiples of a number, or of twice it, four times, … later on.
    pub(crate) fn new(epoch: usize, weights: &[T], to_come: usize, every: usize) -> History<T> {
        let most = most_frames(size_of_val(weights));
        let room = most.min(to_come + 1);
        let mut history = History {
            parameters: weights.len(),
            most,
            every: every.max(1),
            epochs: Vec::with_capacity(room),
            weights: Vec::with_capacity(room * weights.len()),
        };
        if most > 0 {
            history.push(epoch, weights);
        }
        history
    }

    /// Of a training that was interrupted, with networks of so many parameters.
    pub(crate) fn resumed(frames: &Frames, parameters: usize, to_come: usize) -> History<T> {
        let most = most_frames(parameters * size_of::<T>());
        let room = most.min(frames.epochs.len() + to_come);
        let mut history = History {
            parameters,
            most,
            every: frames.every.max(1),
            epochs: Vec::with_capacity(room),
            weights: Vec::with_capacity(room * parameters),
        };
        history.epochs.extend_from_slice(&frames.epochs);
        history
            .weights
            .extend(frames.weights.iter().map(|&weight| T::of(weight)));
        history
    }

    /// Whether the weights after this epoch are to be kept.
    pub(crate) fn wants(&self, epoch: usize) -> bool {
        self.most > 0 && epoch.is_multiple_of(self.every)
    }

    /// Keeps the weights after an epoch that is wanted.
    pub(crate) fn keep(&mut self, epoch: usize, weights: &[T]) {
        if self.epochs.len() == self.most {
            self.thin();
        }
        if self.wants(epoch) {
            self.push(epoch, weights);
        }
    }

    fn push(&mut self, epoch: usize, weights: &[T]) {
        self.epochs.push(epoch);
        self.weights.extend_from_slice(weights);
    }

    /// Leaves the first, and of the others those that are multiples of twice the number.
    fn thin(&mut self) {
        self.every *= 2;
        let mut kept = 1;
        for place in 1..self.epochs.len() {
            if self.wants(self.epochs[place]) {
                self.epochs[kept] = self.epochs[place];
                let from = place * self.parameters;
                let to = kept * self.parameters;
                self.weights.copy_within(from..from + self.parameters, to);
                kept += 1;
            }
        }
        self.epochs.truncate(kept);
        self.weights.truncate(kept * self.parameters);
    }

    /// All that was kept, in the order of the epochs.
    pub(crate) fn frames(&self) -> Frames {
        let mut weights = Vec::new();
        kernels::widen(&self.weights, &mut weights);
        Frames {
            epochs: self.epochs.clone(),
            weights,
            every: self.every,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{History, MOST_FRAMES, step};

    /// Those that are kept, if each epoch is told of or only every so often.
    fn epochs(first: usize, last: usize, parameters: usize, every: usize) -> Vec<usize> {
        let weights = |epoch: usize| vec![epoch as f32; parameters];
        let mut history = History::new(first, &weights(first), last - first, every);
        for epoch in first + 1..=last {
            if every > 0 && epoch.is_multiple_of(every) && history.wants(epoch) {
                history.keep(epoch, &weights(epoch));
            }
        }
        let frames = history.frames();
        for (epoch, weights) in frames.epochs.iter().zip(frames.weights.chunks(parameters)) {
            assert_eq!(weights, vec![*epoch as f32 as f64; parameters]);
        }
        frames.epochs
    }

    #[test]
    fn a_short_training_is_kept_whole() {
        assert_eq!(epochs(0, 35, 37, 1), (0..=35).collect::<Vec<_>>());
        assert_eq!(step(4 * 37, 35), 1);
        assert_eq!(epochs(7, 9, 2, 1), [7, 8, 9]);
        assert_eq!(epochs(3, 3, 2, 1), [3]);
    }

    #[test]
    fn a_long_one_is_kept_in_even_steps() {
        for (first, last) in [
            (0, 240),
            (0, 1000),
            (5, 100_000),
            (0, 479),
            (0, 480),
            (3, 2000),
        ] {
            for every in [1, step(4 * 3, last - first)] {
                let kept = epochs(first, last, 3, every);
                let step = kept[2] - kept[1];
                let what = format!("{first} to {last}: {kept:?}");
                assert!(
                    kept[1..].windows(2).all(|pair| pair[1] - pair[0] == step),
                    "{what}"
                );
                assert!(kept[0] == first && kept[1] - first <= step, "{what}");
                assert!(last - kept[kept.len() - 1] < step, "{what}");
                assert!(
                    (MOST_FRAMES / 2 - 1..=MOST_FRAMES).contains(&kept.len()),
                    "{what}"
                );
            }
        }
    }

    #[test]
    fn a_large_network_has_few_frames_or_none() {
        assert!(epochs(0, 100, 30_000, 1).len() <= 4);
        assert_eq!(step(4 * 30_000, 100), 34);
        assert!(epochs(0, 100, 100_000, 1).is_empty());
        assert_eq!(step(4 * 100_000, 100), 0);
    }
}
