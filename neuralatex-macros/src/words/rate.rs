//! Learning rates: a number, a closure of the epoch, or a schedule.

use neuralatex_core::prelude::{Rate, StepRate, cosine, exponential, linear, step};
use proc_macro2::Ident;
use syn::{Error, Result};

use super::call::{Call, Method, Methods, Words};
use crate::closure::{self, constant};
use crate::expression::{Expression, Kind};

pub(super) fn rate(expression: &Expression) -> Result<Rate> {
    if let Kind::Closure(..) = &expression.kind {
        let rate = closure::closure(expression, &["epoch"])?;
        return Ok(Rate::from(move |epoch: f64| rate.run_on_numbers(&[epoch])));
    }
    if let Kind::Name(name) = &expression.kind
        && !is_word(name)
    {
        let expected = "a learning rate as it is, such as `0.1` or `linear(0.1, 0.01)`";
        return Err(closure::unseen(name, expected));
    }
    match Call::of(expression, "a learning rate") {
        Ok(call) if !closure::is_function(call.name) => call.find("learning rate", RATES),
        _ => match misplaced(expression) {
            Some(error) => Err(error),
            None => constant(expression).map(Rate::from),
        },
    }
}

/// Whether this is the name of a schedule.
pub(super) fn is_word(name: &Ident) -> bool {
    RATES.iter().any(|(known, _)| name == known)
}

/// Where methods of schedules belong.
pub(super) const WARMUP: &str =
    "belongs to a schedule; with a constant rate it is `sgd(linear(0.1, 0.1).warmup(3))`";
pub(super) const STEPS: &str =
    "belongs to the schedule `step`, as in `sgd(step(0.1).every(10).by(0.5))`";

/// The error for a method of schedules on a number or a closure.
fn misplaced(expression: &Expression) -> Option<Error> {
    let (Kind::Method(_, name, _) | Kind::Bare(_, name)) = &expression.kind else {
        return None;
    };
    let methods = [("warmup", WARMUP), ("every", STEPS), ("by", STEPS)];
    let (_, belongs) = methods.iter().find(|(method, _)| name == method)?;
    Some(Error::new(name.span(), format!("`{name}` {belongs}")))
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
