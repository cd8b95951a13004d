//! Learning rates: a number, a closure of the epoch, or a schedule.

use neuralatex_core::prelude::{Rate, StepRate, cosine, exponential, linear, step};
use syn::Result;

use super::call::{Call, Method, Methods, Words};
use crate::closure::{self, constant};
use crate::expression::{Expression, Kind};

pub(super) fn rate(expression: &Expression) -> Result<Rate> {
    if let Kind::Closure(..) = &expression.kind {
        let rate = closure::closure(expression, &["epoch"])?;
        return Ok(Rate::from(move |epoch: f64| rate.run_on_numbers(&[epoch])));
    }
    match Call::of(expression, "a learning rate") {
        Ok(call) if !closure::is_function(call.name) => call.find("learning rate", RATES),
        _ => constant(expression).map(Rate::from),
    }
}

const RATES: &Words<Rate> = &[
    ("linear", |call| {
        call.methods(call.two(constant, linear), RATE)
    }),
    ("cosine", |call| {
        call.methods(call.two(constant, cosine), RATE)
    }),
    ("step", |call| {
        let step = call.methods(call.one(constant, step), STEP)?;
        Ok(step.into())
    }),
    ("exponential", |call| {
        call.methods(call.two(constant, exponential), RATE)
    }),
];

const RATE: &Methods<Rate> = &[("warmup", Method::Size(Rate::warmup))];

const STEP: &Methods<StepRate> = &[
    ("every", Method::Size(StepRate::every)),
    ("by", Method::Number(StepRate::by)),
    ("warmup", Method::Size(StepRate::warmup)),
];
