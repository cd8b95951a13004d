//! Rows: a description of data becomes numbers, and labels become what a network is to answer.

mod blobs;
mod circles;
pub(crate) mod mesh;
mod moons;
mod numbers;
mod scaling;
mod spiral;
mod task;
mod xor;

use std::borrow::Cow;

use crate::error::{Field, Part, Problem};
use crate::random::{Random, Stream};
use crate::spec::Model;
use crate::spec::source::{Form, Kind, Label, Row, Source};
pub(crate) use numbers::{Listed, Numbers};
pub(crate) use scaling::Scaling;
pub use task::Examples;
pub(crate) use task::{Task, loss_of_classes};

/// Rows as they were read.
pub(crate) struct Table {
    /// Inputs in each row.
    pub(crate) columns: usize,
    /// Row by row.
    pub(crate) inputs: Numbers,
    pub(crate) labels: Vec<Label>,
}

/// Makes or reads the rows. Each use of a seed has its own stream, so that `data` and `eval`
/// with equal seeds still differ.
pub(crate) fn load(source: &Source, use_: Use, model: &Model) -> Result<Table, Problem> {
    let random = |own: Option<u64>| Random::new(own.unwrap_or(model.seed), use_.stream());
    let made: Vec<Row> = match &source.0 {
        Kind::Shape(shape) => {
            let rows = match shape.form {
                Form::Spiral => spiral::rows,
                Form::Moons => moons::rows,
                Form::Circles => circles::rows,
                Form::Xor => xor::rows,
            };
            rows(shape, &mut random(shape.seed))
        }
        Kind::Blobs(blobs) => {
            let trained_on = match &model.data {
                Some(Source(Kind::Blobs(data))) => data,
                _ => blobs,
            };
            let seed = trained_on.seed.unwrap_or(model.seed);
            let mut centres = Random::new(seed, Stream::Centres);
            blobs::rows(blobs, &mut centres, &mut random(blobs.seed))
        }
        Kind::Points(points) => {
            return table(points.rows.iter().map(Cow::Borrowed), use_, model);
        }
        Kind::FromFn(function) => {
            // One at a time: all at once would take more memory than the table itself.
            let mut random = random(function.seed);
            let rows = (0..function.rows).map(|_| Cow::Owned((function.make)(&mut random)));
            return table(rows, use_, model);
        }
    };
    table(made.into_iter().map(Cow::Owned), use_, model)
}

/// The row of a point that is off its place: by a normal distribution with this deviation along
/// each axis.
fn noisy(place: &[f64], class: usize, deviation: f64, random: &mut Random) -> Row {
    let inputs = place.iter().map(|x| x + deviation * random.normal());
    Row {
        inputs: inputs.collect(),
        label: class.into(),
    }
}

/// The parts of a row, as `points` has them.
const INPUTS: Part = Part::Element(0);
const LABEL: Part = Part::Element(1);

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

    /// A problem of the row with this index.
    pub(crate) fn problem(self, row: usize, what: impl std::fmt::Display) -> Problem {
        let field = match self {
            Use::Training => Field::DataRow(row),
            Use::Evaluation => Field::EvalRow(row),
        };
        Problem::new(field, format!("row {} {what}", row + 1))
    }
}

fn table<'r>(
    rows: impl Iterator<Item = Cow<'r, Row>>,
    use_: Use,
    model: &Model,
) -> Result<Table, Problem> {
    let mut table = Table {
        columns: model.layers[0],
        inputs: Numbers::new(model.precision),
        labels: Vec::new(),
    };
    let mut columns = None;
    let (count, _) = rows.size_hint();
    for (index, row) in rows.enumerate() {
        let found = row.inputs.len();
        if index == 0 {
            table.inputs.reserve(count.saturating_mul(found));
        }
        let columns = *columns.get_or_insert(found);
        if found != columns {
            let what = format!("has {found} inputs, but row 1 has {columns}");
            return Err(use_.problem(index, what).at(INPUTS));
        }
        table.inputs.extend(&row.inputs).map_err(|place| {
            let input = row.inputs[place];
            let more = match input.is_finite() {
                true => " that `f32` can hold; `f64` as precision can hold more",
                false => "",
            };
            let what = format!("has the input {input:?}: expected a finite number{more}");
            let problem = use_.problem(index, what);
            problem.at(INPUTS).at(Part::Element(place))
        })?;
        table.labels.push(match row {
            Cow::Owned(row) => row.label,
            Cow::Borrowed(row) => row.label.clone(),
        });
    }
    let (found, inputs) = (columns.unwrap_or(0), table.columns);
    if found != inputs {
        let message = format!("the rows have {found} inputs, but the network has {inputs}");
        return Err(Problem::new(use_.field(), message));
    }
    Ok(table)
}
