//! `stop`: a rule, or a list of them.

use neuralatex_core::prelude::{Stop, loss_below, patience};
use syn::Result;

use super::call::{Call, Words};
use super::literal::size;
use super::one_or_list;
use crate::closure::constant;
use crate::expression::Expression;

pub(crate) fn stops(expression: &Expression) -> Result<Vec<Stop>> {
    one_or_list(expression, stop)
}

fn stop(expression: &Expression) -> Result<Stop> {
    let call = Call::of(expression, "a rule such as `patience(10)`")?;
    call.no_methods(call.find("stop rule", STOPS))
}

const STOPS: &Words<Stop> = &[
    ("patience", |call| call.one(size, patience)),
    ("loss_below", |call| call.one(constant, loss_below)),
];
