//! How weights follow their gradients: the words of `optimizer`.

use std::fmt;

use super::rate::Rate;

/// An optimiser with its learning rate; made by [`sgd`], [`adam`], [`adamw`] or [`rmsprop`].
#[derive(Clone, Debug)]
pub struct Optimizer {
    pub(crate) rule: Rule,
    pub(crate) rate: Rate,
}

/// An optimiser without its learning rate, as plain data.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rule {
    pub(crate) method: Method,
    pub(crate) momentum: Option<f64>,
    pub(crate) nesterov: bool,
    pub(crate) weight_decay: f64,
    pub(crate) clip: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    Sgd,
    Adam,
    Adamw,
    Rmsprop,
}

/// Gradient descent: `weight - rate · gradient`.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let constant = sgd(0.1);
/// let falling = sgd(|epoch: f64| 1.0 - 0.9 * (epoch - 1.0) / 100.0);
/// let rolling = sgd(0.01).momentum(0.9).nesterov();
/// ```
pub fn sgd(rate: impl Into<Rate>) -> Optimizer {
    Optimizer::new(Method::Sgd, rate.into())
}

/// Adam (Kingma and Ba), with β₁ = 0.9, β₂ = 0.999 and ε = 1e-8.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let usual = adam(0.001);
/// ```
pub fn adam(rate: impl Into<Rate>) -> Optimizer {
    Optimizer::new(Method::Adam, rate.into())
}

/// Adam with decoupled weight decay (Loshchilov and Hutter): weights shrink by
/// `1 - rate · weight_decay` at each step, whatever their gradients. The decay is 0.01 by default,
/// as in PyTorch.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let usual = adamw(0.001).weight_decay(0.05);
/// ```
pub fn adamw(rate: impl Into<Rate>) -> Optimizer {
    Optimizer::new(Method::Adamw, rate.into()).weight_decay(0.01)
}

/// RMSprop (Hinton): steps are divided by the root of the mean squared gradient, a mean that
/// forgets by α = 0.99; ε = 1e-8.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let usual = rmsprop(0.001);
/// ```
pub fn rmsprop(rate: impl Into<Rate>) -> Optimizer {
    Optimizer::new(Method::Rmsprop, rate.into())
}

impl Optimizer {
    fn new(method: Method, rate: Rate) -> Optimizer {
        let rule = Rule {
            method,
            momentum: None,
            nesterov: false,
            weight_decay: 0.0,
            clip: None,
        };
        Optimizer { rule, rate }
    }

    /// For [`sgd`]: a velocity that keeps this share of itself at each step, and to which the
    /// gradient is added. From 0 to below 1.
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// let rolling = sgd(0.01).momentum(0.9);
    /// ```
    pub fn momentum(mut self, share: f64) -> Optimizer {
        self.rule.momentum = Some(share);
        self
    }

    /// For [`sgd`] with momentum: the step goes along `gradient + momentum · velocity`, which looks
    /// one step ahead.
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// let ahead = sgd(0.01).momentum(0.9).nesterov();
    /// ```
    pub fn nesterov(mut self) -> Optimizer {
        self.rule.nesterov = true;
        self
    }

    /// Pulls every weight and bias towards 0: `decay · weight` is added to its gradient. For
    /// [`adamw`] see there.
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// let small = adam(0.01).weight_decay(1e-4);
    /// ```
    pub fn weight_decay(mut self, decay: f64) -> Optimizer {
        self.rule.weight_decay = decay;
        self
    }

    /// Scales the gradients of a batch down to this norm where theirs is larger.
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// let careful = sgd(0.1).clip(1.0);
    /// ```
    pub fn clip(mut self, norm: f64) -> Optimizer {
        self.rule.clip = Some(norm);
        self
    }
}

impl Rule {
    /// Whether there is a first moment (or a velocity) of each gradient, and a second one.
    pub(crate) fn remembers(&self) -> [bool; 2] {
        match self.method {
            Method::Sgd => [self.momentum.is_some_and(|share| share != 0.0), false],
            Method::Adam | Method::Adamw => [true, true],
            Method::Rmsprop => [false, true],
        }
    }
}

impl Method {
    /// The word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Method::Sgd => "sgd",
            Method::Adam => "adam",
            Method::Adamw => "adamw",
            Method::Rmsprop => "rmsprop",
        }
    }
}

/// What is written after the call in a specification.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(share) = self.momentum {
            write!(f, ".momentum({share:?})")?;
        }
        if self.nesterov {
            f.write_str(".nesterov()")?;
        }
        if self.weight_decay != 0.0 {
            write!(f, ".weight_decay({:?})", self.weight_decay)?;
        }
        match self.clip {
            Some(norm) => write!(f, ".clip({norm:?})"),
            None => Ok(()),
        }
    }
}

/// As it is written in a specification.
impl fmt::Display for Optimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Optimizer { rule, rate } = self;
        write!(f, "{}({rate:?}){rule}", rule.method.name())
    }
}
