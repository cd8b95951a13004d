//! Where rows come from, described: the words of `data` and `eval`.

use std::fmt;
use std::rc::Rc;

use crate::random::Random;

/// A description of data; made from [`Spiral`], [`Points`] or [`FromFn`].
#[derive(Clone, Debug)]
pub struct Source(pub(crate) Kind);

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Spiral(Spiral),
    Points(Points),
    FromFn(FromFn),
}

/// Inputs and what belongs to them.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) inputs: Vec<f64>,
    pub(crate) label: Label,
}

/// What belongs to the inputs of a row: a class or one or several numbers to predict.
#[derive(Clone, PartialEq, Debug)]
pub struct Label(pub(crate) LabelKind);

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum LabelKind {
    Whole(i64),
    Number(f64),
    Targets(Vec<f64>),
}

/// The paper's two spiral arms; see [`spiral`].
#[derive(Clone, PartialEq, Debug)]
pub struct Spiral {
    pub(crate) per_class: usize,
    pub(crate) noise: f64,
    pub(crate) seed: Option<u64>,
}

/// Two spiral arms with `n` points each, labelled -1 and 1, as in the paper.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let data = spiral(50).noise(0.2).seed(1);
/// ```
pub fn spiral(n: usize) -> Spiral {
    Spiral {
        per_class: n,
        noise: 0.5,
        seed: None,
    }
}

impl Spiral {
    /// How far points lie off their arm: up to half of this along each axis. By default 0.5.
    pub fn noise(mut self, width: f64) -> Spiral {
        self.noise = width;
        self
    }

    /// The seed; by default the model's.
    pub fn seed(mut self, seed: u64) -> Spiral {
        self.seed = Some(seed);
        self
    }
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

sources! { Spiral Points FromFn }

macro_rules! whole_labels {
    ($($number:ty)+) => { $(
        impl From<$number> for Label {
            /// A class. Classes are `i32`; what lies outside is refused when the data is read.
            fn from(class: $number) -> Label {
                Label(LabelKind::Whole(i64::try_from(class).unwrap_or(i64::MAX)))
            }
        }
    )+ };
}

whole_labels! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

impl From<f64> for Label {
    /// A number to predict, or, with a classification loss, a class if it is whole.
    fn from(number: f64) -> Label {
        Label(LabelKind::Number(number))
    }
}

impl From<Vec<f64>> for Label {
    /// Several numbers to predict.
    fn from(targets: Vec<f64>) -> Label {
        Label(LabelKind::Targets(targets))
    }
}

impl<const N: usize> From<[f64; N]> for Label {
    /// Several numbers to predict.
    fn from(targets: [f64; N]) -> Label {
        Label(LabelKind::Targets(targets.to_vec()))
    }
}
