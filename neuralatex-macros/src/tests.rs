//! The macro as a function from tokens to tokens.

use neuralatex_core::prelude::*;
use proc_macro2::TokenStream;
use proptest::prelude::*;

use crate::expand::expand;

fn tokens(source: &str) -> TokenStream {
    source
        .parse()
        .unwrap_or_else(|error| panic!("{error}: {source}"))
}

/// The tokens of a source as text, without differences of layout.
fn normal(source: &str) -> String {
    tokens(source).to_string()
}

fn expanded(source: &str) -> String {
    expand(tokens(source)).to_string()
}

/// The specifications that the same words make in a build script.
#[test]
fn both_doors_generate_the_same_code() {
    let pairs = [
        (
            "/// Which arm.
             pub model Arm<2, 4, 4, 1> {
                 data: spiral(50).seed(1), eval: spiral(50).seed(2), loss: max_margin,
                 optimizer: sgd(|epoch| 1.0 - 0.9 * (epoch - 1.0) / 100.0), init: paper,
                 epochs: 5, batch: 100, seed: 7, require: accuracy >= 0.1,
             }",
            model("Arm", [2, 4, 4, 1])
                .doc("Which arm.")
                .data(spiral(50).seed(1))
                .eval(spiral(50).seed(2))
                .loss(max_margin())
                .optimizer(sgd(|epoch: f64| 1.0 - 0.9 * (epoch - 1.0) / 100.0))
                .init(paper())
                .epochs(5)
                .batch(100)
                .seed(7)
                .require(accuracy().at_least(0.1)),
        ),
        ("pub model Defaults<2, 3, 1> { data: spiral(10) }", model("Defaults", [2, 3, 1]).data(spiral(10))),
        (
            "pub model Closure<2, 3, 1> {
                 data: spiral(10).noise(0.1), precision: f64, shuffle: false, epochs: 3, batch: 7,
                 loss: |score, target| (1.0 - score * target).max(0.0).powi(2) * 0.5 + exp(-score) * (2.0 * 0.25),
                 optimizer: adam(|epoch: f64| 0.1 / epoch), init: uniform(-1.0, 1.0).seed(3),
             }",
            model("Closure", [2, 3, 1])
                .data(spiral(10).noise(0.1))
                .precision(Precision::F64)
                .shuffle(false)
                .epochs(3)
                .batch(7)
                .loss(custom(|score, target| {
                    (1.0 - score * target).max(0.0).powi(2) * 0.5 + (-score).exp() * (2.0 * 0.25)
                }))
                .optimizer(adam(|epoch: f64| 0.1 / epoch))
                .init(uniform(-1.0, 1.0).seed(3)),
        ),
        (
            "pub model Numbers<1, 2> {
                 data: points([([0.0], [1.0, -1.0]), ([1.0], [0.5, 2.5])]),
                 init: values([0.1, 0.2, -0.3, 0.4]), optimizer: sgd(0.1), epochs: 3,
                 require: [loss <= 10.0, parameters <= 4],
             }",
            model("Numbers", vec![1, 2])
                .data(points(vec![(vec![0.0], vec![1.0, -1.0]), (vec![1.0], vec![0.5, 2.5])]))
                .init(values(vec![0.1, 0.2, -0.3, 0.4]))
                .optimizer(sgd(0.1))
                .epochs(3)
                .require([loss().at_most(10.0), parameters().at_most(4)]),
        ),
        (
            "pub model OneHot<1, 4, 3> {
                 data: points([([0.0], 3), ([1.0], -1), ([2.0], 7)]), loss: mse, init: xavier, epochs: 2,
             }",
            model("OneHot", [1, 4, 3])
                .data(points([([0.0], 3), ([1.0], -1), ([2.0], 7)]))
                .loss(mse())
                .init(xavier())
                .epochs(2),
        ),
    ];
    for (written, built) in pairs {
        let code = built.train().unwrap().code();
        assert_eq!(expanded(written), normal(&code), "{written}");
    }
}

/// Every function, as a method and as a call, does what the builder's method does.
#[test]
fn every_function_of_a_closure_is_that_of_the_engine() {
    type Build = for<'g> fn(Value<'g>, Value<'g>) -> Value<'g>;
    let functions: [(&str, &str, Build); 13] = [
        ("s.relu()", "relu(s)", |s, _| s.relu()),
        ("s.exp()", "exp(s)", |s, _| s.exp()),
        ("(s * s + 1.0).ln()", "ln(s * s + 1.0)", |s, _| {
            (s * s + 1.0).ln()
        }),
        ("(s * s + 1.0).sqrt()", "sqrt(s * s + 1.0)", |s, _| {
            (s * s + 1.0).sqrt()
        }),
        ("s.tanh()", "tanh(s)", |s, _| s.tanh()),
        ("s.sigmoid()", "sigmoid(s)", |s, _| s.sigmoid()),
        ("s.abs()", "abs(s)", |s, _| s.abs()),
        ("s.sin()", "sin(s)", |s, _| s.sin()),
        ("s.cos()", "cos(s)", |s, _| s.cos()),
        ("s.min(t)", "min(s, t)", |s, t| s.min(t)),
        ("s.max(t)", "max(s, t)", |s, t| s.max(t)),
        ("s.powi(3)", "powi(s, 3)", |s, _| s.powi(3)),
        (
            "(s * s + 1.0).powf(0.5)",
            "powf(s * s + 1.0, 0.5)",
            |s, _| (s * s + 1.0).powf(0.5),
        ),
    ];
    for (method, call, build) in functions {
        let model = model("F", [2, 3, 1])
            .data(spiral(4))
            .epochs(2)
            .loss(custom(build));
        let code = normal(&model.train().unwrap().code());
        for closure in [method, call] {
            let written = format!(
                "pub model F<2, 3, 1> {{ data: spiral(4), epochs: 2, loss: |s, t| {closure} }}"
            );
            assert_eq!(expanded(&written), code, "{closure}");
        }
    }
}

/// A rate is computed in numbers; what a `macro_rules!` passes on stays one expression.
#[test]
fn numbers_are_computed_as_rust_does() {
    use proc_macro2::{Delimiter, Group, TokenTree};
    let built = |rate: f64| {
        normal(
            &model("F", [2, 1])
                .data(spiral(4))
                .epochs(1)
                .optimizer(sgd(rate))
                .train()
                .unwrap()
                .code(),
        )
    };
    for (written, rate) in [
        ("2.0 - 0.5 - 0.25", 2.0 - 0.5 - 0.25),
        ("1.0 / 3.0 * 0.7", 1.0 / 3.0 * 0.7),
        ("-(0.1 - 0.3) * 2", -(0.1 - 0.3) * 2.0),
        ("max(0.25, 4.0.sqrt() / 8.0)", 0.25),
        ("|_| 0.125", 0.125),
    ] {
        let source = format!(
            "pub model F<2, 1> {{ data: spiral(4), epochs: 1, optimizer: sgd({written}) }}"
        );
        assert_eq!(expanded(&source), built(rate), "{written}");
    }
    let passed_on = Group::new(Delimiter::None, tokens("0.5 - 0.25"));
    let mut sum = TokenStream::from(TokenTree::Group(passed_on));
    sum.extend(tokens("* 2.0"));
    let output = expand(
        quote::quote!(pub model F<2, 1> { data: spiral(4), epochs: 1, optimizer: sgd(#sum) }),
    );
    assert_eq!(output.to_string(), built(0.5));
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

#[test]
fn cargo_watches_a_checkpoint_that_is_there() {
    let watched = |path: &str| {
        let source =
            format!("model F<2, 1> {{ data: spiral(4), epochs: 1, checkpoint: {path:?} }}");
        expanded(&source).contains("include_bytes")
    };
    assert!(watched("Cargo.toml"));
    assert!(!watched("no_such_file.txt"));
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
        output.contains(&normal("#[cfg(feature = \"x\")] impl Mine")),
        "{output}"
    );
    assert!(
        expanded("model Mine<2, 1> { data: spiral(2), epochs: 1 }")
            .contains(&normal("#[allow(dead_code)] struct Mine;"))
    );
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

/// Words that the grammar knows and others, so that soups get past the first token.
fn soup() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "model",
        "Name",
        "pub",
        "data",
        "eval",
        "loss",
        "optimizer",
        "init",
        "epochs",
        "batch",
        "seed",
        "shuffle",
        "precision",
        "require",
        "checkpoint",
        "spiral",
        "points",
        "sgd",
        "adam",
        "mse",
        "max_margin",
        "custom",
        "paper",
        "values",
        "uniform",
        "accuracy",
        "score",
        "target",
        "relu",
        "f32",
        "true",
        "'a",
        "'x'",
        "\"text\"",
        "b\"x\"",
        "r#fn",
        "fn",
        "self",
        "_",
        "1",
        "0",
        "-1",
        "0.5",
        "1e400",
        "99999999999999999999999",
        "0x10",
        "1u8",
        "2.5f32",
        "+",
        "-",
        "*",
        "/",
        "|",
        "||",
        ":",
        "::",
        ",",
        ";",
        ".",
        "..",
        "<",
        ">",
        ">=",
        "<=",
        "==",
        "=",
        "#",
        "!",
        "$",
        "@",
        "&",
        "->",
        "=>",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        "< 2 , 3 , 1 > {",
        "model r#type < 2 , 1 > {",
        "data : spiral ( 2 ) ,",
        "epochs : 1 ,",
        "|epoch|",
        "|score, target|",
    ]);
    prop::collection::vec(word, 0..40).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn no_soup_of_tokens_makes_it_panic(soup in soup()) {
        if let Ok(tokens) = soup.parse::<TokenStream>() {
            expand(tokens);
        }
    }

    #[test]
    fn no_soup_inside_a_model_makes_it_panic(soup in soup()) {
        let model = format!("pub model Name<2, 3, 1> {{ data: spiral(2), epochs: 1, {soup} }}");
        if let Ok(tokens) = model.parse::<TokenStream>() {
            expand(tokens);
        }
    }

    #[test]
    fn no_soup_as_a_value_makes_it_panic(field in prop::sample::select(crate::fields::names()), soup in soup()) {
        let model = format!("pub model Name<2, 3, 1> {{ {field}: {soup} }}");
        if let Ok(tokens) = model.parse::<TokenStream>() {
            expand(tokens);
        }
    }
}
