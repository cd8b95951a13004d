//! `init`

use neuralatex_core::prelude::{Init, he, paper, uniform, values, xavier};
use syn::Result;

use super::call::{Call, Method, Methods, Words};
use super::literal::numbers;
use crate::closure::constant;
use crate::expression::Expression;

pub(crate) fn init(expression: &Expression) -> Result<Init> {
    let expected = "start weights such as `he` or `uniform(-1.0, 1.0)`";
    let call = Call::of(expression, expected)?;
    call.methods(call.find("init", INITS), METHODS)
}

const INITS: &Words<Init> = &[
    ("uniform", |call| call.two(constant, uniform)),
    ("he", |call| call.none(he)),
    ("xavier", |call| call.none(xavier)),
    ("paper", |call| call.none(paper)),
    ("values", |call| call.one(numbers, values)),
];

const METHODS: &Methods<Init> = &[("seed", Method::Whole(Init::seed))];
