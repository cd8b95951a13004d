//! A number that lies far from all others: a mistake in the data, or one that takes the range of the others.

use super::some_rows;
use crate::data::input;
use crate::error::{Field, Problem};
use crate::rounded::rounded;
use crate::spec::normalize;
use crate::trained::Trained;

/// It is so many times as far from the middle half of all rows as that is wide.
const FAR: f64 = 1000.0;

/// The input with the number that is farthest from the middle half of its rows.
pub(super) fn look(trained: &Trained) -> Option<Problem> {
    if trained.is_excellent() {
        return None;
    }
    let data = trained.data();
    let (inputs, columns) = (data.inputs_of(&some_rows(data.rows())), data.columns());
    let statistics = data.statistics(&vec![0.0; columns]);
    let middle = |column: usize| {
        let of_column = inputs.iter().skip(column).step_by(columns);
        let mut numbers: Vec<f64> = of_column.copied().collect();
        numbers.sort_unstable_by(f64::total_cmp);
        let at = |quarter: usize| numbers.get(numbers.len() * quarter / 4).copied();
        Some([at(1)?, at(3)?])
    };
    let beyond = |(column, [least, most, ..]): (usize, &[f64; 4])| {
        let [low, high] = middle(column)?;
        let end = match most - high > low - least {
            true => *most,
            false => *least,
        };
        let times = (end - low).abs().max((end - high).abs()) / (high - low);
        (low < high && times > FAR).then_some((times, column, [low, high, end]))
    };
    let all = statistics.iter().enumerate().filter_map(beyond);
    let (_, column, numbers) = all.max_by(|(one, ..), (other, ..)| one.total_cmp(other))?;
    let [low, high, end] = numbers.map(rounded);
    let hardly = match trained.model.normalize == normalize::none() {
        true => "",
        false => ", which normalised are hardly told apart",
    };
    let message = format!(
        "{} is {end} somewhere, and from {low} to {high} in half of all rows{hardly}: leave that row out if it is a \
         mistake, or else clamp this input, or take its logarithm",
        input(trained.rows.header.as_ref(), column)
    );
    Some(Problem::new(Field::Data, message))
}
