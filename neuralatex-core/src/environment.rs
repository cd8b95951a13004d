//! Variables of the environment, and what is told of values that make no sense.

use crate::warning;

/// The value of a variable, if it is set and not empty.
pub(crate) fn variable(name: &str) -> Option<String> {
    let value = std::env::var_os(name)?.to_string_lossy().into_owned();
    (!value.is_empty()).then_some(value)
}

/// Whether a variable is on, that is on or off; `otherwise` is what it is where nobody has set it.
pub(crate) fn is_on(name: &'static str, otherwise: bool) -> bool {
    match variable(name).as_deref() {
        Some("off" | "0") => false,
        Some("on" | "1") => true,
        None => otherwise,
        Some(value) => {
            pass_over(name, value, "expected `on` or `off`; it counts as `on`");
            true
        }
    }
}

/// Tells that a value is passed over, and what was expected.
pub(crate) fn pass_over(name: &'static str, value: &str, expected: &str) {
    // A warning is one line.
    let message = format!("{name} is `{}`, {expected}", value.escape_debug());
    warning::tell(message, &[name]);
}
