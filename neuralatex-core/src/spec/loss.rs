//! What training makes small: the words of `loss`.
//!
//! Every loss is a formula of one output's score and its target, recorded from engine values;
//! the loss of a row is the mean of the formula over the outputs. With one output the target of
//! a class is -1 or +1, with several it is 1 for the class's own output and 0 for the others.

use crate::engine::{Formula, Value};

/// A loss; made by [`max_margin`], [`mse`] or [`custom`].
#[derive(Clone, PartialEq, Debug)]
pub struct Loss {
    pub(crate) name: &'static str,
    pub(crate) formula: Formula,
    /// Whether it makes sense only for classes.
    pub(crate) only_classes: bool,
}

/// `max(0, 1 - score · target)` for a target of -1 or +1: the paper's loss.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 4, 1]).data(spiral(50)).loss(max_margin());
/// ```
pub fn max_margin() -> Loss {
    let formula = Formula::record(|score, target| (1.0 - score * target).relu());
    Loss {
        name: "max_margin",
        formula,
        only_classes: true,
    }
}

/// `(score - target)²`, the mean over outputs.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Square", [1, 8, 1]).data(points([([0.5], 0.25), ([2.0], 4.0)])).loss(mse());
/// ```
pub fn mse() -> Loss {
    let formula = Formula::record(|score, target| {
        let error = score - target;
        error * error
    });
    Loss {
        name: "mse",
        formula,
        only_classes: false,
    }
}

/// Any formula of a score and its target. The closure runs once, on engine values; what it does
/// is recorded and differentiated.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let squared_margin = custom(|score, target| (1.0 - score * target).relu().powi(2));
/// ```
pub fn custom(formula: impl for<'g> Fn(Value<'g>, Value<'g>) -> Value<'g>) -> Loss {
    Loss {
        name: "custom",
        formula: Formula::record(formula),
        only_classes: false,
    }
}
