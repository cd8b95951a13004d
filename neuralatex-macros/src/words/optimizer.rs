//! `optimizer`, and learning rates.

use neuralatex_core::prelude::{Optimizer, Rate, adam, sgd};
use syn::Result;

use super::call::{Call, Words};
use crate::closure::{self, constant};
use crate::expression::{Expression, Kind};

pub(crate) fn optimizer(expression: &Expression) -> Result<Optimizer> {
    let call = Call::of(expression, "an optimizer such as `sgd(0.1)`")?;
    call.no_methods(call.find("optimizer", OPTIMIZERS))
}

const OPTIMIZERS: &Words<Optimizer> = &[
    ("sgd", |call| call.one(rate, sgd)),
    ("adam", |call| call.one(rate, adam)),
];

fn rate(expression: &Expression) -> Result<Rate> {
    match &expression.kind {
        Kind::Closure(..) => {
            let rate = closure::closure(expression, &["epoch"])?;
            Ok(Rate::from(move |epoch: f64| rate.run_on_numbers(&[epoch])))
        }
        _ => constant(expression).map(Rate::from),
    }
}
