//! `optimizer`

use neuralatex_core::prelude::{Optimizer, adam, adamw, rmsprop, sgd};
use syn::Result;

use super::call::{Call, Method, Methods, Words};
use super::rate::rate;
use crate::expression::Expression;

pub(crate) fn optimizer(expression: &Expression) -> Result<Optimizer> {
    let call = Call::of(expression, "an optimizer such as `sgd(0.1)`")?;
    call.methods(call.find("optimizer", OPTIMIZERS), METHODS)
}

const OPTIMIZERS: &Words<Optimizer> = &[
    ("sgd", |call| call.one(rate, sgd)),
    ("adam", |call| call.one(rate, adam)),
    ("adamw", |call| call.one(rate, adamw)),
    ("rmsprop", |call| call.one(rate, rmsprop)),
];

const METHODS: &Methods<Optimizer> = &[
    ("momentum", Method::Number(Optimizer::momentum)),
    ("nesterov", Method::Bare(Optimizer::nesterov)),
    ("weight_decay", Method::Number(Optimizer::weight_decay)),
    ("clip", Method::Number(Optimizer::clip)),
];
