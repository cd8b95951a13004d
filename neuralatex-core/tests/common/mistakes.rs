//! A specification without mistakes, to make some in, and what is expected of their errors.

#![allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]

use neuralatex_core::prelude::*;

pub fn good() -> Model {
    model("Good", [2, 3, 1])
        .data(points([([0.0, 1.0], 1), ([1.0, 0.0], -1)]))
        .epochs(2)
}

/// `good()`, with these layers.
pub fn sized<const N: usize>(layers: [usize; N]) -> Model {
    model("Good", layers).data(points([([0.0, 1.0], 1), ([1.0, 0.0], -1)]))
}

#[track_caller]
pub fn assert_error(model: Model, words: &[&str]) -> Error {
    let Err(error) = model.train() else {
        panic!("no error with {words:?}")
    };
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "`{word}` is not in: {text}");
    }
    assert_eq!(format!("{error:?}"), text, "Debug reads like Display");
    assert_eq!(text.lines().count(), error.problems().len(), "{text}");
    error
}

/// That there is this mistake and no other.
#[track_caller]
pub fn assert_one(model: Model, words: &[&str]) {
    let error = assert_error(model, words);
    assert_eq!(error.problems().len(), 1, "{error}");
}
