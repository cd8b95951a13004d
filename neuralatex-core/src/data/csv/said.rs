//! Names and cells in messages: short, and on one line.

/// The longest text of a cell that is shown.
const LONGEST: usize = 60;

/// In backquotes.
pub(super) fn quoted(text: &str) -> String {
    let shown: String = text.escape_debug().take(LONGEST).collect();
    let more = if text.chars().count() > LONGEST {
        "…"
    } else {
        ""
    };
    // What is escaped for Rust's strings only.
    let shown = shown.replace("\\'", "'").replace("\\\"", "\"");
    format!("`{shown}{more}`")
}

/// The first few.
pub(super) fn some(names: &[String]) -> String {
    const FEW: usize = 12;
    let mut few: Vec<String> = names.iter().take(FEW).map(|name| quoted(name)).collect();
    if names.len() > FEW {
        few.push("…".to_string());
    }
    few.join(", ")
}
