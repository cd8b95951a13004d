//! Rows: a description of data becomes numbers, and labels become what a network is to answer.

mod blobs;
mod circles;
mod classes;
mod csv;
mod encode;
mod examples;
mod header;
mod hold_out;
mod idx;
mod labels;
mod letters;
mod made;
pub(crate) mod mesh;
mod missing;
mod moons;
pub(crate) mod names;
mod numbers;
pub(crate) mod room;
mod scaling;
mod spiral;
mod table;
mod task;
mod xor;

use std::borrow::Cow;

use crate::error::Problem;
use crate::spec::Model;
use crate::spec::loss::Kind as LossKind;
use crate::spec::source::{Column, Csv, Kind, Source};
pub(crate) use classes::Classes;
use csv::{Like, Reading};
pub use examples::Examples;
pub(crate) use header::{Feature, Header, input, names as names_of, target};
pub(crate) use hold_out::hold_out;
pub(crate) use missing::fill;
pub(crate) use numbers::{Listed, Numbers};
pub(crate) use scaling::Scaling;
pub(crate) use table::{Labels, Table, Use};
pub(crate) use task::{Asked, Task, loss_of_classes};

/// What a model is trained on, which rows of `eval` must be like.
#[derive(Clone, Copy)]
pub(crate) struct Learned<'d> {
    pub(crate) header: Option<&'d Header>,
    pub(crate) task: &'d Task,
    /// The bytes of its rows.
    pub(crate) bytes: u64,
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
                shares: model
                    .loss
                    .as_ref()
                    .is_some_and(|loss| loss.0 == LossKind::BinaryCrossEntropy),
                like,
                lenient,
            };
            reading.read(&answering(csv, model, like.map(|like| like.header)))
        }
        Kind::Idx(idx) => idx::read(idx, use_, model.precision),
        _ => {
            let beside = learned.map_or(0, |learned| learned.bytes);
            room::check_source(source, use_, model, beside)?;
            table::table(made::rows(source, use_, model), use_, model, beside)
        }
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
