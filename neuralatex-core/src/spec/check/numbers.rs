//! Numbers are checked as they are used: rounded to the precision of the model.

use crate::spec::Precision;

/// What is wrong with a number that should be as told, and in range before and after rounding. One
/// that is not 0 must not become 0: it was written to have an effect.
pub(super) fn mistake(
    number: f64,
    precision: Precision,
    expected: &str,
    in_range: impl Fn(f64) -> bool,
) -> Option<String> {
    let rounded = precision.round(number);
    if !in_range(number) {
        return Some(format!("{expected}, found {number:?}"));
    }
    let vanishes = rounded == 0.0 && number != 0.0;
    (vanishes || !in_range(rounded)).then(|| lost(precision, expected, number))
}

/// That a number is not what its precision makes of it. Only `f32` ever does that.
pub(super) fn lost(precision: Precision, expected: &str, number: f64) -> String {
    format!(
        "{expected} that `{}` can hold, found {number:?}, which would be {:?}; try `precision: f64`",
        precision.name(),
        precision.round(number)
    )
}

/// A finite number that is not negative.
pub(super) fn from_zero(number: f64) -> bool {
    number.is_finite() && number >= 0.0
}

/// A finite number above 0.
pub(super) fn above_zero(number: f64) -> bool {
    number.is_finite() && number > 0.0
}
