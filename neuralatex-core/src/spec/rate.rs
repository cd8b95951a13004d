//! Learning rates: numbers, and functions of the epoch.
//!
//! In epoch e of E, with the share s = (e - 1) / (E - 1) of the way behind: linear
//! `from + (to - from) s`, cosine `to + (from - to) (1 + cos(π s)) / 2`, step
//! `rate · factor^⌊(e - 1) / n⌋`, exponential `rate · factor^(e - 1)`. A warmup of n epochs
//! multiplies each by `min(1, e / (n + 1))`.

use std::f64::consts::PI;
use std::fmt;
use std::rc::Rc;

use crate::maths;

/// A learning rate: a number, a function of the epoch (1, 2, 3, …), or made by [`linear`],
/// [`cosine`], [`step`] or [`exponential`].
#[derive(Clone)]
pub struct Rate {
    pub(crate) kind: Kind,
    warmup: usize,
}

#[derive(Clone)]
pub(crate) enum Kind {
    Constant(f64),
    Linear(f64, f64),
    Cosine(f64, f64),
    Step { rate: f64, every: usize, by: f64 },
    Exponential(f64, f64),
    Function(Rc<dyn Fn(f64) -> f64>),
}

/// A rate that falls in steps; see [`step`].
#[derive(Clone, PartialEq, Debug)]
pub struct StepRate {
    rate: f64,
    every: usize,
    by: f64,
    warmup: usize,
}

/// Along a straight line, from the first epoch to the last.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let falling = sgd(linear(0.1, 0.0));
/// ```
pub fn linear(from: f64, to: f64) -> Rate {
    Kind::Linear(from, to).into()
}

/// Along half a wave of the cosine, from the first epoch to the last: slowly at both ends.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let falling = adam(cosine(0.01, 0.0001).warmup(5));
/// ```
pub fn cosine(from: f64, to: f64) -> Rate {
    Kind::Cosine(from, to).into()
}

/// Multiplied by a factor every few epochs, by default by 0.1 every 10.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let halved = sgd(step(0.1).every(30).by(0.5));
/// ```
pub fn step(rate: f64) -> StepRate {
    StepRate {
        rate,
        every: 10,
        by: 0.1,
        warmup: 0,
    }
}

/// Multiplied by a factor after each epoch.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let falling = sgd(exponential(0.1, 0.95));
/// ```
pub fn exponential(rate: f64, factor: f64) -> Rate {
    Kind::Exponential(rate, factor).into()
}

impl Rate {
    /// Lets the rate rise over this many epochs before it is what it says.
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// // A third in epoch 1, two thirds in epoch 2, from then on all of it.
    /// let warm = adam(linear(0.01, 0.001).warmup(2));
    /// ```
    pub fn warmup(mut self, epochs: usize) -> Rate {
        self.warmup = epochs;
        self
    }

    /// The rate in one of some epochs, counted from 1.
    pub(crate) fn at(&self, epoch: usize, epochs: usize) -> f64 {
        let done = epoch as u64 - 1;
        let share = match epochs {
            1 => 0.0,
            _ => done as f64 / (epochs - 1) as f64,
        };
        let rate = match &self.kind {
            Kind::Constant(rate) => *rate,
            Kind::Linear(from, to) => from + (to - from) * share,
            Kind::Cosine(from, to) => to + (from - to) * (1.0 + maths::cos(PI * share)) / 2.0,
            // That a step is at least an epoch long is checked elsewhere.
            Kind::Step { rate, every, by } => {
                rate * maths::power(*by, done / (*every).max(1) as u64)
            }
            Kind::Exponential(rate, factor) => rate * maths::power(*factor, done),
            Kind::Function(rate) => rate(epoch as f64),
        };
        rate * (epoch as f64 / (self.warmup as f64 + 1.0)).min(1.0)
    }
}

impl StepRate {
    /// How many epochs a step is long.
    pub fn every(mut self, epochs: usize) -> StepRate {
        self.every = epochs;
        self
    }

    /// What the rate is multiplied by after each step.
    pub fn by(mut self, factor: f64) -> StepRate {
        self.by = factor;
        self
    }

    /// As [`Rate::warmup`].
    pub fn warmup(mut self, epochs: usize) -> StepRate {
        self.warmup = epochs;
        self
    }
}

impl From<Kind> for Rate {
    fn from(kind: Kind) -> Rate {
        Rate { kind, warmup: 0 }
    }
}

impl From<f64> for Rate {
    fn from(rate: f64) -> Rate {
        Kind::Constant(rate).into()
    }
}

impl From<StepRate> for Rate {
    fn from(step: StepRate) -> Rate {
        let StepRate {
            rate,
            every,
            by,
            warmup,
        } = step;
        Rate {
            kind: Kind::Step { rate, every, by },
            warmup,
        }
    }
}

impl<F: Fn(f64) -> f64 + 'static> From<F> for Rate {
    fn from(rate: F) -> Rate {
        Kind::Function(Rc::new(rate)).into()
    }
}

impl fmt::Debug for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Constant(rate) => write!(f, "{rate:?}")?,
            Kind::Linear(from, to) => write!(f, "linear({from:?}, {to:?})")?,
            Kind::Cosine(from, to) => write!(f, "cosine({from:?}, {to:?})")?,
            Kind::Step { rate, every, by } => {
                write!(f, "step({rate:?}).every({every}).by({by:?})")?;
            }
            Kind::Exponential(rate, factor) => write!(f, "exponential({rate:?}, {factor:?})")?,
            Kind::Function(_) => write!(f, "|epoch| …")?,
        }
        match self.warmup {
            0 => Ok(()),
            epochs => write!(f, ".warmup({epochs})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Rate, cosine, exponential, linear, step};

    fn rates(rate: impl Into<Rate>, epochs: usize) -> Vec<f64> {
        let rate = rate.into();
        (1..=epochs).map(|epoch| rate.at(epoch, epochs)).collect()
    }

    #[track_caller]
    fn assert_rates(rate: impl Into<Rate>, expected: &[f64]) {
        let found = rates(rate, expected.len());
        let mut pairs = found.iter().zip(expected);
        let near = pairs.all(|(a, b)| (a - b).abs() <= 1e-15);
        assert!(near, "{found:?} should be {expected:?}");
    }

    #[test]
    fn a_line_goes_from_the_first_epoch_to_the_last() {
        assert_rates(linear(1.0, 0.0), &[1.0, 0.75, 0.5, 0.25, 0.0]);
        assert_rates(linear(0.1, 0.3), &[0.1, 0.2, 0.3]);
        assert_rates(linear(0.5, 0.1), &[0.5]);
    }

    #[test]
    fn a_cosine_goes_from_the_first_epoch_to_the_last() {
        let slow = 0.5 + 0.5 * 0.5_f64.sqrt();
        assert_rates(cosine(1.0, 0.0), &[1.0, slow, 0.5, 1.0 - slow, 0.0]);
        assert_rates(cosine(0.2, 0.4), &[0.2, 0.3, 0.4]);
        assert_rates(cosine(0.5, 0.1), &[0.5]);
    }

    #[test]
    fn steps_are_as_long_and_as_deep_as_told() {
        let halved = step(0.8).every(2).by(0.5);
        assert_rates(halved, &[0.8, 0.8, 0.4, 0.4, 0.2]);
        let mut expected = [1.0; 21];
        expected[10..20].fill(0.1);
        expected[20] = 0.01;
        assert_rates(step(1.0), &expected);
    }

    #[test]
    fn exponential_falls_after_each_epoch() {
        assert_rates(exponential(0.8, 0.5), &[0.8, 0.4, 0.2, 0.1]);
        assert_eq!(rates(exponential(1.0, 0.5), 5000)[4999], 0.0);
    }

    #[test]
    fn a_warmup_rises_to_the_rate_and_then_lets_it_be() {
        let third = 1.0 / 3.0;
        assert_rates(Rate::from(3.0).warmup(2), &[1.0, 2.0, 3.0, 3.0]);
        assert_rates(linear(1.0, 0.0).warmup(1), &[0.5, 0.5, 0.0]);
        assert_rates(exponential(1.0, 0.5).warmup(2), &[third, third, 0.25]);
        assert_rates(step(1.0).warmup(2), &[third, 2.0 * third, 1.0]);
        let closure = Rate::from(|epoch: f64| epoch).warmup(3);
        assert_rates(closure, &[0.25, 1.0, 2.25, 4.0, 5.0]);
        let never = rates(Rate::from(1.0).warmup(usize::MAX), 3);
        assert!(never.iter().all(|rate| (0.0..1e-15).contains(rate)));
    }
}
