//! `allow`: a kind of advice, or a list of them.

use neuralatex_core::prelude::{
    Advice, imprecise, mismatched, overfitted, seen, unbalanced, unfinished, unlearned, unscaled,
};
use syn::Result;

use super::call::{Call, Words};
use super::one_or_list;
use crate::expression::Expression;

pub(crate) fn advice(expression: &Expression) -> Result<Vec<Advice>> {
    one_or_list(expression, one)
}

fn one(expression: &Expression) -> Result<Advice> {
    let call = Call::of(expression, "a kind of advice such as `unscaled`")?;
    call.no_methods(call.find("advice", ADVICE))
}

const ADVICE: &Words<Advice> = &[
    ("unscaled", |call| call.none(unscaled)),
    ("unbalanced", |call| call.none(unbalanced)),
    ("unfinished", |call| call.none(unfinished)),
    ("overfitted", |call| call.none(overfitted)),
    ("imprecise", |call| call.none(imprecise)),
    ("mismatched", |call| call.none(mismatched)),
    ("seen", |call| call.none(seen)),
    ("unlearned", |call| call.none(unlearned)),
];
