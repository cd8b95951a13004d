//! Learning rates: a number, a closure of the epoch, or a schedule.

use neuralatex_core::prelude::Rate;
use syn::Result;

use crate::closure::{self, constant};
use crate::expression::{Expression, Kind};

pub(super) fn rate(expression: &Expression) -> Result<Rate> {
    match &expression.kind {
        Kind::Closure(..) => {
            let rate = closure::closure(expression, &["epoch"])?;
            Ok(Rate::from(move |epoch: f64| rate.run_on_numbers(&[epoch])))
        }
        _ => constant(expression).map(Rate::from),
    }
}
