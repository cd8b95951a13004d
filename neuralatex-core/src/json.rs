//! JSON as it is written: each function gives the text of a value.

use std::fmt::{Display, Write as _};

/// Also safe inside of a `script` element of HTML.
pub(crate) fn string(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    written.push('"');
    for letter in text.chars() {
        match letter {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\0'..' ' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                written.push_str(&format!("\\u{:04x}", letter as u32));
            }
            _ => written.push(letter),
        }
    }
    written.push('"');
    written
}

/// The shortest text that is read as the same number. What is no number in JSON is `null`.
pub(crate) fn number(number: f64) -> String {
    match number.is_finite() {
        true => format!("{number:?}"),
        false => "null".to_string(),
    }
}

/// A list of values.
pub(crate) fn list<T: Display>(values: impl IntoIterator<Item = T>) -> String {
    let mut list = String::from("[");
    for value in values {
        add(&mut list, &value);
    }
    list + "]"
}

/// A list of texts.
pub(crate) fn strings(texts: &[String]) -> String {
    list(texts.iter().map(|text| string(text)))
}

/// An object of names and values.
pub(crate) fn object<T: Display>(members: impl IntoIterator<Item = (&'static str, T)>) -> String {
    let mut object = String::from("{");
    for (name, value) in members {
        add(&mut object, &format_args!("{}:{value}", string(name)));
    }
    object + "}"
}

/// One more of those in brackets; compiled once for all kinds of values.
fn add(written: &mut String, value: &dyn Display) {
    let comma = if written.len() > 1 { "," } else { "" };
    let _ = write!(written, "{comma}{value}");
}
