//! `loss`

use neuralatex_core::prelude::{
    Loss, binary_cross_entropy, cross_entropy, custom, huber, mae, max_margin, mse,
};
use syn::Result;

use super::call::{Call, Words};
use crate::closure::{self, Term, constant};
use crate::expression::{Expression, Kind};

pub(crate) fn loss(expression: &Expression) -> Result<Loss> {
    if let Kind::Closure(..) = &expression.kind {
        return formula(expression);
    }
    let expected = "a loss such as `max_margin`, or a closure `|score, target| …`";
    let call = Call::of(expression, expected)?;
    call.no_methods(call.find("loss", LOSSES))
}

const LOSSES: &Words<Loss> = &[
    ("max_margin", |call| call.none(max_margin)),
    ("mse", |call| call.none(mse)),
    ("mae", |call| call.none(mae)),
    ("huber", |call| call.one(constant, huber)),
    ("binary_cross_entropy", |call| {
        call.none(binary_cross_entropy)
    }),
    ("cross_entropy", |call| call.none(cross_entropy)),
    ("custom", |call| call.one(formula, |loss| loss)),
];

fn formula(expression: &Expression) -> Result<Loss> {
    let formula = closure::closure(expression, &["score", "target"])?;
    Ok(custom(|score, target| {
        formula
            .run(&[Term::Value(score), Term::Value(target)])
            .on(score.graph())
    }))
}
