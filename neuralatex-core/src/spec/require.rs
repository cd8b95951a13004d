//! What must hold of the trained model: the words of `require`.

use std::fmt;

/// Something measured of a trained model; made by [`accuracy`], [`loss`], [`parameters`], [`recall`],
/// [`precision`], [`rmse`] or [`r2`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metric(pub(crate) MetricKind);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MetricKind {
    Accuracy,
    Loss,
    Parameters,
    /// Of the class that is called so.
    Recall(String),
    Precision(String),
    Rmse,
    R2,
}

/// A bound on a [`Metric`], which training must meet.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let good = [accuracy().at_least(0.9), loss().at_most(0.2), recall("setosa").above(0.5)];
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Requirement {
    pub(crate) metric: MetricKind,
    pub(crate) bound: Bound,
    pub(crate) value: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    AtLeast,
    AtMost,
    Above,
    Below,
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

/// Of the evaluation rows of a class, the share that are predicted as such. The class is a number,
/// or a text as the data has it or as the generated enum calls it.
pub fn recall(class: impl ToString) -> Metric {
    Metric(MetricKind::Recall(class.to_string()))
}

/// Of the evaluation rows predicted as a class, the share that are of it; the class as for
/// [`recall`].
pub fn precision(class: impl ToString) -> Metric {
    Metric(MetricKind::Precision(class.to_string()))
}

/// The root of the mean square of the distances of predicted numbers from the true ones, on the
/// evaluation rows; of several outputs the mean.
pub fn rmse() -> Metric {
    Metric(MetricKind::Rmse)
}

/// The share of the variance of the true numbers that the predicted ones explain, on the evaluation
/// rows: 1 is perfect, 0 is no better than their mean; of several outputs the mean.
pub fn r2() -> Metric {
    Metric(MetricKind::R2)
}

macro_rules! bounds {
    ($($(#[$doc:meta])+ $method:ident $bound:ident;)+) => {
        impl Metric { $(
            $(#[$doc])+
            pub fn $method(self, value: impl Into<f64>) -> Requirement {
                Requirement {
                    metric: self.0,
                    bound: Bound::$bound,
                    value: value.into(),
                }
            }
        )+ }
    };
}

bounds! {
    /// It must be this or more: `>=`.
    at_least AtLeast;
    /// It must be this or less: `<=`.
    at_most AtMost;
    /// It must be more: `>`.
    above Above;
    /// It must be less: `<`.
    below Below;
}

impl MetricKind {
    /// The word for it.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            MetricKind::Accuracy => "accuracy",
            MetricKind::Loss => "loss",
            MetricKind::Parameters => "parameters",
            MetricKind::Recall(_) => "recall",
            MetricKind::Precision(_) => "precision",
            MetricKind::Rmse => "rmse",
            MetricKind::R2 => "r2",
        }
    }
}

impl Bound {
    /// The method of a metric that sets it.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Bound::AtLeast => "at_least",
            Bound::AtMost => "at_most",
            Bound::Above => "above",
            Bound::Below => "below",
        }
    }
}

impl Requirement {
    pub(crate) fn is_met_by(&self, reached: f64) -> bool {
        match self.bound {
            Bound::AtLeast => reached >= self.value,
            Bound::AtMost => reached <= self.value,
            Bound::Above => reached > self.value,
            Bound::Below => reached < self.value,
        }
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.metric.name())?;
        if let MetricKind::Recall(class) | MetricKind::Precision(class) = &self.metric {
            match class.parse::<i32>() {
                Ok(number) => write!(f, "({number})")?,
                Err(_) => write!(f, "({class:?})")?,
            }
        }
        let sign = match self.bound {
            Bound::AtLeast => ">=",
            Bound::AtMost => "<=",
            Bound::Above => ">",
            Bound::Below => "<",
        };
        write!(f, " {sign} {}", self.value)
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
