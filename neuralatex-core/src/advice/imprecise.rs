//! Integers that predict worse than the numbers they stand for.

use crate::error::{Field, Problem};
use crate::evaluation::Evaluation;
use crate::rounded::{percent, share};
use crate::trained::Trained;

/// How much worse they may be: one point of accuracy, or of what is explained.
const DROP: f64 = 0.01;

pub(super) fn look(trained: &Trained) -> Option<Problem> {
    let (floats, integers) = (trained.evaluation_of_floats()?, trained.evaluation()?);
    let r2 = |evaluation: &Evaluation| evaluation.fit.map(|fit| fit.r2);
    // What is told of a hundred rows and one more is no drop of a point, however it is rounded.
    let drops = |[floats, integers]: [Option<f64>; 2]| {
        let (floats, integers) = (floats?, integers?);
        (floats - integers > DROP + 1e-12).then_some((floats, integers))
    };
    let message = if let Some((before, now)) = drops([floats, integers].map(Evaluation::accuracy)) {
        let (before, now) = (percent(before), percent(now));
        format!("{now} % of the evaluation rows are right with integers, {before} % without")
    } else if let Some((before, now)) = drops([floats, integers].map(r2)) {
        format!(
            "R² is {} with integers, {} without",
            share(now),
            share(before)
        )
    } else {
        return None;
    };
    let message = format!(
        "{message}; try `normalize`, more neurons, `.weight_decay(…)`, or leave `quantize` out"
    );
    Some(Problem::new(Field::Quantize, message))
}
