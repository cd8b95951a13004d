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
    trivial_numeric_casts,
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::unnecessary_cast
)]";

/// The functions that those of a network of integers may call.
pub(super) fn sources(model: &Model, form: Form) -> String {
    let [integer, scaled] = SOURCES_OF_INTEGERS.map(|source| source.replace("\r\n", "\n"));
    let (real, size) = (model.precision.name(), model.precision.size());
    let integer = integer.replace("&Curve", &format!("&{}", types::own("Curve", model)));
    let [integer, scaled] = match form {
        Form::Literals => {
            let read = ["bias", "multiplier", "scale", "offset"];
            let plain = |source: String| {
                read.iter().fold(source, |source, name| {
                    source.replace(&format!("number(*{name})"), &format!("*{name}"))
                })
            };
            let integer = integer.replace("Weight", "i8").replace("Word", "i32");
            [integer, scaled.replace("Stored", real)].map(plain)
        }
        Form::Bytes | Form::File => {
            let integer = integer.replace("Weight", "u8").replace("Word", "[u8; 4]");
            let scaled = scaled.replace("Stored", &format!("[u8; {size}]"));
            [
                integer.replace("number(", "i32::from_le_bytes("),
                scaled.replace("number(", &format!("{real}::from_le_bytes(")),
            ]
        }
    };
    [integer, scaled.replace("Real", real)].join("\n")
}
