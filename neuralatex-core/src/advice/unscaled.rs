//! Inputs of very different size, and targets of one that a network cannot reach.

use super::Sample;
use crate::data::{Task, input};
use crate::error::{Field, Problem};
use crate::rounded::rounded;
use crate::spec::normalize;
use crate::trained::Trained;

/// Inputs of which the largest are so many times the smallest need to be normalised, and targets that
/// are so large need another unit.
const SCALES: f64 = 100.0;
/// Below this the size of inputs does no harm.
const SMALL: f64 = 10.0;
/// What a network that has learned nothing explains, at most, of the rows trained on.
const NOTHING: f64 = 0.1;

pub(super) fn look(trained: &Trained) -> Option<Problem> {
    inputs(trained).or_else(|| targets(trained))
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

/// Weights begin near 1, and take their time to reach numbers of another size.
fn targets(trained: &Trained) -> Option<Problem> {
    if trained.rows.task != Task::Targets {
        return None;
    }
    let sample = Sample::of(trained);
    let sizes = sample.targets().into_iter().map(f64::abs);
    let most = sizes.fold(0.0, f64::max);
    if most < SCALES || sample.r2(trained.plan.outputs()) >= NOTHING {
        return None;
    }
    let message = format!(
        "the network has not learned the targets, which reach {}: give them in a unit in which they are \
         near 1, or without what they have in common; `normalize` is for inputs",
        rounded(most)
    );
    Some(Problem::new(Field::Data, message))
}
