//! When training ends before its last epoch: the words of `stop`.

use std::fmt;

/// A rule that may end training early; made by [`patience`] or [`loss_below`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stop(pub(crate) Kind);

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Kind {
    Patience(usize),
    LossBelow(f64),
}

/// After this many epochs without a new lowest loss: of the evaluation rows if there is `eval`,
/// else of training.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 8, 1]).data(spiral(50)).eval(spiral(50)).stop(patience(10));
/// ```
pub fn patience(epochs: usize) -> Stop {
    Stop(Kind::Patience(epochs))
}

/// As soon as the loss is below this: of the evaluation rows if there is `eval`, else of training.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 8, 1]).data(spiral(50)).stop([loss_below(0.1), patience(20)]);
/// ```
pub fn loss_below(loss: f64) -> Stop {
    Stop(Kind::LossBelow(loss))
}

/// So that `stop` takes one rule, an array or a `Vec`.
impl IntoIterator for Stop {
    type Item = Stop;
    type IntoIter = std::iter::Once<Stop>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::once(self)
    }
}

/// As it is written in a specification.
impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Patience(epochs) => write!(f, "patience({epochs})"),
            Kind::LossBelow(bound) => write!(f, "loss_below({bound:?})"),
        }
    }
}
