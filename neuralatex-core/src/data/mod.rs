//! Rows: a description of data becomes numbers, and labels become what a network is to answer.

mod blobs;
mod circles;
mod classes;
mod csv;
mod examples;
mod header;
mod hold_out;
mod idx;
mod letters;
pub(crate) mod mesh;
mod missing;
mod moons;
pub(crate) mod names;
mod numbers;
mod scaling;
mod spiral;
mod task;
mod xor;

use std::borrow::Cow;

use crate::error::{Field, Part, Problem, counted, short};
use crate::random::{Random, Stream};
use crate::spec::Model;
use crate::spec::source::{Column, Csv, Form, Kind, Label, Row, Shape, Source};
pub(crate) use classes::Classes;
use csv::{Like, Reading};
pub use examples::Examples;
pub(crate) use header::{Feature, Header};
pub(crate) use hold_out::hold_out;
pub(crate) use missing::fill;
pub(crate) use numbers::{Listed, Numbers};
pub(crate) use scaling::Scaling;
pub(crate) use task::{Asked, Task, loss_of_classes};

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

/// What a model is trained on, which rows of `eval` must be like.
#[derive(Clone, Copy)]
pub(crate) struct Learned<'d> {
    pub(crate) header: Option<&'d Header>,
    pub(crate) task: &'d Task,
}

/// Makes or reads the rows to train on. Those of a file with mistakes are left out where it is asked
/// to be lenient.
pub(crate) fn load(source: &Source, model: &Model, lenient: bool) -> Result<Table, Problem> {
    read(source, Use::Training, model, None, lenient)
}

/// Makes or reads the rows to evaluate on.
pub(crate) fn load_eval(
    source: &Source,
    model: &Model,
    learned: Option<Learned<'_>>,
) -> Result<Table, Problem> {
    read(source, Use::Evaluation, model, learned, false)
}

fn read(
    source: &Source,
    use_: Use,
    model: &Model,
    learned: Option<Learned<'_>>,
    lenient: bool,
) -> Result<Table, Problem> {
    match &source.0 {
        Kind::Csv(csv) => {
            let like = learned.and_then(|learned| {
                let classes = match learned.task {
                    Task::Classes(classes) => Some(classes),
                    Task::Targets => None,
                };
                Some(Like {
                    header: learned.header?,
                    classes,
                })
            });
            let reading = Reading {
                field: use_.field(),
                precision: model.precision,
                like,
                lenient,
            };
            reading.read(&answering(csv, model, like.map(|like| like.header)))
        }
        Kind::Idx(idx) => idx::read(idx, use_, model.precision),
        _ => table(rows(source, use_, model), use_, model),
    }
}

/// A file of `eval` for which nobody says what is to be predicted, or what to do about missing values,
/// has it where that of `data` has it: in a column of the same name.
fn answering<'c>(csv: &'c Csv, model: &Model, header: Option<&Header>) -> Cow<'c, Csv> {
    let Some(Source(Kind::Csv(data))) = &model.data else {
        return Cow::Borrowed(csv);
    };
    let mut csv = csv.clone();
    csv.missing = csv.missing.or(data.missing);
    if csv.label.is_none() && csv.targets.is_empty() {
        csv.label.clone_from(&data.label);
        csv.targets.clone_from(&data.targets);
        if let Some(header) = header.filter(|_| data.header) {
            let named = csv.label.iter_mut().chain(&mut csv.targets);
            for (column, name) in named.zip(&header.answers) {
                *column = Column::Name(name.clone());
            }
        }
    }
    Cow::Owned(csv)
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
        // These are read, or taken from those of `data`.
        Kind::Csv(_) | Kind::Idx(_) | Kind::HoldOut(_) => Box::new(std::iter::empty()),
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
    let mut inputs = Numbers::new(model.precision);
    let mut labels = Vec::new();
    let mut columns = None;
    let (count, _) = rows.size_hint();
    for (index, row) in rows.enumerate() {
        let found = row.inputs.len();
        if index == 0 {
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

/// The first few names.
fn some(names: &[String]) -> String {
    const FEW: usize = 5;
    let shown: Vec<String> = names.iter().take(FEW).map(|name| short(name)).collect();
    let shown = shown.join(", ");
    match names.len() > FEW {
        true => shown + ", …",
        false => shown,
    }
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
