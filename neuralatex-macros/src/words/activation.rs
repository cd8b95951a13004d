//! `activation`: one for all hidden layers, or a list with one for each.

use neuralatex_core::prelude::{
    Activation, Activations, gelu, identity, leaky_relu, relu, sigmoid, silu, tanh,
};
use syn::Result;

use super::call::{Call, Words};
use super::collect;
use crate::closure::constant;
use crate::expression::{Expression, Kind};

pub(crate) fn activations(expression: &Expression) -> Result<Activations> {
    match &expression.kind {
        Kind::List(list) => collect(list.iter().map(activation)).map(Activations::from),
        _ => activation(expression).map(Activations::from),
    }
}

fn activation(expression: &Expression) -> Result<Activation> {
    let call = Call::of(expression, "an activation such as `relu`")?;
    call.no_methods(call.find("activation", ACTIVATIONS))
}

const ACTIVATIONS: &Words<Activation> = &[
    ("relu", |call| call.none(relu)),
    ("leaky_relu", |call| call.one(constant, leaky_relu)),
    ("tanh", |call| call.none(tanh)),
    ("sigmoid", |call| call.none(sigmoid)),
    ("silu", |call| call.none(silu)),
    ("gelu", |call| call.none(gelu)),
    ("identity", |call| call.none(identity)),
];
