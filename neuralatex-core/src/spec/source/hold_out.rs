//! A share of `data` that is kept for evaluation, described.

/// A share of the rows of `data`; see [`hold_out`].
#[derive(Clone, PartialEq, Debug)]
pub struct HoldOut {
    pub(crate) fraction: f64,
    pub(crate) seed: Option<u64>,
}

/// For `eval`: this share of the rows of `data`, which then are not trained on. Of every class the
/// same share is taken, at least one row; which ones follows from the seed.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Iris", [4, 16, 3]).data(csv("iris.csv").label("species")).eval(hold_out(0.2));
/// ```
pub fn hold_out(fraction: f64) -> HoldOut {
    HoldOut {
        fraction,
        seed: None,
    }
}

impl HoldOut {
    /// The seed; by default the model's.
    pub fn seed(mut self, seed: u64) -> HoldOut {
        self.seed = Some(seed);
        self
    }
}
