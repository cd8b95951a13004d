//! The macro as a function from tokens to tokens.

mod closures;
mod damaged;
mod documented;
mod doors;
mod soup;

use neuralatex_core::prelude::{Trained, model, spiral};
use proc_macro2::TokenStream;

use crate::output::with_joined_docs;

fn tokens(source: &str) -> TokenStream {
    source
        .parse()
        .unwrap_or_else(|error| panic!("{error}: {source}"))
}

/// The tokens of a source as text, without differences of layout.
fn normal(source: &str) -> String {
    tokens(source).to_string()
}

fn expand(tokens: TokenStream) -> TokenStream {
    crate::expand::expand(&quote::quote!(::neuralatex), tokens)
}

/// What the macro makes of a training, as text without differences of layout.
fn generated(trained: &Trained) -> String {
    let (code, implementation) = (with_joined_docs(&trained.code()), trained.implementation());
    normal(&format!("{code} impl ::neuralatex::{implementation}"))
}

fn expanded(source: &str) -> String {
    expand(tokens(source)).to_string()
}

#[test]
fn requirements_are_read_in_both_forms() {
    let failed = |require: &str| {
        let source = format!(
            "model F<2, 1> {{ data: spiral(4), eval: spiral(4), epochs: 1, require: {require} }}"
        );
        expanded(&source).contains("compile_error")
    };
    for (met, unmet) in [
        ("loss >= 0.0", "loss <= 0.0"),
        ("loss().at_least(0.0)", "loss().at_most(0.0)"),
        ("parameters.at_most(3)", "parameters.at_most(2)"),
        (
            "[accuracy <= 1.0, accuracy >= 0]",
            "[accuracy <= 1.0, loss <= 0]",
        ),
    ] {
        assert!(!failed(met), "{met}");
        assert!(failed(unmet), "{unmet}");
    }
}

/// Cargo watches the files of a model, but not those of one that failed: the compiler would read even
/// one that was refused for its size.
#[test]
fn cargo_watches_what_a_model_was_trained_on() {
    let file = format!("neuralatex_watched_{}.csv", std::process::id());
    let file = std::env::temp_dir().join(file);
    std::fs::write(&file, "x,y\n1,a\n2,b\n").unwrap();
    let watched = |file: &str, more: &str| {
        let source =
            format!("model F<_, _> {{ data: csv({file:?}).label(\"y\"){more}, epochs: 1 }}");
        expanded(&source).contains("include_bytes")
    };
    let name = file.to_str().unwrap();
    assert!(watched(name, ""));
    assert!(!watched(name, ".limit(3)"));
    assert!(!watched("no_such_file.csv", ""));
    std::fs::remove_file(&file).unwrap();
    // A checkpoint, too.
    let file = file.with_extension("txt");
    let model = model("F", [2, 1]).data(spiral(4)).epochs(1);
    model.train().unwrap().save(&file).unwrap();
    let source = format!("model F<2, 1> {{ data: spiral(4), epochs: 1, checkpoint: {file:?} }}");
    let output = expanded(&source);
    std::fs::remove_file(&file).unwrap();
    assert!(output.contains("include_bytes"), "{output}");
}

/// A model that fails has the types of the one that was meant, whatever the mistake.
#[test]
fn a_placeholder_has_the_types_of_the_model() {
    let failed = |fields: &str| expanded(&format!("model F<1, 20, 2> {{ {fields} }}"));
    for mistake in [
        "batch: 0",
        "sed: 1",
        "loss: 3",
        "init: values([1.0])",
        "optimizer: sgd(1e300)",
    ] {
        let output = failed(&format!(
            "data: points([([0.0], [1.0, 2.0]), ([1.0], [0.5, 4.0])]), epochs: 2000, {mistake}"
        ));
        assert!(output.contains("compile_error"), "{mistake}");
        for part in [
            "pub const fn predict(input: [f32; 1]) -> [f32; 2]",
            "pub const WEIGHTS: &'static [f32; 82]",
            "pub const LOSSES: &'static [f64; 2000]",
        ] {
            assert!(
                output.contains(&normal(&format!("{part} "))[..]),
                "{mistake}: {part}"
            );
        }
    }
}

/// NaN and infinities are no literals.
#[test]
fn a_placeholder_of_a_classifier_has_numbers_for_all_its_constants() {
    let output = expanded("model F<2, 3, 1> { data: spiral(4), eval: spiral(4), batch: 0 }");
    for part in [
        "ACCURACY : f64 = 0.0",
        "LOSS : f64 = 0.0",
        "CORRECT : usize = 0",
    ] {
        assert!(output.contains(part), "{part} in {output}");
    }
}

#[test]
fn models_that_take_turns_by_cfg_may_have_one_name() {
    let output = expanded(
        "#[cfg(a)] model F<2, 1> { data: spiral(4), epochs: 1 }
         #[cfg(not(a))] model F<2, 3, 1> { data: spiral(4), epochs: 1 }",
    );
    assert!(!output.contains("compile_error"), "{output}");
}

#[test]
fn attributes_and_visibility_go_onto_the_struct() {
    let output = expanded(
        "#[derive(Debug)] #[cfg(feature = \"x\")] pub(crate) model Mine<2, 1> { data: spiral(2), epochs: 1 }",
    );
    let attributes = normal("#[derive(Debug)] #[cfg(feature = \"x\")] pub(crate) struct Mine;");
    assert!(output.contains(&attributes), "{output}");
    assert!(
        output.contains(&normal("#[cfg(feature = \"x\")] const _: () =")),
        "{output}"
    );
    let output = expanded("model Mine<2, 1> { data: spiral(2), epochs: 1 }");
    let attributes = normal(
        "#[allow(dead_code, missing_copy_implementations, missing_debug_implementations,
         unreachable_pub, clippy::doc_markdown)] struct Mine;",
    );
    assert!(output.contains(&attributes), "{output}");
}

#[test]
fn several_models_stand_in_one_macro_and_none_is_nothing() {
    let output = expanded(
        "model A<2, 1> { data: spiral(2), epochs: 1 } model B<2, 1> { data: spiral(2), epochs: 1 }",
    );
    assert!(
        output.contains("struct A ;") && output.contains("struct B ;"),
        "{output}"
    );
    assert_eq!(expanded(""), "");
}

/// A parser that goes down with every parenthesis would overflow the stack.
#[test]
fn deep_and_long_expressions_are_errors() {
    for n in [100, 5_000] {
        let nested = format!("{}1.0{}", "(".repeat(n), ")".repeat(n));
        let negative = format!("{}1.0", "- ".repeat(n));
        let sum = vec!["epoch"; n.max(300)].join(" + ");
        let methods = format!("epoch{}", ".abs()".repeat(n.max(300)));
        let closures = format!("{}1.0", "|x| ".repeat(n));
        for rate in [nested, negative, sum, methods, closures] {
            let output = expanded(&format!(
                "model A<2, 1> {{ data: spiral(2), optimizer: sgd(|epoch| {rate}) }}"
            ));
            assert!(output.contains("compile_error"), "{}", &rate[..50]);
            assert!(
                output.contains("too deeply") || output.contains("too long"),
                "{output}"
            );
        }
    }
}

#[test]
fn a_doc_comment_becomes_one_attribute_with_the_same_lines() {
    let code = "/// One, \"two\"\n///\n///     three\npub struct A;\nimpl A {\n    /// Four.\n    pub const B: u8 = 1;\n}\n";
    let joined = "#[doc = \" One, \\\"two\\\"\\n\\n     three\"]\npub struct A;\nimpl A {\n#[doc = \" Four.\"]\n    pub const B: u8 = 1;\n}\n";
    assert_eq!(with_joined_docs(code), joined);
}
