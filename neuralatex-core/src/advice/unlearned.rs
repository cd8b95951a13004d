//! A network that has learned nothing, for a reason that no other advice knows.

use super::{Sample, chance};
use crate::data::input;
use crate::error::{Field, Problem};
use crate::rounded::rounded;
use crate::spec::normalize;
use crate::trained::Trained;

/// A number that is so many times as far from the middle half of all rows as that is wide may be a mistake.
const FAR: f64 = 1000.0;

pub(super) fn look(trained: &Trained) -> Option<Problem> {
    // What others have trained is not to be trained better here.
    if trained.rows.is_foreign {
        return None;
    }
    let evaluation = trained.evaluation_of_floats().or(trained.evaluation())?;
    let sign = chance::sign(evaluation)?;
    let far = far(trained).unwrap_or_default();
    let (field, whose, what) = match trained.given() {
        Some(file) => (
            Field::Weights,
            format!(" of `{file}`"),
            "train it again".to_string(),
        ),
        None => {
            let normalize = match trained.model.normalize == normalize::none() {
                true => "`standard` as `normalize`, ",
                false => "",
            };
            let what = format!(
                "try another learning rate, more epochs, {normalize}or the best of several `restarts`"
            );
            (Field::Epochs, String::new(), what)
        }
    };
    let message = format!("the network{whose} has learned nothing: {sign}; {far}{what}");
    Some(Problem::new(field, message))
}

/// The input with the number that is farthest from the middle half of its rows, if it is so far that, normalised,
/// these are hardly told apart.
fn far(trained: &Trained) -> Option<String> {
    let data = trained.data();
    let sample = Sample::of(trained);
    let (inputs, columns) = (data.inputs_of(&sample.rows), data.columns());
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
    Some(format!(
        "{} is {end} somewhere, and from {low} to {high} in half of all rows: is that a mistake? Else ",
        input(trained.rows.header.as_ref(), column)
    ))
}
