//! What must hold of the trained model: the words of `require`.

use std::fmt;

/// Something measured of a trained model; made by [`accuracy`], [`loss`] or [`parameters`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Metric(pub(crate) MetricKind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MetricKind {
    Accuracy,
    Loss,
    Parameters,
}

/// A bound on a [`Metric`], which training must meet.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let good = [accuracy().at_least(0.9), loss().at_most(0.2)];
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Requirement {
    pub(crate) metric: MetricKind,
    pub(crate) bound: Bound,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

/// The share of evaluation rows whose class is predicted right, from 0 to 1.
pub fn accuracy() -> Metric {
    Metric(MetricKind::Accuracy)
}

/// The mean loss on the evaluation rows; without `eval`, of the last epoch of training.
pub fn loss() -> Metric {
    Metric(MetricKind::Loss)
}

/// The number of weights and biases.
pub fn parameters() -> Metric {
    Metric(MetricKind::Parameters)
}

impl Metric {
    /// It must be this or more.
    pub fn at_least(self, value: impl Into<f64>) -> Requirement {
        Requirement {
            metric: self.0,
            bound: Bound::AtLeast(value.into()),
        }
    }

    /// It must be this or less.
    pub fn at_most(self, value: impl Into<f64>) -> Requirement {
        Requirement {
            metric: self.0,
            bound: Bound::AtMost(value.into()),
        }
    }
}

impl Requirement {
    pub(crate) fn is_met_by(&self, reached: f64) -> bool {
        match self.bound {
            Bound::AtLeast(value) => reached >= value,
            Bound::AtMost(value) => reached <= value,
        }
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let metric = match self.metric {
            MetricKind::Accuracy => "accuracy",
            MetricKind::Loss => "loss",
            MetricKind::Parameters => "parameters",
        };
        match self.bound {
            Bound::AtLeast(value) => write!(f, "{metric} >= {value}"),
            Bound::AtMost(value) => write!(f, "{metric} <= {value}"),
        }
    }
}

/// So that `require` takes one requirement, an array or a `Vec`.
impl IntoIterator for Requirement {
    type Item = Requirement;
    type IntoIter = std::iter::Once<Requirement>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::once(self)
    }
}
