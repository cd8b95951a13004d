//! Closures compute what the same Rust computes in a build script.

use neuralatex_core::prelude::*;
use proc_macro2::TokenStream;

use super::{expand, expanded, generated, tokens};

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
        let code = generated(&model.train().unwrap());
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
        generated(
            &model("F", [2, 1])
                .card(false)
                .data(spiral(4))
                .epochs(1)
                .optimizer(sgd(rate))
                .train()
                .unwrap(),
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
            "pub model F<2, 1> {{ data: spiral(4), epochs: 1, card: false, optimizer: sgd({written}) }}"
        );
        assert_eq!(expanded(&source), built(rate), "{written}");
    }
    let passed_on = Group::new(Delimiter::None, tokens("0.5 - 0.25"));
    let mut sum = TokenStream::from(TokenTree::Group(passed_on));
    sum.extend(tokens("* 2.0"));
    let output = expand(
        quote::quote!(pub model F<2, 1> { data: spiral(4), epochs: 1, card: false, optimizer: sgd(#sum) }),
    );
    assert_eq!(output.to_string(), built(0.5));
}
