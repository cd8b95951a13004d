//! Inputs of very different size, and targets of one that a network does not reach.

use super::{Sample, chance, column, far};
use crate::data::{Task, input, target};
use crate::error::{Field, Problem};
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
    far_input(trained)
        .or_else(|| inputs(trained))
        .or_else(|| targets(trained))
}

fn far_input(trained: &Trained) -> Option<Problem> {
    let is_excellent = match trained.evaluation() {
        Some(_) => trained.is_excellent(),
        None => Sample::of(trained).is_excellent(),
    };
    let far = (!is_excellent).then(|| far::input(trained, trained.data(), far::FAR));
    Some(far??.problem())
}

fn inputs(trained: &Trained) -> Option<Problem> {
    let data = trained.data();
    if trained.model.normalize != normalize::none() || trained.is_excellent() {
        return None;
    }
    let statistics = data.statistics(&vec![0.0; data.columns()]);
    let ends = statistics.iter().enumerate();
    let ends = ends.filter(|(_, [least, most, ..])| least < most);
    let ends = ends.map(
        |(column, [least, most, ..])| match least.abs() > most.abs() {
            true => (column, *least),
            false => (column, *most),
        },
    );
    let ends: Vec<(usize, f64)> = ends.collect();
    let by_size = |a: &&(usize, f64), b: &&(usize, f64)| a.1.abs().total_cmp(&b.1.abs());
    let (small, least) = *ends.iter().min_by(by_size)?;
    let (large, most) = *ends.iter().max_by(by_size)?;
    if most.abs() < SMALL || most.abs() < SCALES * least.abs() {
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
/// nothing beside those of large ones, nor is a number far from all others learned with them.
fn targets(trained: &Trained) -> Option<Problem> {
    if trained.rows.task != Task::Targets || !trained.estimates_targets() {
        return None;
    }
    let (sample, outputs) = (Sample::of(trained), trained.plan.outputs());
    let in_data = sample.explained();
    let in_eval = Sample::of_eval(trained).filter(|sample| sample.rows.len() >= chance::FEW);
    let in_eval = in_eval.map(|sample| sample.explained());
    let is_unlearned = |explained: Option<f64>| explained.is_some_and(|share| share < NOTHING);
    // What is shipped is judged by evaluation rows. A number that is far may be all that was learned of the others.
    let shown = in_eval.as_ref().unwrap_or(&in_data);
    let unlearned: Vec<usize> = (0..outputs)
        .filter(|output| is_unlearned(shown[*output]))
        .collect();
    if let Some(far) = far::target(trained, trained.data(), &unlearned) {
        return Some(far.problem());
    }
    let all = sample.targets();
    let size = |output| {
        let sizes = column(&all, output, outputs).into_iter().map(f64::abs);
        sizes.fold(0.0, f64::max)
    };
    let sizes: Vec<f64> = (0..outputs).map(size).collect();
    let by_size = |one: &usize, other: &usize| sizes[*one].total_cmp(&sizes[*other]);
    let largest = (0..outputs).max_by(by_size)?;
    let is_beside = |output: usize| sizes[largest] >= SCALES * sizes[output];
    let is_odd =
        |output: &usize| !(1.0 / SCALES..SCALES).contains(&sizes[*output]) || is_beside(*output);
    let odd = unlearned.into_iter().filter(is_odd);
    let odd = odd.filter(|output| is_unlearned(in_data[*output]));
    let is_far = |output: &usize| sizes[*output].ln().abs();
    let output = odd.max_by(|a, b| is_far(a).total_cmp(&is_far(b)))?;
    let reaches = |output| {
        let target = target(trained.rows.header.as_ref(), output);
        format!("{target}, which reaches {}", rounded(sizes[output]))
    };
    let who = match outputs {
        1 => format!("the targets, which reach {}", rounded(sizes[output])),
        _ if is_beside(output) => format!("{}, beside {}", reaches(output), reaches(largest)),
        _ => reaches(output),
    };
    let message = format!(
        "the network has not learned {who}: give targets in a unit in which they are near 1, or without what they \
         have in common; `normalize` is for inputs"
    );
    Some(Problem::new(Field::Data, message))
}
