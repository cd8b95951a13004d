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

use crate::error::{Field, Part, Problem, counted};
use crate::random::{Random, Stream};
use crate::spec::Model;
use crate::spec::source::{Form, Kind, Label, Row, Shape, Source};
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

/// Makes or reads the rows.
pub(crate) fn load(source: &Source, use_: Use, model: &Model) -> Result<Table, Problem> {
    table(rows(source, use_, model), use_, model)
}

/// One at a time: all at once would take more memory than the table itself.
type Made<'r> = Box<dyn Iterator<Item = Cow<'r, Row>> + 'r>;

/// The rows of a source; how many there are is known from the start. Each use of a seed has its own
/// stream, so that `data` and `eval` with equal seeds still differ.
fn rows<'r>(source: &'r Source, use_: Use, model: &Model) -> Made<'r> {
    let random = |own: Option<u64>| Random::new(own.unwrap_or(model.seed), use_.stream());
    match &source.0 {
        Kind::Shape(shape) => Box::new(of_shape(shape, random(shape.seed)).map(Cow::Owned)),
        Kind::Blobs(blobs) => {
            let trained_on = match &model.data {
                Some(Source(Kind::Blobs(data))) => data,
                _ => blobs,
            };
            let seed = trained_on.seed.unwrap_or(model.seed);
            let centres = Random::new(seed, Stream::Centres);
            Box::new(blobs::rows(blobs, centres, random(blobs.seed)).map(Cow::Owned))
        }
        Kind::Points(points) => Box::new(points.rows.iter().map(Cow::Borrowed)),
        Kind::FromFn(function) => {
            let mut random = random(function.seed);
            let make = move |_| Cow::Owned((function.make)(&mut random));
            Box::new((0..function.rows).map(make))
        }
    }
}

/// The rows of a shape: class by class, only those of a spiral in turns, as in the paper.
fn of_shape(shape: &Shape, mut random: Random) -> impl Iterator<Item = Row> {
    let per_class = shape.per_class;
    let in_turns = shape.form == Form::Spiral;
    let row = match shape.form {
        Form::Spiral => spiral::row,
        Form::Moons => moons::row,
        Form::Circles => circles::row,
        Form::Xor => xor::row,
    };
    (0..2 * per_class).map(move |place| {
        let (class, index) = match in_turns {
            true => (place % 2, place / 2),
            false => (place / per_class, place % per_class),
        };
        row(shape, class, index, &mut random)
    })
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
            table.labels.reserve_exact(count);
        }
        let columns = *columns.get_or_insert(found);
        if found != columns {
            let found = counted(found, "input");
            let what = format!("has {found}, but row 1 has {columns}");
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
        let found = counted(found, "input");
        let message = format!("the rows have {found}, but the network has {inputs}");
        return Err(Problem::new(use_.field(), message));
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::{Use, rows};
    use crate::spec::model;
    use crate::spec::source::{Source, blobs, circles, from_fn, moons, spiral, xor};

    /// All of these at once would be more than any machine can hold.
    #[test]
    fn rows_are_made_one_at_a_time() {
        const MANY: usize = usize::MAX >> 4;
        let model = model("Many", [2, 1]);
        let sources: [(Source, usize); 6] = [
            (spiral(MANY).into(), 2 * MANY),
            (moons(MANY).into(), 2 * MANY),
            (circles(MANY).into(), 2 * MANY),
            (xor(MANY).into(), 2 * MANY),
            (blobs(MANY).classes(4).into(), 4 * MANY),
            (from_fn(MANY, |_| ([0.0; 2], 1)).into(), MANY),
        ];
        for (source, count) in &sources {
            let mut rows = rows(source, Use::Training, &model);
            assert_eq!(rows.size_hint(), (*count, Some(*count)));
            assert_eq!(rows.next().unwrap().inputs.len(), 2);
        }
    }
}
