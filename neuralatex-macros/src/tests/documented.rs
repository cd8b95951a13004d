//! What the documentation of `train!` shows is what the macro takes.

use neuralatex_core::prelude::*;

use crate::expression::Expression;
use crate::fields::{self, FIELDS};

/// The rows of the tables in the documentation, as cells.
fn tables() -> Vec<Vec<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/lib.rs");
    let source = std::fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        let line = line.strip_prefix("/// | ")?.strip_suffix(" |")?;
        let line = line.replace(r"\|", "¦");
        let cells = line.split(" | ");
        Some(cells.map(|cell| cell.replace('¦', "|")).collect())
    };
    source.lines().filter_map(row).collect()
}

/// What stands between backticks.
fn code(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[track_caller]
fn assert_taken(field: &str, value: &str) {
    let (_, set) = FIELDS.iter().find(|(name, _)| *name == field).unwrap();
    let expression: Expression = syn::parse_str(value).unwrap();
    let result = set(model("Any", [2, 1]), &expression);
    assert!(result.is_ok(), "{field}: {value}: {:?}", result.err());
}

#[test]
fn every_field_is_documented_and_no_other() {
    let tables = tables();
    let first = tables.iter().filter(|row| row.len() == 3);
    let documented: Vec<&str> = first.skip(1).flat_map(|row| code(&row[0])).collect();
    assert_eq!(documented, fields::names());
}

#[test]
fn every_example_of_a_field_is_taken() {
    let tables = tables();
    let mut examples = 0;
    for row in tables.iter().filter(|row| row.len() == 3).skip(1) {
        for value in code(&row[1]) {
            assert_taken(code(&row[0])[0], value);
            examples += 1;
        }
    }
    assert!(examples > 40, "{examples}");
}

#[test]
fn every_example_of_a_learning_rate_is_taken() {
    let tables = tables();
    let rates: Vec<&str> = tables
        .iter()
        .filter(|row| row.len() == 2)
        .flat_map(|row| code(&row[0]))
        .collect();
    assert_eq!(rates.len(), 7);
    rates
        .iter()
        .for_each(|rate| assert_taken("optimizer", rate));
}
