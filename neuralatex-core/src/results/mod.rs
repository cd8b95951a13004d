//! What there is to show of a trained model beyond its numbers: its losses and its weights on the
//! way, and what it answers where somebody looks.

mod classes;
mod names;
mod projection;

use std::cell::OnceCell;

use crate::attempt::shipped;
use crate::data::{Classes, Task};
use crate::evaluation::loss_of;
use crate::trained::Trained;
pub(crate) use classes::PerClass;
pub(crate) use projection::Projection;

/// The weights after an epoch, as they would be shipped; before the first one, the epoch is 0.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Frame {
    pub(crate) epoch: usize,
    pub(crate) weights: Vec<f64>,
}

pub(crate) struct Results<'t> {
    pub(crate) trained: &'t Trained,
    /// Some epochs, the last one among them, whose weights are those that are shipped.
    pub(crate) frames: Vec<Frame>,
    /// Epochs, and the mean loss on the evaluation rows after each; the last is that of the model, before it
    /// is quantised.
    pub(crate) evaluation_losses: Vec<(usize, f64)>,
    /// Once somebody has asked for it.
    projection: OnceCell<Projection>,
}

/// How much may be computed for the losses on the evaluation rows: some hundredths of a second.
const MULTIPLICATIONS: usize = 300_000_000;

impl<'t> Results<'t> {
    pub(crate) fn of(trained: &'t Trained) -> Results<'t> {
        let frames = frames(trained);
        Results {
            trained,
            evaluation_losses: evaluation_losses(trained, &frames),
            frames,
            projection: OnceCell::new(),
        }
    }

    /// The projection of inputs onto the leading components of the training data.
    pub(crate) fn projection(&self) -> &Projection {
        // As many as can be looked at in no time.
        const NUMBERS: usize = 100_000;
        self.projection.get_or_init(|| {
            let data = self.trained.data();
            let rows = (NUMBERS / data.columns().max(1)).clamp(20, 600);
            let inputs = data.inputs_of(&sample(data.rows(), rows));
            let scaling = self.trained.rows.scaling.as_ref();
            Projection::of(&inputs, data.columns(), scaling)
        })
    }

    /// The classes, if it tells any apart.
    pub(crate) fn classes(&self) -> Option<&'t Classes> {
        match &self.trained.rows.task {
            Task::Classes(classes) => Some(classes),
            Task::Targets => None,
        }
    }

    /// The scores of the trained network for rows of inputs, row by row, with the arithmetic of
    /// the generated code.
    pub(crate) fn scores(&self, inputs: &[f64]) -> Vec<f64> {
        self.trained.scores_of(inputs)
    }
}

/// All rows, or as many of them as told, spread over all in a way that follows no pattern that rows
/// may have.
pub(crate) fn sample(rows: usize, most: usize) -> Vec<usize> {
    if rows <= most {
        return (0..rows).collect();
    }
    // Somewhere in each of as many equal parts: where follows from multiples of the golden ratio.
    const GOLDEN: f64 = 0.618_033_988_749_894_8;
    let part = rows as f64 / most as f64;
    let place = |n: usize| ((n as f64 + (n as f64 * GOLDEN).fract()) * part) as usize;
    let mut next = 0;
    let distinct = (0..most).map(|n| {
        let row = place(n).max(next).min(rows - 1);
        next = row + 1;
        row
    });
    distinct.collect()
}

fn frames(trained: &Trained) -> Vec<Frame> {
    let Trained {
        plan,
        rows,
        attempt,
        ..
    } = trained;
    let last = Frame {
        epoch: trained.losses().len(),
        weights: attempt.weights.clone(),
    };
    let seen = attempt.history.weights.chunks(attempt.weights.len().max(1));
    let seen = attempt.history.epochs.iter().zip(seen);
    let earlier = seen.filter(|(epoch, _)| **epoch < last.epoch);
    // What could not be shipped cannot be shown either.
    let earlier = earlier.filter_map(|(&epoch, weights)| {
        let weights = shipped(plan, rows, weights).ok()?;
        Some(Frame { epoch, weights })
    });
    let mut frames: Vec<Frame> = earlier.collect();
    frames.push(last);
    frames
}

/// Those that a rule has watched; or those of frames, as many as can be had in no time.
fn evaluation_losses(trained: &Trained, frames: &[Frame]) -> Vec<(usize, f64)> {
    let (Some(eval), Some(evaluation)) = (trained.eval(), &trained.attempt.evaluation) else {
        return Vec::new();
    };
    let mut loss = loss_of(&trained.plan, eval);
    let watched = &trained.attempt.checkpoint.evaluation_losses;
    if !watched.is_empty() {
        let start = frames.first().filter(|frame| frame.epoch == 0);
        let start = start.map(|frame| (0, loss(&frame.weights)));
        let start = start.filter(|(_, loss)| loss.is_finite());
        return start
            .into_iter()
            .chain((1..).zip(watched.iter().copied()))
            .collect();
    }
    let one = eval.rows().saturating_mul(trained.model.parameters());
    let affordable = (MULTIPLICATIONS / one.max(1)).min(frames.len() - 1);
    let chosen = (0..affordable).map(|n| &frames[n * (frames.len() - 1) / affordable]);
    let losses = chosen.map(|frame| (frame.epoch, loss(&frame.weights)));
    // A loss on the way may be infinite: then there is nothing to draw.
    let mut losses: Vec<_> = losses.filter(|(_, loss)| loss.is_finite()).collect();
    if let Some(last) = frames.last() {
        losses.push((last.epoch, evaluation.loss));
    }
    losses
}

#[cfg(test)]
mod tests {
    use super::{Results, sample};
    use crate::prelude::*;

    #[test]
    fn a_sample_follows_no_pattern_of_the_rows() {
        assert_eq!(sample(3, 5), [0, 1, 2]);
        for rows in [1001, 4000, 100_000] {
            let sample = sample(rows, 1000);
            assert!(sample.is_sorted_by(|a, b| a < b) && sample[999] < rows);
            assert_eq!(sample.len(), 1000);
            let odd = sample.iter().filter(|row| **row % 2 == 1).count();
            assert!(
                (sample.len() / 3..sample.len() * 2 / 3).contains(&odd),
                "{odd}"
            );
        }
    }

    #[test]
    fn the_way_leads_from_the_start_weights_to_those_that_are_shipped() {
        let start = vec![0.5, -0.25, 0.0, 1.0, 0.0];
        let model = model("Way", [2, 1, 1])
            .data(moons(20))
            .eval(moons(20))
            .normalize(standard());
        let trained = model.clone().init(values(start)).epochs(9).train().unwrap();
        let results = Results::of(&trained);
        let epochs: Vec<usize> = results.frames.iter().map(|frame| frame.epoch).collect();
        assert_eq!(epochs, (0..=9).collect::<Vec<_>>());
        assert_eq!(results.frames[9].weights, trained.weights());
        // Those that a training of fewer epochs ships.
        let shorter = model
            .init(values(vec![0.5, -0.25, 0.0, 1.0, 0.0]))
            .epochs(4);
        let shorter = shorter.train().unwrap();
        assert_eq!(results.frames[4].weights, shorter.weights());
        let (epoch, loss) = results.evaluation_losses[4];
        assert_eq!((epoch, Some(loss)), (4, shorter.loss()));
        assert_eq!(
            results.evaluation_losses.last().map(|last| last.1),
            trained.loss()
        );
    }
}
