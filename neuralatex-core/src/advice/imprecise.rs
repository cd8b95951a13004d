//! Integers that predict worse than the numbers they stand for.

use super::{MOST_ROWS, Sample, column, some_rows};
use crate::data::input;
use crate::error::{Field, Problem};
use crate::evaluation::{Evaluation, Fit};
use crate::quantized::Quantized;
use crate::rounded::{percent, rounded, share};
use crate::trained::Trained;

/// How much worse they may be: one point of accuracy, or of what is explained.
const DROP: f64 = 0.01;

pub(super) fn look(trained: &Trained) -> Option<Problem> {
    let quantized = trained.quantized.as_ref()?;
    let (rows, accuracy, fits) = match (trained.evaluation_of_floats(), trained.evaluation()) {
        (Some(floats), Some(integers)) => {
            let both = [floats, integers];
            let fits = both.map(|evaluation| evaluation.fit);
            ("evaluation rows", both.map(Evaluation::accuracy), fits)
        }
        _ => {
            let both = [Sample::of_floats(trained), Sample::of(trained)];
            let accuracy = both.each_ref().map(Sample::accuracy);
            (
                "rows trained on",
                accuracy,
                both.each_ref().map(Sample::fit),
            )
        }
    };
    let drop = drop(rows, accuracy, fits)?;
    let coarse = coarse(trained, quantized);
    let coarse = coarse.map_or(String::new(), |coarse| format!("{coarse}; or "));
    let normalize = match trained.rows.scaling {
        None => "`normalize`, ",
        Some(_) => "",
    };
    let message = format!(
        "{drop}; {coarse}try {normalize}more neurons, `.weight_decay(…)`, or leave `quantize` out"
    );
    Some(Problem::new(Field::Quantize, message))
}

/// How much worse integers are than floats on such rows, if that is more than may be.
fn drop(rows: &str, accuracy: [Option<f64>; 2], fits: [Option<Fit>; 2]) -> Option<String> {
    if let Some((before, now)) = drops(accuracy) {
        let (before, now) = (percent(before), percent(now));
        return Some(format!(
            "{now} % of the {rows} are right with integers, {before} % without"
        ));
    }
    // What explains nothing cannot be much worse.
    drops(fits.map(|fit| fit.map(|fit| fit.r2.max(0.0))))?;
    let [before, now] = fits.map(|fit| fit.map(|fit| share(fit.r2)));
    Some(format!(
        "R² of the {rows} is {} with integers, {} without",
        now?, before?
    ))
}

/// Both, if integers are worse by more than may be.
fn drops([floats, integers]: [Option<f64>; 2]) -> Option<(f64, f64)> {
    let (floats, integers) = (floats?, integers?);
    // One row of a hundred is no drop of more than a point, however shares are rounded.
    (floats - integers > DROP + 1e-12).then_some((floats, integers))
}

/// The input that has the fewest integers for the middle half of the evaluation rows, or of those trained on, if these
/// are few: something far off in the rows trained on takes the others.
fn coarse(trained: &Trained, quantized: &Quantized) -> Option<String> {
    let data = trained.rows.eval.as_ref().unwrap_or(trained.data());
    let (inputs, columns) = (
        data.inputs_of(&some_rows(data.rows(), MOST_ROWS)),
        quantized.scales.len(),
    );
    let middle = |place: usize| {
        let numbers = column(&inputs, place, columns);
        let (scale, offset) = (quantized.scales[place], quantized.offsets[place]);
        let middle = Middle::of(&numbers, scale, offset).filter(Middle::is_coarse)?;
        Some((middle, place))
    };
    let middles = (0..columns).filter_map(middle);
    let (middle, place) = middles.min_by_key(|(middle, _)| middle.integers)?;
    let (scale, offset) = (quantized.scales[place], quantized.offsets[place]);
    let ends = [middle.least, middle.most, offset, offset + 255.0 * scale];
    let [least, most, from, to] = ends.map(rounded);
    let who = input(trained.rows.header.as_ref(), place);
    let integers = middle.integers;
    Some(format!(
        "{who} is from {least} to {most} in at least half of the rows, which has {integers} of 256 integers, as it \
         is from {from} to {to} in `data`: leave rows out that lie far off, or clamp it"
    ))
}

/// Those of an input's numbers between which half of them lie.
struct Middle {
    least: f64,
    most: f64,
    /// That there are for them.
    integers: usize,
}

impl Middle {
    fn of(numbers: &[f64], scale: f64, offset: f64) -> Option<Middle> {
        let step = |number: f64| usize::from(((number - offset) / scale + 0.5) as u8);
        // What lies beyond those trained on is another matter.
        let is_known = |number: &&f64| (offset..=offset + 255.0 * scale).contains(*number);
        let numbers: Vec<f64> = numbers.iter().filter(is_known).copied().collect();
        let mut counts = [0; 256];
        for number in &numbers {
            counts[step(*number)] += 1;
        }
        let step_of_rank = |rank: usize| {
            let mut before = 0;
            let is_there = |count: &usize| {
                before += count;
                before > rank
            };
            counts.iter().position(is_there)
        };
        let low = step_of_rank(numbers.len() / 4)?;
        let high = step_of_rank(numbers.len() * 3 / 4)?;
        let mut middle = Middle {
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
            integers: high - low + 1,
        };
        for number in &numbers {
            if (low..=high).contains(&step(*number)) {
                middle.least = middle.least.min(*number);
                middle.most = middle.most.max(*number);
            }
        }
        Some(middle)
    }

    fn is_coarse(&self) -> bool {
        /// A normal distribution has some 50.
        const FEW: usize = 8;
        // What is mostly one number needs one integer.
        self.integers <= FEW && self.least < self.most
    }
}

#[cfg(test)]
mod tests {
    use super::{Middle, drops};

    #[test]
    fn only_numbers_within_the_range_tell_how_coarse_its_steps_are() {
        let numbers = |from: f64, step: f64| -> Vec<f64> {
            (0..40).map(|n| from + step * f64::from(n)).collect()
        };
        let coarse = |numbers: &[f64], scale: f64| {
            Middle::of(numbers, scale, 0.0).is_some_and(|middle| middle.is_coarse())
        };
        assert!(coarse(&numbers(0.0, 0.1), 10.0));
        assert!(!coarse(&numbers(0.0, 0.1), 0.02));
        // Beyond it, whatever the steps; and where there are none.
        assert!(!coarse(&numbers(7.0, 0.1), 0.02));
        assert!(!coarse(&numbers(-7.0, 0.1), 0.02));
        assert!(!coarse(&numbers(0.0, 0.1), 0.0));
    }

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
