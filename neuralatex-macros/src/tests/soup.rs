//! Whatever tokens stand in the macro, it gives tokens, and never panics.

use proc_macro2::TokenStream;
use proptest::prelude::*;

use super::expand;
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
        "quantize",
        "i8",
        "require",
        "checkpoint",
        "activation",
        "normalize",
        "stop",
        "restarts",
        "budget",
        "seconds",
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
        "=<",
        "**",
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

    #[test]
    fn no_number_makes_it_panic(field in field(), other in field(), sizes in sizes()) {
        let data = if field.contains("data") { "" } else { "data: blobs(3), " };
        let model = format!("model Name<{sizes}> {{ {data}epochs: 2, {field}, {other} }}");
        expand(model.parse::<TokenStream>().unwrap());
    }
}

/// Sizes of layers that do not all make sense.
fn sizes() -> impl Strategy<Value = String> {
    let sizes = [
        "2, 3, 3",
        "2, 3",
        "1, 1",
        "2",
        "0, 0",
        "2, 18446744073709551615, 3",
        "2, 1, 9, 3",
    ];
    prop::sample::select(sizes.to_vec()).prop_map(str::to_string)
}

/// A field whose words are right, with numbers that need not be; `#` is a whole one, `@` any.
fn field() -> impl Strategy<Value = String> {
    let forms = [
        "data: spiral(#).noise(@).seed(#)",
        "eval: moons(#).noise(@)",
        "data: blobs(#).classes(#).dimensions(#).noise(@)",
        "eval: blobs(3).noise(@).classes(#)",
        "data: points([([@, @], #), ([@, @], #), ([0.0, 1.0], 2)])",
        "data: points([([@], @), ([@], @)])",
        "data: points([([@, @], [@, @, @]), ([@, @], [@])])",
        "eval: points([([@, 0.5], #), ([], 1)])",
        "activation: [leaky_relu(@), leaky_relu(@)]",
        "activation: leaky_relu(@)",
        "loss: huber(@)",
        "loss: |s, t| (s - t).powf(@) / max(t, @)",
        "optimizer: sgd(@).momentum(@).nesterov().clip(@)",
        "optimizer: adamw(step(@).every(#).by(@).warmup(#)).weight_decay(@)",
        "optimizer: rmsprop(cosine(@, @).warmup(#))",
        "optimizer: adam(|epoch| @ / (epoch - @))",
        "init: uniform(@, @).seed(#)",
        "init: values([@, @, @])",
        "init: paper.seed(#)",
        "normalize: standard",
        "normalize: min_max",
        "batch: #",
        "seed: #",
        "restarts: 3",
        "stop: [patience(#), loss_below(@)]",
        "budget: minutes(@)",
        "precision: f64",
        "quantize: i8",
        "require: [accuracy >= @, loss <= @, parameters.at_most(#)]",
    ];
    let wholes = [
        "0",
        "1",
        "3",
        "2147483648",
        "9223372036854775808",
        "18446744073709551615",
    ];
    let numbers = [
        "0.0", "-0.0", "0.5", "-1.0", "1e6", "1e38", "-1e308", "5e-324", "1e308",
    ];
    let numbers: Vec<_> = numbers
        .into_iter()
        .zip(wholes.into_iter().cycle())
        .collect();
    let numbers = prop::collection::vec(prop::sample::select(numbers), 12);
    (prop::sample::select(forms.to_vec()), numbers).prop_map(|(form, numbers)| {
        let mut numbers = numbers.into_iter().cycle();
        let fill = |letter: char| match (letter, numbers.next()) {
            ('@', Some((number, _))) => number.to_string(),
            ('#', Some((_, whole))) => whole.to_string(),
            _ => letter.to_string(),
        };
        form.chars().map(fill).collect()
    })
}
