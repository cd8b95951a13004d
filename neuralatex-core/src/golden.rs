//! What others computed, for tests: the real LaTeX (`tests/golden/README.md`) and PyTorch
//! (`tests/reference/pytorch_reference.py`).

use serde_json::Value as Json;

pub(crate) fn golden(file: &str) -> Json {
    read(&format!("golden/{file}"))
}

pub(crate) fn reference(file: &str) -> Json {
    read(&format!("reference/{file}"))
}

fn read(file: &str) -> Json {
    let path = format!("{}/tests/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Golden numbers are strings, as TeX holds them.
pub(crate) fn number(json: &Json) -> f64 {
    json.as_str()
        .unwrap_or_else(|| panic!("{json}"))
        .trim()
        .parse()
        .unwrap()
}

/// A list of numbers as PyTorch writes it.
pub(crate) fn numbers(json: &Json) -> Vec<f64> {
    let list = json.as_array().unwrap_or_else(|| panic!("{json}"));
    list.iter().map(|number| number.as_f64().unwrap()).collect()
}
