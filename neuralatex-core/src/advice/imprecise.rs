//! Integers that predict worse than the numbers they stand for.

use crate::data::input;
use crate::error::{Field, Problem};
use crate::evaluation::Evaluation;
use crate::rounded::{percent, rounded, share};
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
    let coarse = coarse(trained).unwrap_or_default();
    let message = format!(
        "{message}; {coarse}try `normalize`, more neurons, `.weight_decay(…)`, or leave `quantize` out"
    );
    Some(Problem::new(Field::Quantize, message))
}

/// Both, if integers are worse by more than may be.
fn drops([floats, integers]: [Option<f64>; 2]) -> Option<(f64, f64)> {
    let (floats, integers) = (floats?, integers?);
    // One row of a hundred is no drop of more than a point, however shares are rounded.
    (floats - integers > DROP + 1e-12).then_some((floats, integers))
}

/// The input that has the fewest integers for the middle half of the evaluation rows, if these are few: something
/// far off in the rows trained on takes the others.
fn coarse(trained: &Trained) -> Option<String> {
    const MOST_ROWS: usize = 1000;
    /// Of 256; a normal distribution has some 50.
    const FEW: usize = 8;
    let (quantized, eval) = (trained.quantized.as_ref()?, trained.rows.eval.as_ref()?);
    let count = eval.rows().min(MOST_ROWS);
    let rows: Vec<usize> = (0..count).map(|n| n * eval.rows() / count).collect();
    let (inputs, columns) = (eval.inputs_of(&rows), quantized.scales.len());
    let mut coarsest = (FEW + 1, None);
    for (column, (scale, offset)) in quantized.scales.iter().zip(&quantized.offsets).enumerate() {
        let numbers = || inputs.iter().skip(column).step_by(columns).copied();
        let step = |number: f64| usize::from(((number - offset) / scale + 0.5) as u8);
        let mut counts = [0; 256];
        numbers().for_each(|number| counts[step(number)] += 1);
        let step_of_rank = |mut rank: usize| {
            let is_here = |here: &usize| {
                *here > rank || {
                    rank -= here;
                    false
                }
            };
            counts.iter().position(is_here).unwrap_or(255)
        };
        let [low, high] = [count / 4, count * 3 / 4].map(step_of_rank);
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in numbers().filter(|number| (low..=high).contains(&step(*number))) {
            (least, most) = (least.min(number), most.max(number));
        }
        let integers = high - low + 1;
        // What is mostly one number needs one integer.
        if integers < coarsest.0 && least < most {
            let [least, most, from, to] =
                [least, most, *offset, offset + 255.0 * scale].map(rounded);
            let who = input(trained.rows.header.as_ref(), column);
            coarsest = (
                integers,
                Some(format!(
                    "{who} is from {least} to {most} in half of them, which has {integers} of 256 integers, as it is \
                 from {from} to {to} in `data`: leave rows out that lie far off, or limit it; or "
                )),
            );
        }
    }
    coarsest.1
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
