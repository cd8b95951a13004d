//! What kind of integers the generated code computes with: the words of `quantize`.

use std::fmt;

/// Integers in place of numbers with a point; made by [`i8()`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quantize(());

/// Weights, inputs and the values of layers are integers of 8 bits, sums of 32.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 8, 1]).data(spiral(50)).quantize(i8());
/// ```
pub fn i8() -> Quantize {
    Quantize(())
}

/// As it is written in a specification.
impl fmt::Display for Quantize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("i8")
    }
}
