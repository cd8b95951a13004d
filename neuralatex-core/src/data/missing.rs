//! What is missing becomes the mean of its column over the rows that are trained on.

use super::{Examples, Header, input};
use crate::error::{Field, Part, Problem};

/// Fills in what is missing in rows to train on and to evaluate on.
pub(crate) fn fill(
    header: Option<&Header>,
    data: &mut Examples,
    eval: Option<&mut Examples>,
) -> Result<(), Problem> {
    let mut means = Vec::with_capacity(data.columns());
    for column in 0..data.columns() {
        let mean = data.mean(column).ok_or_else(|| {
            let place = header.map(Header::place).unwrap_or_default();
            let name = input(header, column);
            let message = format!("{place}: {name} has no values in the rows to train on");
            Problem::new(Field::Data, message).at(Part::Argument("csv", 0))
        })?;
        means.push(mean);
    }
    data.fill(&means);
    if let Some(eval) = eval {
        eval.fill(&means);
    }
    Ok(())
}
