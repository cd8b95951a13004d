//! The weights on the way of a training, for those who want to watch it: as many epochs as there is
//! room for, evenly spaced, the first and the last among them.
//!
//! How long a training will be is not known before a rule has ended it. So every epoch is kept until
//! there is no more room; then every second one goes, and from there on only every second one comes.

use crate::kernels::{self, Number};

/// Epochs, and the weights of training after each; before the first one, the epoch is 0.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Frames {
    pub(crate) epochs: Vec<usize>,
    /// Epoch by epoch.
    pub(crate) weights: Vec<f64>,
}

/// What is kept, in the memory that it has from the start.
pub(crate) struct History<T> {
    parameters: usize,
    most: usize,
    first: usize,
    every: usize,
    epochs: Vec<usize>,
    weights: Vec<T>,
}

/// No more frames than somebody would watch, and no more bytes than a page should have.
const MOST_FRAMES: usize = 240;
pub(crate) const MOST_BYTES: usize = 512 << 10;

impl<T: Number> History<T> {
    /// Of a training that begins after an epoch, with these weights, and may last some more.
    pub(crate) fn new(epoch: usize, weights: &[T], to_come: usize) -> History<T> {
        let fit = MOST_BYTES / (weights.len().max(1) * size_of::<T>());
        let most = match fit.min(MOST_FRAMES) {
            // A single frame is nothing to watch.
            0 | 1 => 0,
            most => most,
        };
        let room = most.min(to_come + 1);
        let mut history = History {
            parameters: weights.len(),
            most,
            first: epoch,
            every: 1,
            epochs: Vec::with_capacity(room),
            weights: Vec::with_capacity(room * weights.len()),
        };
        if most > 0 {
            history.push(epoch, weights);
        }
        history
    }

    /// Whether the weights after this epoch are to be kept.
    pub(crate) fn wants(&self, epoch: usize) -> bool {
        self.most > 0 && (epoch - self.first).is_multiple_of(self.every)
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

    fn thin(&mut self) {
        let kept = self.epochs.len().div_ceil(2);
        for place in 1..kept {
            self.epochs[place] = self.epochs[2 * place];
            let from = 2 * place * self.parameters;
            let to = place * self.parameters;
            self.weights.copy_within(from..from + self.parameters, to);
        }
        self.epochs.truncate(kept);
        self.weights.truncate(kept * self.parameters);
        self.every *= 2;
    }

    /// All that was kept, in the order of the epochs.
    pub(crate) fn frames(self) -> Frames {
        let mut weights = Vec::new();
        kernels::widen(&self.weights, &mut weights);
        Frames {
            epochs: self.epochs,
            weights,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{History, MOST_FRAMES};

    fn epochs(first: usize, last: usize, parameters: usize) -> Vec<usize> {
        let mut history = History::new(first, &vec![first as f32; parameters], last - first);
        for epoch in first + 1..=last {
            if history.wants(epoch) {
                history.keep(epoch, &vec![epoch as f32; parameters]);
            }
        }
        let frames = history.frames();
        for (epoch, weights) in frames.epochs.iter().zip(frames.weights.chunks(parameters)) {
            assert_eq!(weights, vec![*epoch as f64; parameters]);
        }
        frames.epochs
    }

    #[test]
    fn a_short_training_is_kept_whole() {
        assert_eq!(epochs(0, 35, 37), (0..=35).collect::<Vec<_>>());
        assert_eq!(epochs(7, 9, 2), [7, 8, 9]);
        assert_eq!(epochs(3, 3, 2), [3]);
    }

    #[test]
    fn a_long_one_is_kept_in_even_steps() {
        for (first, last) in [(0, 240), (0, 1000), (5, 100_000), (0, 479), (0, 480)] {
            let kept = epochs(first, last, 3);
            let step = kept[1] - kept[0];
            assert!(kept.windows(2).all(|pair| pair[1] - pair[0] == step));
            assert_eq!(kept[0], first);
            assert!(last - kept[kept.len() - 1] < step);
            assert!(
                (MOST_FRAMES / 2..=MOST_FRAMES).contains(&kept.len()),
                "{}",
                kept.len()
            );
        }
    }

    #[test]
    fn a_large_network_has_few_frames_or_none() {
        assert!(epochs(0, 100, 30_000).len() <= 4);
        assert!(epochs(0, 100, 100_000).is_empty());
    }
}
