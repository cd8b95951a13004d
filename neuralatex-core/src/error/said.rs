//! Names and texts of others in messages: short, and on one line. A file may hold anything, and a line of
//! a build script that begins with `cargo::` is an order to Cargo.

/// The longest text that is shown, in letters.
const LONGEST: usize = 60;

/// The first letters of a text, with those spelled that could not be seen.
pub(crate) fn short(text: &str) -> String {
    let mut shown = String::new();
    for (place, letter) in text.chars().enumerate() {
        match letter {
            _ if place == LONGEST => return shown + "…",
            '\'' | '"' | '\\' => shown.push(letter),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    shown
}

/// In backquotes.
pub(crate) fn quoted(text: &str) -> String {
    format!("`{}`", short(text))
}

/// The first few, each in backquotes.
pub(crate) fn some(names: &[String]) -> String {
    const FEW: usize = 12;
    let mut few: Vec<String> = names.iter().take(FEW).map(|name| quoted(name)).collect();
    if names.len() > FEW {
        few.push("…".to_string());
    }
    few.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{quoted, short};

    #[test]
    fn texts_are_short_and_on_one_line() {
        assert_eq!(quoted("it's \"so\" \\ é"), "`it's \"so\" \\ é`");
        assert_eq!(
            short("a\ncargo::warning=b\r\t\u{202e}"),
            "a\\ncargo::warning=b\\r\\t\\u{202e}"
        );
        assert_eq!(short(&"é".repeat(60)), "é".repeat(60));
        assert_eq!(short(&"\n".repeat(61)), "\\n".repeat(60) + "…");
    }
}
