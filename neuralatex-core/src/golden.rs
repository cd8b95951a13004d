//! What the real LaTeX printed and computed, for tests; see `tests/golden/README.md`.

use serde_json::Value as Json;

pub(crate) fn golden(file: &str) -> Json {
    let path = format!("{}/tests/golden/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Numbers are strings, as TeX holds them.
pub(crate) fn number(json: &Json) -> f64 {
    json.as_str()
        .unwrap_or_else(|| panic!("{json}"))
        .trim()
        .parse()
        .unwrap()
}
