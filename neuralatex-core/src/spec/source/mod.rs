//! Where rows come from, described: the words of `data` and `eval`.

mod blobs;
mod check;
mod csv;
mod hold_out;
mod idx;
mod label;
mod shape;

use std::fmt;
use std::path::PathBuf;
use std::rc::Rc;

use crate::random::Random;
pub use blobs::{Blobs, blobs};
pub(crate) use csv::Filled;
pub use csv::{Column, Columns, Csv, Missing, csv, drop, mean, value};
pub use hold_out::{HoldOut, hold_out};
pub use idx::{Idx, idx};
pub use label::Label;
pub(crate) use label::LabelKind;
pub(crate) use shape::Form;
pub use shape::{Shape, circles, moons, spiral, xor};

/// The most classes that are told apart, and the most texts of a column; a matrix of more would take more
/// memory than there is.
pub(crate) const MOST_CLASSES: usize = 1_000;

/// The largest file that is read, if nobody says otherwise: more is a slip, or needs another tool.
const GIBIBYTE: u64 = 1 << 30;

/// A description of data; made from [`Shape`], [`Blobs`], [`Points`], [`FromFn`], [`Csv`], [`Idx`] or,
/// for `eval`, from [`HoldOut`].
#[derive(Clone, Debug)]
pub struct Source(pub(crate) Kind);

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Shape(Shape),
    Blobs(Blobs),
    Points(Points),
    FromFn(FromFn),
    Csv(Csv),
    Idx(Idx),
    HoldOut(HoldOut),
}

impl Source {
    /// The files that it is read from.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        match &self.0 {
            Kind::Csv(csv) => vec![csv.path.clone()],
            Kind::Idx(idx) => vec![idx.images.clone(), idx.labels.clone()],
            _ => Vec::new(),
        }
    }

    /// The most bytes that each of them may have.
    pub(crate) fn limit(&self) -> u64 {
        match &self.0 {
            Kind::Csv(csv) => csv.limit,
            Kind::Idx(idx) => idx.limit,
            _ => 0,
        }
    }
}

/// Inputs and what belongs to them.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) inputs: Vec<f64>,
    pub(crate) label: Label,
}

/// Given rows; see [`points`].
#[derive(Clone, Debug)]
pub struct Points {
    pub(crate) rows: Vec<Row>,
}

/// The rows themselves: inputs, and a whole number for a class, or a number or a list of
/// numbers to predict.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let classes = points([([0.0, 1.0], 1), ([1.0, 0.0], -1)]);
/// let targets = points(vec![(vec![0.5], 0.25), (vec![2.0], 4.0)]);
/// ```
pub fn points<I, X, Y>(rows: I) -> Points
where
    I: IntoIterator<Item = (X, Y)>,
    X: Into<Vec<f64>>,
    Y: Into<Label>,
{
    let row = |(inputs, label): (X, Y)| Row {
        inputs: inputs.into(),
        label: label.into(),
    };
    Points {
        rows: rows.into_iter().map(row).collect(),
    }
}

/// Rows made by a function; see [`from_fn`].
#[derive(Clone)]
pub struct FromFn {
    pub(crate) rows: usize,
    pub(crate) make: Rc<dyn Fn(&mut Random) -> Row>,
    pub(crate) seed: Option<u64>,
}

/// `n` rows, each made by the function from random numbers.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let disc = from_fn(1000, |random| {
///     let (x, y) = (random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
///     ([x, y], if x * x + y * y < 0.5 { 1 } else { -1 })
/// });
/// ```
pub fn from_fn<F, X, Y>(n: usize, make: F) -> FromFn
where
    F: Fn(&mut Random) -> (X, Y) + 'static,
    X: Into<Vec<f64>>,
    Y: Into<Label>,
{
    let make = Rc::new(move |random: &mut Random| {
        let (inputs, label) = make(random);
        Row {
            inputs: inputs.into(),
            label: label.into(),
        }
    });
    FromFn {
        rows: n,
        make,
        seed: None,
    }
}

impl FromFn {
    /// The seed; by default the model's.
    pub fn seed(mut self, seed: u64) -> FromFn {
        self.seed = Some(seed);
        self
    }
}

impl fmt::Debug for FromFn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FromFn({} rows)", self.rows)
    }
}

macro_rules! sources {
    ($($source:ident)+) => { $(
        impl From<$source> for Source {
            fn from(source: $source) -> Source {
                Source(Kind::$source(source))
            }
        }
    )+ };
}

sources! { Shape Blobs Points FromFn Csv Idx HoldOut }
