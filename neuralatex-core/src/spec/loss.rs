//! What training makes small: the words of `loss`.
//!
//! The loss of a row is the mean over its outputs, that of a batch the mean over its rows. With
//! one output the target of a class is -1 or +1, with several it is 1 for the class's own output
//! and 0 for the others.

use std::fmt;

use crate::engine::{Formula, Value};

/// A loss; made by [`max_margin`], [`mse`], [`mae`], [`huber`], [`binary_cross_entropy`],
/// [`cross_entropy`] or [`custom`].
#[derive(Clone, PartialEq, Debug)]
pub struct Loss(pub(crate) Kind);

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    MaxMargin,
    Mse,
    Mae,
    Huber(f64),
    /// Targets lie between 0 and 1.
    BinaryCrossEntropy,
    /// Targets are one-hot, or -1 and +1 of a single output.
    CrossEntropy,
    Custom(Formula),
}

/// `max(0, 1 - score · target)` for a target of -1 or +1: the paper's loss.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 4, 1]).data(spiral(50)).loss(max_margin());
/// ```
pub fn max_margin() -> Loss {
    Loss(Kind::MaxMargin)
}

/// `(score - target)²`, the mean over outputs.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Square", [1, 8, 1]).data(points([([0.5], 0.25), ([2.0], 4.0)])).loss(mse());
/// ```
pub fn mse() -> Loss {
    Loss(Kind::Mse)
}

/// `|score - target|`, the mean over outputs: less moved by outliers than [`mse`].
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Square", [1, 8, 1]).data(points([([0.5], 0.25), ([2.0], 4.0)])).loss(mae());
/// ```
pub fn mae() -> Loss {
    Loss(Kind::Mae)
}

/// With the error `e = |score - target|`: `e² / 2` up to `delta`, from there on
/// `delta · (e - delta / 2)`; the mean over outputs.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let rows = points([([0.5], 0.25), ([2.0], 4.0)]);
/// let model = model("Square", [1, 8, 1]).data(rows).loss(huber(1.0));
/// ```
pub fn huber(delta: f64) -> Loss {
    Loss(Kind::Huber(delta))
}

/// `-ln(p)` for a target of 1 and `-ln(1 - p)` for one of 0, where `p = sigmoid(score)`; for
/// targets between them the mixture; the mean over outputs. For one output with two classes it is
/// [`cross_entropy`]. Labels that are not all whole are targets, each between 0 and 1.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let labels = points([([0.0, 1.0], [1.0, 1.0]), ([1.0, 0.0], [0.0, 1.0])]);
/// let model = model("Labels", [2, 8, 2]).data(labels).loss(binary_cross_entropy());
/// ```
pub fn binary_cross_entropy() -> Loss {
    Loss(Kind::BinaryCrossEntropy)
}

/// `-ln(p)` for the probability of the row's class: with several outputs the softmax of the
/// scores, with one the sigmoid.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let rows = points([([0.0], 0), ([1.0], 1), ([2.0], 2)]);
/// let model = model("Third", [1, 8, 3]).data(rows).loss(cross_entropy());
/// ```
pub fn cross_entropy() -> Loss {
    Loss(Kind::CrossEntropy)
}

/// Any formula of a score and its target. The closure runs once, on engine values; what it does
/// is recorded and differentiated.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let squared_margin = custom(|score, target| (1.0 - score * target).relu().powi(2));
/// ```
pub fn custom(formula: impl for<'g> Fn(Value<'g>, Value<'g>) -> Value<'g>) -> Loss {
    Loss(Kind::Custom(Formula::record(formula)))
}

impl Loss {
    /// The word; a closure by its steps, however many these are.
    pub(crate) fn in_full(&self) -> String {
        match &self.0 {
            Kind::Custom(formula) => formula.steps_in_words(),
            _ => self.to_string(),
        }
    }
}

/// As it is written in a specification.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::MaxMargin => f.write_str("max_margin"),
            Kind::Mse => f.write_str("mse"),
            Kind::Mae => f.write_str("mae"),
            Kind::Huber(delta) => write!(f, "huber({delta:?})"),
            Kind::BinaryCrossEntropy => f.write_str("binary_cross_entropy"),
            Kind::CrossEntropy => f.write_str("cross_entropy"),
            Kind::Custom(formula) => formula.fmt(f),
        }
    }
}
