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

/// Both, if integers are worse by more than may be.
fn drops([floats, integers]: [Option<f64>; 2]) -> Option<(f64, f64)> {
    let (floats, integers) = (floats?, integers?);
    // One row of a hundred is no drop of more than a point, however shares are rounded.
    (floats - integers > DROP + 1e-12).then_some((floats, integers))
}

#[cfg(test)]
mod tests {
    use super::drops;

    #[test]
    fn more_than_a_point_is_a_drop_and_a_point_is_none() {
        for right in 1..=100 {
            let share = |rows: f64| Some(rows / 100.0);
            let right = f64::from(right);
            assert_eq!(drops([share(right), share(right - 1.0)]), None);
            let worse = [share(right), share(right - 1.01)];
            assert_eq!(drops(worse), worse[0].zip(worse[1]));
        }
        assert_eq!(drops([Some(0.5), Some(0.9)]), None);
        assert_eq!(drops([Some(0.9), None]), None);
    }
}
