//! Numbers, lists of them, strings, `true` and `false`.

use syn::{Error, LitFloat, LitInt, Result};

use super::collect;
use crate::closure;
use crate::expression::{Expression, Kind};

/// `shuffle`
pub(crate) fn boolean(expression: &Expression) -> Result<bool> {
    match &expression.kind {
        Kind::Boolean(value) => Ok(*value),
        _ => Err(expression.place.error("expected `true` or `false`")),
    }
}

/// `checkpoint`
pub(crate) fn text(expression: &Expression) -> Result<String> {
    match &expression.kind {
        Kind::Text(text) => Ok(text.value()),
        _ => Err(expression
            .place
            .error("expected a string: the path of a file")),
    }
}

/// `epochs`, `batch`, and counts.
pub(crate) fn size(expression: &Expression) -> Result<usize> {
    let number = whole(expression)?;
    usize::try_from(number).map_err(|_| expression.place.error("this number is too large"))
}

/// `seed`
pub(crate) fn whole(expression: &Expression) -> Result<u64> {
    match &expression.kind {
        Kind::Whole(literal) => whole_literal(literal),
        Kind::Negative(_) if expression.is_whole() => Err(expression
            .place
            .error("expected a whole number that is not negative")),
        _ => Err(expression.place.error("expected a whole number")),
    }
}

/// A whole number with or without a sign; `None` if it is something else.
pub(super) fn signed(expression: &Expression) -> Option<Result<i64>> {
    let too_large = || expression.place.error("this number is too large");
    let signed = |literal: &LitInt| i64::try_from(whole_literal(literal)?).map_err(|_| too_large());
    match &expression.kind {
        Kind::Whole(literal) => Some(signed(literal)),
        Kind::Negative(inner) => match &inner.kind {
            Kind::Whole(literal) => Some(signed(literal).map(|number| -number)),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn numbers(expression: &Expression) -> Result<Vec<f64>> {
    match &expression.kind {
        Kind::List(list) => collect(list.iter().map(closure::constant)),
        _ => Err(expression
            .place
            .error("expected a list of numbers: `[0.5, 1.0]`")),
    }
}

pub(crate) fn whole_literal(literal: &LitInt) -> Result<u64> {
    if !["", "usize", "u64", "u32", "i32", "i64"].contains(&literal.suffix()) {
        return Err(Error::new(
            literal.span(),
            format!("unexpected suffix `{}`", literal.suffix()),
        ));
    }
    let too_large = |_| Error::new(literal.span(), "this number is too large");
    literal.base10_digits().parse().map_err(too_large)
}

pub(crate) fn decimal_literal(literal: &LitFloat) -> Result<f64> {
    if !["", "f64"].contains(&literal.suffix()) {
        return Err(Error::new(
            literal.span(),
            format!("unexpected suffix `{}`", literal.suffix()),
        ));
    }
    let number = literal
        .base10_digits()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| Error::new(literal.span(), "this number is too large"))
}
