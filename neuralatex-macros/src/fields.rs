//! The fields of a model: their names, and how a value goes into the specification.

use neuralatex_core::prelude::Model;
use syn::Result;

use crate::expression::Expression;
use crate::place::Place;
use crate::words;

/// What is to be known of values once they are in the model.
#[derive(Default)]
pub(crate) struct Places {
    pub(crate) data_rows: Vec<Place>,
    pub(crate) eval_rows: Vec<Place>,
    pub(crate) requirements: Vec<Place>,
    /// The file that Cargo should watch.
    pub(crate) checkpoint: Option<String>,
}

/// Gives the model the value of a field.
pub(crate) type Set = fn(Model, &Expression, &mut Places) -> Result<Model>;

/// A field, whose name is that of the builder's method, and what reads its value.
macro_rules! field {
    ($name:ident, $read:path) => {
        (stringify!($name), |model, value, _| {
            Ok(model.$name($read(value)?))
        })
    };
}

/// All fields. The names are those that the core's errors have for them.
pub(crate) const FIELDS: &[(&str, Set)] = &[
    ("data", |model, value, places| {
        let (source, rows) = words::source(value)?;
        places.data_rows = rows;
        Ok(model.data(source))
    }),
    ("eval", |model, value, places| {
        let (source, rows) = words::source(value)?;
        places.eval_rows = rows;
        Ok(model.eval(source))
    }),
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
    ("checkpoint", |model, value, places| {
        let path = words::text(value)?;
        places.checkpoint = Some(path.clone());
        Ok(model.checkpoint(path))
    }),
    ("require", |model, value, places| {
        let (requirements, own): (Vec<_>, _) = words::requirements(value)?.into_iter().unzip();
        places.requirements = own;
        Ok(model.require(requirements))
    }),
];

/// The names of all fields.
pub(crate) fn names() -> Vec<&'static str> {
    FIELDS.iter().map(|(name, _)| *name).collect()
}
