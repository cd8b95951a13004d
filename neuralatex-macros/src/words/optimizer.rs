//! `optimizer`

use neuralatex_core::prelude::{Optimizer, Rate, adam, adamw, rmsprop, sgd};
use syn::{Error, Result};

use super::call::{Call, Method, Methods, Words};
use super::rate::{self, STEPS, WARMUP, rate};
use crate::expression::Expression;

pub(crate) fn optimizer(expression: &Expression) -> Result<Optimizer> {
    let call = Call::of(expression, "an optimizer such as `sgd(0.1)`")?;
    if rate::is_word(call.name) {
        let name = call.name;
        let message =
            format!("`{name}` is a learning rate, which an optimizer takes: `sgd({name}(…))`");
        return Err(Error::new(name.span(), message));
    }
    call.find("optimizer", OPTIMIZERS)
}

const OPTIMIZERS: &Words<Optimizer> = &[
    ("sgd", |call| {
        let offered = ["momentum", "nesterov", "weight_decay", "clip"];
        call.methods_offering(call.one(rate, sgd), METHODS, &offered)
    }),
    ("adam", |call| without_momentum(call, adam)),
    ("adamw", |call| without_momentum(call, adamw)),
    ("rmsprop", |call| without_momentum(call, rmsprop)),
];

/// An optimizer for which the core refuses a momentum, with a reason.
fn without_momentum(call: &Call<'_>, make: fn(Rate) -> Optimizer) -> Result<Optimizer> {
    call.methods_offering(call.one(rate, make), METHODS, &["weight_decay", "clip"])
}

const METHODS: &Methods<Optimizer> = &[
    ("momentum", Method::Number(Optimizer::momentum)),
    ("nesterov", Method::Bare(Optimizer::nesterov)),
    ("weight_decay", Method::Number(Optimizer::weight_decay)),
    ("clip", Method::Number(Optimizer::clip)),
    ("warmup", Method::Misplaced(WARMUP)),
    ("every", Method::Misplaced(STEPS)),
    ("by", Method::Misplaced(STEPS)),
];
