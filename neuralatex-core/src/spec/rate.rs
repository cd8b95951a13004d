//! Learning rates: numbers, and functions of the epoch.

use std::fmt;
use std::rc::Rc;

/// A learning rate: a number, or a function of the epoch (1, 2, 3, …).
#[derive(Clone)]
pub struct Rate(Kind);

#[derive(Clone)]
enum Kind {
    Constant(f64),
    Function(Rc<dyn Fn(f64) -> f64>),
}

impl Rate {
    /// The rate in an epoch, counted from 1.
    pub(crate) fn at(&self, epoch: usize) -> f64 {
        match &self.0 {
            Kind::Constant(rate) => *rate,
            Kind::Function(rate) => rate(epoch as f64),
        }
    }
}

impl From<f64> for Rate {
    fn from(rate: f64) -> Rate {
        Rate(Kind::Constant(rate))
    }
}

impl<F: Fn(f64) -> f64 + 'static> From<F> for Rate {
    fn from(rate: F) -> Rate {
        Rate(Kind::Function(Rc::new(rate)))
    }
}

impl fmt::Debug for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Constant(rate) => write!(f, "{rate:?}"),
            Kind::Function(_) => write!(f, "|epoch| …"),
        }
    }
}
