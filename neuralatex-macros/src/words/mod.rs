//! What expressions mean: each field's words become those of the core's builder.

mod activation;
mod advice;
mod budget;
mod call;
mod init;
mod literal;
mod loss;
mod normalize;
mod optimizer;
mod quantize;
mod rate;
mod require;
mod source;
mod stop;

use neuralatex_core::prelude::Precision;
use syn::{Error as SynError, Result as SynResult};

use crate::expression::{Expression, Kind};
pub(crate) use activation::activations;
pub(crate) use advice::advice;
pub(crate) use budget::budget;
pub(crate) use init::init;
pub(crate) use literal::{boolean, decimal_literal, layer, size, text, whole, whole_literal};
pub(crate) use loss::loss;
pub(crate) use normalize::normalize;
pub(crate) use optimizer::optimizer;
pub(crate) use quantize::quantize;
pub(crate) use require::requirements;
pub(crate) use source::{eval, source};
pub(crate) use stop::stops;

/// `precision`
pub(crate) fn precision(expression: &Expression) -> SynResult<Precision> {
    match &expression.kind {
        Kind::Name(name) if name == "f32" => Ok(Precision::F32),
        Kind::Name(name) if name == "f64" => Ok(Precision::F64),
        _ => Err(expression.place.error("expected `f32` or `f64`")),
    }
}

/// One, or each of a list.
fn one_or_list<T>(
    expression: &Expression,
    read: impl Fn(&Expression) -> SynResult<T>,
) -> SynResult<Vec<T>> {
    match &expression.kind {
        Kind::List(list) => collect(list.iter().map(read)),
        _ => Ok(vec![read(expression)?]),
    }
}

/// All results, or all errors.
pub(crate) fn collect<T>(results: impl Iterator<Item = SynResult<T>>) -> SynResult<Vec<T>> {
    let mut all = Vec::new();
    let mut errors = None;
    for result in results {
        match result {
            Ok(value) => all.push(value),
            Err(error) => combine(&mut errors, error),
        }
    }
    match errors {
        Some(errors) => Err(errors),
        None => Ok(all),
    }
}

/// Both results, or both errors.
pub(crate) fn both<A, B>(a: SynResult<A>, b: SynResult<B>) -> SynResult<(A, B)> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(mut a), Err(b)) => {
            a.combine(b);
            Err(a)
        }
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

pub(crate) fn combine(errors: &mut Option<SynError>, error: SynError) {
    match errors {
        Some(errors) => errors.combine(error),
        None => *errors = Some(error),
    }
}
