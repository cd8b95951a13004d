//! How inputs are brought to a common size before training: the words of `normalize`.

use std::fmt;

/// A normalisation; made by [`none`], [`standard`] or [`min_max`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Normalize(pub(crate) Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    None,
    Standard,
    MinMax,
}

/// Inputs as they are.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 4, 1]).data(spiral(50)).normalize(none());
/// ```
pub fn none() -> Normalize {
    Normalize(Kind::None)
}

/// Each column with mean 0 and deviation 1 over the training data.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 4, 1]).data(spiral(50)).normalize(standard());
/// ```
pub fn standard() -> Normalize {
    Normalize(Kind::Standard)
}

/// Each column from 0 to 1 over the training data.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 4, 1]).data(spiral(50)).normalize(min_max());
/// ```
pub fn min_max() -> Normalize {
    Normalize(Kind::MinMax)
}

/// As it is written in a specification.
impl fmt::Display for Normalize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Kind::None => "none",
            Kind::Standard => "standard",
            Kind::MinMax => "min_max",
        })
    }
}
