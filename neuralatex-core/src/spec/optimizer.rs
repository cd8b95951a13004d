//! How weights follow their gradients: the words of `optimizer`, and learning rates.

use std::fmt;
use std::rc::Rc;

/// An optimiser with its learning rate; made by [`sgd`] or [`adam`].
#[derive(Clone, Debug)]
pub struct Optimizer {
    pub(crate) method: Method,
    pub(crate) rate: Rate,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    Sgd,
    Adam,
}

/// A learning rate: a number, or a function of the epoch (1, 2, 3, …).
#[derive(Clone)]
pub struct Rate(RateKind);

#[derive(Clone)]
enum RateKind {
    Constant(f64),
    Function(Rc<dyn Fn(f64) -> f64>),
}

/// Gradient descent: `weight - rate · gradient`.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let constant = sgd(0.1);
/// let falling = sgd(|epoch: f64| 1.0 - 0.9 * (epoch - 1.0) / 100.0);
/// ```
pub fn sgd(rate: impl Into<Rate>) -> Optimizer {
    Optimizer {
        method: Method::Sgd,
        rate: rate.into(),
    }
}

/// Adam (Kingma and Ba), with β₁ = 0.9, β₂ = 0.999 and ε = 1e-8.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let usual = adam(0.001);
/// ```
pub fn adam(rate: impl Into<Rate>) -> Optimizer {
    Optimizer {
        method: Method::Adam,
        rate: rate.into(),
    }
}

impl Method {
    /// Whether a step depends on more than the weights and their gradients.
    pub(crate) fn has_memory(self) -> bool {
        match self {
            Method::Sgd => false,
            Method::Adam => true,
        }
    }
}

impl Rate {
    /// The rate in an epoch, counted from 1.
    pub(crate) fn at(&self, epoch: usize) -> f64 {
        match &self.0 {
            RateKind::Constant(rate) => *rate,
            RateKind::Function(rate) => rate(epoch as f64),
        }
    }
}

impl From<f64> for Rate {
    fn from(rate: f64) -> Rate {
        Rate(RateKind::Constant(rate))
    }
}

impl<F: Fn(f64) -> f64 + 'static> From<F> for Rate {
    fn from(rate: F) -> Rate {
        Rate(RateKind::Function(Rc::new(rate)))
    }
}

impl fmt::Debug for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            RateKind::Constant(rate) => write!(f, "{rate:?}"),
            RateKind::Function(_) => write!(f, "|epoch| …"),
        }
    }
}
