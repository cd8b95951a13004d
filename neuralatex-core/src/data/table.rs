//! Rows as they were read.

use std::borrow::Cow;

use super::room::{self, Width};
use super::{Classes, Header, Numbers};
use crate::error::{Field, Part, Problem, counted, some};
use crate::random::Stream;
use crate::spec::Model;
use crate::spec::source::{Label, Row};

/// Rows as they were read.
pub(crate) struct Table {
    /// Inputs in each row.
    pub(crate) columns: usize,
    /// Row by row. What is missing and not yet filled in is no number.
    pub(crate) inputs: Numbers,
    pub(crate) has_gaps: bool,
    pub(crate) labels: Labels,
    /// Of a file whose columns have names.
    pub(crate) header: Option<Header>,
}

/// What belongs to each row.
pub(crate) enum Labels {
    /// As it was given, which is to be understood yet.
    Given(Vec<Label>),
    /// The place of a class among all.
    Classes(Classes, Vec<u32>),
    /// So many numbers to predict.
    Targets(Numbers, usize),
}

impl Table {
    /// Whether a network with so many inputs can read it.
    pub(crate) fn fits(&self, inputs: usize, use_: Use) -> Result<(), Problem> {
        if self.columns == inputs {
            return Ok(());
        }
        let found = counted(self.columns, "input");
        let names = match &self.header {
            Some(header) => format!(" ({})", some(&header.inputs())),
            None => String::new(),
        };
        let message = format!("the rows have {found}{names}, but the network has {inputs}");
        Err(Problem::new(use_.field(), message))
    }
}

/// What rows are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    Training,
    Evaluation,
}

impl Use {
    pub(super) fn stream(self) -> Stream {
        match self {
            Use::Training => Stream::Data,
            Use::Evaluation => Stream::Eval,
        }
    }

    pub(crate) fn field(self) -> Field {
        match self {
            Use::Training => Field::Data,
            Use::Evaluation => Field::Eval,
        }
    }

    /// A problem of the row with this index.
    pub(crate) fn problem(self, row: usize, what: impl std::fmt::Display) -> Problem {
        let field = match self {
            Use::Training => Field::DataRow(row),
            Use::Evaluation => Field::EvalRow(row),
        };
        Problem::new(field, format!("row {} {what}", row + 1))
    }
}

/// The parts of a row, as `points` has them.
const INPUTS: Part = Part::Element(0);
pub(super) const LABEL: Part = Part::Element(1);

/// The rows as a table, in the precision of the model, beside so many bytes of others.
pub(super) fn table<'r>(
    rows: impl Iterator<Item = Cow<'r, Row>>,
    use_: Use,
    model: &Model,
    beside: u64,
) -> Result<Table, Problem> {
    let mut inputs = Numbers::new(model.precision);
    let mut labels = Vec::new();
    let mut columns = None;
    let (count, _) = rows.size_hint();
    for (index, row) in rows.enumerate() {
        let found = row.inputs.len();
        if index == 0 {
            room::check(count, Width::of_row(&row), use_, model, beside)?;
            inputs.reserve(count.saturating_mul(found));
            labels.reserve_exact(count);
        }
        let columns = *columns.get_or_insert(found);
        if found != columns {
            let found = counted(found, "input");
            let what = format!("has {found}, but row 1 has {columns}");
            return Err(use_.problem(index, what).at(INPUTS));
        }
        inputs.extend(&row.inputs).map_err(|place| {
            let input = row.inputs[place];
            let more = match input.is_finite() {
                true => " that `f32` can hold; `f64` as precision can hold more",
                false => "",
            };
            let what = format!("has the input {input:?}: expected a finite number{more}");
            let problem = use_.problem(index, what);
            problem.at(INPUTS).at(Part::Element(place))
        })?;
        labels.push(match row {
            Cow::Owned(row) => row.label,
            Cow::Borrowed(row) => row.label.clone(),
        });
    }
    Ok(Table {
        columns: columns.unwrap_or(0),
        inputs,
        has_gaps: false,
        labels: Labels::Given(labels),
        header: None,
    })
}
