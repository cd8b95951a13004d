//! Rows: a description of data becomes numbers, and labels become what a network is to answer.

pub(crate) mod mesh;
mod spiral;
mod task;

use crate::error::{Field, Problem};
use crate::random::{Random, Stream};
use crate::spec::source::{Kind, Label, Row, Source};
pub use task::Examples;
pub(crate) use task::Task;

/// Rows as they were read.
pub(crate) struct Table {
    /// Inputs in each row.
    pub(crate) columns: usize,
    /// Row by row.
    pub(crate) inputs: Vec<f64>,
    pub(crate) labels: Vec<Label>,
}

/// Makes or reads the rows. Each use of a seed has its own stream, so that `data` and `eval`
/// with equal seeds still differ.
pub(crate) fn load(source: &Source, use_: Use, seed: u64) -> Result<Table, Problem> {
    let random = |own: Option<u64>| Random::new(own.unwrap_or(seed), use_.stream());
    let rows: Vec<Row> = match &source.0 {
        Kind::Spiral(spiral) => spiral::rows(spiral, &mut random(spiral.seed)),
        Kind::Points(points) => points.rows.clone(),
        Kind::FromFn(function) => {
            let mut random = random(function.seed);
            (0..function.rows)
                .map(|_| (function.make)(&mut random))
                .collect()
        }
    };
    table(rows).map_err(|message| Problem::new(use_.field(), message))
}

/// What rows are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    Training,
    Evaluation,
}

impl Use {
    fn stream(self) -> Stream {
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
}

fn table(rows: Vec<Row>) -> Result<Table, String> {
    let columns = rows.first().map_or(0, |row| row.inputs.len());
    let mut table = Table {
        columns,
        inputs: Vec::new(),
        labels: Vec::new(),
    };
    for (row, number) in rows.into_iter().zip(1..) {
        if row.inputs.len() != columns {
            let found = row.inputs.len();
            return Err(format!(
                "row {number} has {found} inputs, but row 1 has {columns}"
            ));
        }
        if let Some(input) = row.inputs.iter().find(|input| !input.is_finite()) {
            return Err(format!(
                "row {number} has the input {input:?}: expected a finite number"
            ));
        }
        table.inputs.extend(row.inputs);
        table.labels.push(row.label);
    }
    Ok(table)
}
