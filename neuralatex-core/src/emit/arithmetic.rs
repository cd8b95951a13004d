//! The functions of the shared arithmetic as text: those that generated code calls, and no other.

use super::stored::Form;
use super::text::Text;
use crate::inference;
use crate::spec::Precision;
use crate::trained::Trained;

/// One `const fn` with its doc comment.
struct Function {
    name: String,
    source: String,
}

/// The functions that a text calls, and those that these call, each once, behind the text.
pub(super) fn functions(text: &mut Text, trained: &Trained, form: Form) {
    let mut all = all(trained.model.precision);
    if trained.quantized.is_some() {
        let source = super::quantized::sources(&trained.model, form);
        all.extend(of_source(&source));
    }
    let sources = called(&all, text.source());
    for (index, source) in sources.into_iter().enumerate() {
        if index > 0 {
            text.line("");
        }
        text.block(source);
    }
}

/// The sources of those of all functions that some source calls, and that these call.
fn called<'f>(all: &'f [Function], source: &str) -> Vec<&'f str> {
    let mut is_wanted = vec![false; all.len()];
    let mut sources = vec![source];
    while let Some(source) = sources.pop() {
        for (function, is_wanted) in all.iter().zip(&mut is_wanted) {
            if !*is_wanted && calls(source, &function.name) {
                *is_wanted = true;
                sources.push(&function.source);
            }
        }
    }
    let wanted = all
        .iter()
        .zip(is_wanted)
        .filter(|(_, is_wanted)| *is_wanted);
    wanted
        .map(|(function, _)| function.source.as_str())
        .collect()
}

/// All functions, in the order of their files. They stand apart by empty lines and have none.
fn all(precision: Precision) -> Vec<Function> {
    let width = inference::panel(precision).to_string();
    let stored = format!("[u8; {}]", precision.size());
    // Git may have checked the files out with other line ends.
    let sources = inference::sources(precision).map(|source| source.replace("\r\n", "\n"));
    let [panels, arithmetic, elementary] = sources;
    // In a user's crate the compiler decides what of these is small enough.
    let elementary = elementary.replace("#[inline(always)]\n", "");
    let sources = [panels, arithmetic, elementary].join("\n");
    let sources = sources.replace("Real", precision.name());
    let sources = sources.replace("Stored", &stored).replace("WIDTH", &width);
    let mut all = of_source(&sources);
    all.push(put(precision));
    all
}

/// Those of a source.
fn of_source(source: &str) -> Vec<Function> {
    let function = |block: &str| {
        let (_, after) = block.split_once("const fn ")?;
        let (name, _) = after.split_once(['(', '<'])?;
        Some(Function {
            name: name.to_string(),
            source: block.trim_end().to_string(),
        })
    };
    source.split("\n\n").filter_map(function).collect()
}

/// The function that writes a panel: patterns have no names for many places at once.
fn put(precision: Precision) -> Function {
    let (real, panel) = (precision.name(), inference::panel(precision));
    let names: Vec<String> = ('a'..).take(panel).map(String::from).collect();
    let (names, places) = (names.join(", "), format!("*{}", names.join(", *")));
    // As it is formatted: a list of more than sixty letters has lines of its own.
    let places = match places.len() {
        0..60 => format!("[{places}]"),
        _ => format!("[\n        {places},\n    ]"),
    };
    let source = format!(
        "/// Writes a panel into places; returns those that are left.
const fn put(panel: [{real}; {panel}], places: &mut [{real}]) -> &mut [{real}] {{
    let [{names}, others @ ..] = places else {{
        return &mut [];
    }};
    {places} = panel;
    others
}}"
    );
    Function {
        name: "put".to_string(),
        source,
    }
}

/// Whether some source calls a function of this name.
fn calls(source: &str, name: &str) -> bool {
    let code = |line: &&str| !line.trim_start().starts_with("//");
    let call = format!("{name}(");
    let calls = |line: &str| {
        let before = line.match_indices(&call).map(|(at, _)| &line[..at]);
        let mut whole = before.map(|before| !before.ends_with(in_name) && !before.ends_with("fn "));
        whole.any(|whole| whole)
    };
    source.lines().filter(code).any(calls)
}

/// Whether a letter may stand in a name, or makes a method of it.
fn in_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '.'
}

#[cfg(test)]
mod tests {
    use super::{all, called};
    use crate::inference;
    use crate::spec::Precision;

    fn names(wanted: &[&str]) -> Vec<String> {
        let all = all(Precision::F32);
        let source = wanted.join("(); ") + "();";
        let name = |source: &&str| {
            let (_, after) = source.split_once("const fn ").unwrap();
            after[..after.find(['(', '<']).unwrap()].to_string()
        };
        called(&all, &source).iter().map(name).collect()
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
                let definition = format!("const fn {}(", function.name);
                let is_elementary = inference::sources(precision)[2].contains(&definition);
                assert!(!is_elementary || !source.contains("inline"), "{source}");
            }
        }
    }

    #[test]
    fn a_function_comes_with_those_that_it_calls_and_no_other() {
        assert_eq!(names(&["add", "apply_relu"]), ["add", "apply_relu"]);
        let biases = ["heads", "biases", "numbers"];
        assert_eq!(names(&["biases"]), biases);
        assert_eq!(names(&["best"]), ["best"]);
        for (function, elementary) in [
            ("apply_tanh", "tanh"),
            ("apply_silu", "sigmoid"),
            ("apply_gelu", "erf"),
        ] {
            let found = names(&[function]);
            for other in ["ln", "tanh", "sigmoid", "erf", "tile", "apply_relu"] {
                let there = found.iter().any(|name| name == other);
                assert_eq!(there, other == elementary, "{found:?}");
            }
        }
    }
}
