//! What the generated source has of a network of integers.

mod constants;
mod functions;
mod stored;

use super::stored::Form;
use super::types;
use crate::inference::SOURCES_OF_INTEGERS;
use crate::spec::Model;
pub(super) use constants::constants;
pub(super) use functions::functions;
pub(super) use stored::stored;

/// Lints that would have conversions written otherwise, which a `const fn` cannot.
pub(super) const ALLOWED: &str = "#[allow(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::unnecessary_cast
)]";

/// The functions that those of a network of integers may call.
pub(super) fn sources(model: &Model, form: Form) -> String {
    let kind = match form {
        Form::Literals => "i8",
        Form::Bytes | Form::File => "u8",
    };
    let [integer, scaled] = SOURCES_OF_INTEGERS.map(|source| source.replace("\r\n", "\n"));
    let scaled = scaled.replace("Real", model.precision.name());
    let integer = integer.replace("Weight", kind);
    let integer = integer.replace("&Curve", &format!("&{}", types::own("Curve", model)));
    [integer, scaled].join("\n")
}
