//! The fields of a model: their names, and how a value goes into the specification.

use neuralatex_core::prelude::Model;
use syn::Result;

use crate::expression::Expression;
use crate::words;

/// Gives the model the value of a field.
pub(crate) type Set = fn(Model, &Expression) -> Result<Model>;

/// A field, whose name is that of the builder's method, and what reads its value.
macro_rules! field {
    ($name:ident, $read:path) => {
        (stringify!($name), |model, value| {
            Ok(model.$name($read(value)?))
        })
    };
}

/// All fields. The names are those that the core's errors have for them.
pub(crate) const FIELDS: &[(&str, Set)] = &[
    field!(data, words::source),
    field!(eval, words::eval),
    field!(activation, words::activations),
    field!(loss, words::loss),
    field!(optimizer, words::optimizer),
    field!(init, words::init),
    field!(normalize, words::normalize),
    field!(epochs, words::size),
    field!(batch, words::size),
    field!(seed, words::whole),
    field!(shuffle, words::boolean),
    field!(restarts, words::size),
    field!(stop, words::stops),
    field!(precision, words::precision),
    field!(quantize, words::quantize),
    field!(checkpoint, words::text),
    field!(weights, words::text),
    field!(budget, words::budget),
    field!(require, words::requirements),
    field!(card, words::boolean),
    field!(allow, words::advice),
];

/// The names of all fields.
pub(crate) fn names() -> Vec<&'static str> {
    FIELDS.iter().map(|(name, _)| *name).collect()
}
