//! A loss that still falls fast when training ends.

use crate::error::{Field, Problem};
use crate::rounded::rounded;
use crate::trained::Trained;

/// What falls fast: this part of the loss, and of the first loss, in the last tenth of all epochs.
const FALL: f64 = 0.1;
const FALL_OF_FIRST: f64 = 0.03;

pub(super) fn look(trained: &Trained) -> Option<Problem> {
    let losses = trained.losses();
    let part = losses.len() / 10;
    if part == 0 || trained.is_excellent() || !trained.model.stop.is_empty() {
        return None;
    }
    let mean = |losses: &[f64]| losses.iter().sum::<f64>() / losses.len() as f64;
    let (before, end) = losses.split_at(losses.len() - part);
    let (earlier, last) = (mean(&before[before.len() - part..]), mean(end));
    let fall = earlier - last;
    if fall < FALL * earlier.abs() || fall < FALL_OF_FIRST * losses[0].abs() {
        return None;
    }
    let message = format!(
        "the loss still falls fast when training ends: from {} to {} in the last {part} of {} epochs; more \
         epochs would make it better",
        rounded(earlier),
        rounded(last),
        losses.len()
    );
    Some(Problem::new(Field::Epochs, message))
}
