//! A number that lies far from all others of its column: a mistake, or one that takes the range of the others.

use super::{column, some_rows};
use crate::data::{self, Examples};
use crate::error::{Field, Problem};
use crate::rounded::rounded;
use crate::trained::Trained;

/// It is so many times as far from the middle half of all rows as that is wide, and where its effect is seen, so many.
pub(super) const FAR: f64 = 1000.0;
pub(super) const FAR_WITH_EFFECT: f64 = 50.0;

/// So many rows tell where that is.
const ENOUGH: usize = 200;

/// A number, and the middle half of its column.
pub(super) struct Far {
    who: String,
    /// So many times as far from there as that is wide.
    times: f64,
    number: f64,
    low: f64,
    high: f64,
    least: f64,
}

impl Far {
    /// The end of a column that is farther from the middle half of some of its numbers, if it is far.
    fn of(
        who: impl FnOnce() -> String,
        mut some: Vec<f64>,
        [least, most]: [f64; 2],
        limit: f64,
    ) -> Option<Far> {
        some.sort_unstable_by(f64::total_cmp);
        let at = |quarter: usize| some.get(some.len() * quarter / 4).copied();
        let (low, high) = (at(1)?, at(3)?);
        let number = match most - high > low - least {
            true => most,
            false => least,
        };
        let times = (number - low).abs().max((number - high).abs()) / (high - low);
        (low < high && times > limit).then(|| Far {
            who: who(),
            times,
            number,
            low,
            high,
            least,
        })
    }

    /// Where it is.
    pub(super) fn told(&self) -> String {
        let [number, low, high] = [self.number, self.low, self.high].map(rounded);
        let who = &self.who;
        format!("{who} is {number} somewhere, and from {low} to {high} in half of all rows")
    }

    /// The same of `data`, and what to do.
    pub(super) fn problem(&self) -> Problem {
        let logarithm = match self.least > 0.0 {
            true => ", or take its logarithm",
            false => "",
        };
        let message = format!(
            "{}: leave that row out if it is a mistake, or else clamp this column{logarithm}",
            self.told()
        );
        Problem::new(Field::Data, message)
    }
}

/// The number that is farthest of all inputs.
pub(super) fn input(trained: &Trained, examples: &Examples, limit: f64) -> Option<Far> {
    let columns = examples.columns();
    let inputs = examples.inputs_of(&some_rows(examples.rows(), ENOUGH));
    let statistics = examples.statistics(&vec![0.0; columns]);
    let of = |(place, [least, most, ..]): (usize, &[f64; 4])| {
        let who = || data::input(trained.rows.header.as_ref(), place);
        Far::of(who, column(&inputs, place, columns), [*least, *most], limit)
    };
    farthest(statistics.iter().enumerate().filter_map(of))
}

/// The number that is farthest of these targets, of which it is seen that they are not learned, or not predicted.
pub(super) fn target(trained: &Trained, examples: &Examples, asked: &[usize]) -> Option<Far> {
    let outputs = trained.plan.outputs();
    let targets = examples.all_targets();
    let of = |&place: &usize| {
        let all = column(&targets, place, outputs);
        let least = all.iter().copied().fold(f64::INFINITY, f64::min);
        let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let some = some_rows(all.len(), ENOUGH);
        let some = some.iter().map(|row| all[*row]).collect();
        let who = || data::target(trained.rows.header.as_ref(), place);
        Far::of(who, some, [least, most], FAR_WITH_EFFECT)
    };
    farthest(asked.iter().filter_map(of))
}

fn farthest(all: impl Iterator<Item = Far>) -> Option<Far> {
    all.max_by(|one, other| one.times.total_cmp(&other.times))
}
