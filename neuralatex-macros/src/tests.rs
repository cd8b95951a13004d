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
    fn no_soup_as_a_value_makes_it_panic(field in prop::sample::select(crate::expand::FIELDS.to_vec()), soup in soup()) {
        let model = format!("pub model Name<2, 3, 1> {{ {field}: {soup} }}");
        if let Ok(tokens) = model.parse::<TokenStream>() {
            expand(tokens);
        }
    }
}
