//! The functions of the shared arithmetic as text: those that generated code calls, and no other.

use crate::inference;
use crate::spec::Precision;

/// One `const fn` with its doc comment.
struct Function {
    name: String,
    source: String,
}

/// The sources of these functions and of all that they call, each once.
pub(super) fn functions(names: &[&str], precision: Precision) -> Vec<String> {
    let all = all(precision);
    let mut wanted: Vec<&str> = names.to_vec();
    let mut known = 0;
    while let Some(name) = wanted.get(known).copied() {
        let caller = all.iter().find(|function| function.name == name);
        let callees = all
            .iter()
            .filter(|callee| caller.is_some_and(|caller| caller.calls(&callee.name)))
            .map(|callee| callee.name.as_str());
        let new: Vec<&str> = callees.filter(|callee| !wanted.contains(callee)).collect();
        wanted.extend(new);
        known += 1;
    }
    let needed = all
        .iter()
        .filter(|function| wanted.contains(&function.name.as_str()));
    needed.map(|function| function.source.clone()).collect()
}

/// All functions, in the order of their files. They stand apart by empty lines and have none.
fn all(precision: Precision) -> Vec<Function> {
    // Git may have checked the files out with other line ends.
    let [arithmetic, elementary] =
        inference::sources(precision).map(|source| source.replace("\r\n", "\n"));
    let arithmetic = arithmetic.replace("Real", precision.name());
    let blocks = arithmetic.split("\n\n").chain(elementary.split("\n\n"));
    let function = |block: &str| {
        let (_, after) = block.split_once("const fn ")?;
        let (name, _) = after.split_once(['(', '<'])?;
        Some(Function {
            name: name.to_string(),
            source: block.trim_end().to_string(),
        })
    };
    blocks.filter_map(function).collect()
}

impl Function {
    /// Whether its body calls a function of this name.
    fn calls(&self, name: &str) -> bool {
        let code = |line: &&str| !line.trim_start().starts_with("//");
        let call = format!("{name}(");
        let calls = |line: &str| {
            let before = line.match_indices(&call).map(|(at, _)| &line[..at]);
            let mut whole = before.map(|before| !before.ends_with(in_name));
            whole.any(|whole| whole)
        };
        self.name != name && self.source.lines().filter(code).any(calls)
    }
}

/// Whether a letter may stand in a name, or makes a method of it.
fn in_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '.'
}

#[cfg(test)]
mod tests {
    use super::{all, functions};
    use crate::spec::Precision;

    fn names(wanted: &[&str]) -> Vec<String> {
        let sources = functions(wanted, Precision::F32);
        let name = |source: &String| {
            let (_, after) = source.split_once("const fn ").unwrap();
            after[..after.find(['(', '<']).unwrap()].to_string()
        };
        sources.iter().map(name).collect()
    }

    #[test]
    fn every_function_is_found_whole() {
        for precision in [Precision::F32, Precision::F64] {
            let all = all(precision);
            assert!(all.len() >= 15);
            for function in all {
                let source = &function.source;
                assert!(
                    source.starts_with("/// ") && source.ends_with("\n}"),
                    "{source}"
                );
                assert_eq!(source.matches("const fn").count(), 1, "{source}");
                assert!(!source.contains("Real"), "{source}");
            }
        }
    }

    #[test]
    fn a_function_comes_with_those_that_it_calls_and_no_other() {
        assert_eq!(names(&["neuron", "apply_relu"]), ["neuron", "apply_relu"]);
        assert_eq!(names(&["layer"]), ["neuron", "layer"]);
        assert_eq!(names(&["best"]), ["best"]);
        for (function, elementary) in [
            ("apply_tanh", "tanh"),
            ("apply_silu", "sigmoid"),
            ("apply_gelu", "erf"),
        ] {
            let found = names(&[function]);
            for other in ["ln", "tanh", "sigmoid", "erf", "layer", "apply_relu"] {
                let there = found.iter().any(|name| name == other);
                assert_eq!(there, other == elementary, "{found:?}");
            }
        }
    }
}
