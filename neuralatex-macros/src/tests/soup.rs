//! Whatever tokens stand in the macro, it gives tokens, and never panics.

use proc_macro2::TokenStream;
use proptest::prelude::*;

use crate::expand::expand;
use crate::fields;

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
        "activation",
        "normalize",
        "stop",
        "restarts",
        "patience",
        "spiral",
        "moons",
        "blobs",
        "points",
        "sgd",
        "adam",
        "step",
        "linear",
        "mse",
        "max_margin",
        "huber",
        "cross_entropy",
        "standard",
        ".noise",
        ".classes",
        ".momentum",
        ".nesterov()",
        ".nesterov",
        ".warmup",
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
    fn no_soup_as_a_value_makes_it_panic(field in prop::sample::select(fields::names()), soup in soup()) {
        let model = format!("pub model Name<2, 3, 1> {{ {field}: {soup} }}");
        if let Ok(tokens) = model.parse::<TokenStream>() {
            expand(tokens);
        }
    }
}
