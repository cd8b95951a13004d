//! `budget`: a span of time.

use neuralatex_core::prelude::{Budget, hours, minutes, seconds};
use syn::Result;

use super::call::{Call, Words};
use crate::closure::constant;
use crate::expression::Expression;

pub(crate) fn budget(expression: &Expression) -> Result<Budget> {
    let call = Call::of(expression, "a time such as `seconds(60)`")?;
    call.no_methods(call.find("time", TIMES))
}

const TIMES: &Words<Budget> = &[
    ("seconds", |call| call.one(constant, seconds)),
    ("minutes", |call| call.one(constant, minutes)),
    ("hours", |call| call.one(constant, hours)),
];
