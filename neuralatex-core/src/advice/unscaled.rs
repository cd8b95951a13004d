//! Inputs of very different size, and targets of one that a network does not reach.

use super::{Sample, far};
use crate::data::{Task, input, target};
use crate::error::{Field, Problem};
use crate::evaluation::Fit;
use crate::rounded::rounded;
use crate::spec::normalize;
use crate::trained::Trained;

/// Inputs of which the largest are so many times the smallest need to be normalised, and targets that are so far
/// from 1, or from each other, need another unit.
const SCALES: f64 = 100.0;
/// Below this the size of inputs does no harm.
const SMALL: f64 = 10.0;
/// What a network that has learned nothing explains, at most, of the rows trained on.
const NOTHING: f64 = 0.1;

pub(super) fn look(trained: &Trained) -> Option<Problem> {
    far::look(trained)
        .or_else(|| inputs(trained))
        .or_else(|| targets(trained))
}

fn inputs(trained: &Trained) -> Option<Problem> {
    let data = trained.data();
    if trained.model.normalize != normalize::none() || trained.is_excellent() {
        return None;
    }
    let statistics = data.statistics(&vec![0.0; data.columns()]);
    let sizes = statistics.iter().enumerate();
    let sizes = sizes.filter(|(_, [least, most, ..])| least < most);
    let sizes = sizes.map(|(column, [least, most, ..])| (column, least.abs().max(most.abs())));
    let sizes: Vec<(usize, f64)> = sizes.collect();
    let by_size = |a: &&(usize, f64), b: &&(usize, f64)| a.1.total_cmp(&b.1);
    let (small, least) = *sizes.iter().min_by(by_size)?;
    let (large, most) = *sizes.iter().max_by(by_size)?;
    if most < SMALL || most < SCALES * least {
        return None;
    }
    let header = trained.rows.header.as_ref();
    let message = format!(
        "the inputs are of very different size: {} reaches {}, {} only {}; `standard` as `normalize` \
         brings them to one",
        input(header, large),
        rounded(most),
        input(header, small),
        rounded(least)
    );
    Some(Problem::new(Field::Data, message))
}

/// Weights begin near 1, and take their time to reach numbers of another size; and the losses of small ones are
/// nothing beside those of large ones.
fn targets(trained: &Trained) -> Option<Problem> {
    if trained.rows.task != Task::Targets || !trained.estimates_targets() {
        return None;
    }
    let (sample, outputs) = (Sample::of(trained), trained.plan.outputs());
    let of = |numbers: &[f64], output: usize| -> Vec<f64> {
        numbers
            .iter()
            .skip(output)
            .step_by(outputs)
            .copied()
            .collect()
    };
    let all = sample.targets();
    let size = |output: usize| {
        of(&all, output)
            .into_iter()
            .map(f64::abs)
            .fold(0.0, f64::max)
    };
    let sizes: Vec<f64> = (0..outputs).map(size).collect();
    let largest = sizes.iter().copied().fold(0.0, f64::max);
    let is_odd = |output: &usize| {
        let size = sizes[*output];
        !(1.0 / SCALES..SCALES).contains(&size) || largest >= SCALES * size
    };
    let is_unlearned = |output: &usize| {
        let targets = of(&all, *output);
        let is_constant = targets.iter().all(|target| *target == targets[0]);
        !is_constant && Fit::of(&targets, &of(&sample.scores, *output), 1).r2 < NOTHING
    };
    let odd = (0..outputs).filter(is_odd).filter(is_unlearned);
    let is_far = |output: &usize| sizes[*output].ln().abs();
    let output = odd.max_by(|a, b| is_far(a).total_cmp(&is_far(b)))?;
    let size = rounded(sizes[output]);
    let who = match outputs {
        1 => format!("the targets, which reach {size}"),
        _ => {
            let target = target(trained.rows.header.as_ref(), output);
            format!("{target}, which reaches {size}")
        }
    };
    let message = format!(
        "the network has not learned {who}: give targets in a unit in which they are near 1, or without what they \
         have in common; `normalize` is for inputs"
    );
    Some(Problem::new(Field::Data, message))
}
