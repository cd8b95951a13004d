//! Numbers, lists of them, strings, `true` and `false`.

use neuralatex_core::prelude::AUTO;
use syn::{Error, LitFloat, LitInt, Result};

use super::{both, collect};
use crate::closure;
use crate::expression::{Expression, Kind, Sign};

/// `shuffle`
pub(crate) fn boolean(expression: &Expression) -> Result<bool> {
    match &expression.kind {
        Kind::Boolean(value) => Ok(*value),
        _ => Err(expression.place.error("expected `true` or `false`")),
    }
}

/// `checkpoint`, `weights`
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
    usize::try_from(number).map_err(|_| expression.place.error(TOO_LARGE))
}

/// `seed`
pub(crate) fn whole(expression: &Expression) -> Result<u64> {
    from_zero(expression, "expected a whole number that is not negative")
}

/// `delimiter`
pub(super) fn letter(expression: &Expression) -> Result<char> {
    match &expression.kind {
        Kind::Letter(letter) => Ok(letter.value()),
        _ => Err(expression
            .place
            .error("expected a sign in single quotes, such as `';'`")),
    }
}

/// The size of a layer. That it is not 0 is for the core to tell.
pub(crate) fn layer(expression: &Expression) -> Result<usize> {
    if matches!(&expression.kind, Kind::Name(name) if name == "_") {
        return Ok(AUTO);
    }
    let size = from_zero(expression, "the size of a layer is a whole number from 1")?;
    // The largest of all stands for `_`.
    Ok(usize::try_from(size).unwrap_or(AUTO).min(AUTO - 1))
}

fn from_zero(expression: &Expression, negative: &str) -> Result<u64> {
    let number = integer(expression)?;
    if number < 0 {
        return Err(expression.place.error(negative));
    }
    u64::try_from(number).map_err(|_| expression.place.error(TOO_LARGE))
}

/// A whole number, or arithmetic on whole numbers, which is exact or an error.
fn integer(expression: &Expression) -> Result<i128> {
    const EXPECTED: &str = "expected a whole number";
    let number = match &expression.kind {
        Kind::Whole(literal) => Ok(i128::from(whole_literal(literal)?)),
        Kind::Negative(inner) => integer(inner)?.checked_neg().ok_or(TOO_LARGE),
        Kind::Binary(left, sign, right) => {
            let (left, right) = both(integer(left), integer(right))?;
            match sign {
                Sign::Plus => left.checked_add(right).ok_or(TOO_LARGE),
                Sign::Minus => left.checked_sub(right).ok_or(TOO_LARGE),
                Sign::Times => left.checked_mul(right).ok_or(TOO_LARGE),
                Sign::Over => match (left.checked_rem(right), left.checked_div(right)) {
                    (Some(0), Some(quotient)) => Ok(quotient),
                    (Some(_), _) => Err("expected a whole number, but this leaves a remainder"),
                    (None, _) => Err("this cannot be divided"),
                },
                _ => Err(EXPECTED),
            }
        }
        Kind::Name(name) => {
            return Err(closure::unseen(
                name,
                "a whole number as it is, such as `50`",
            ));
        }
        _ => Err(EXPECTED),
    };
    number.map_err(|message| expression.place.error(message))
}

const TOO_LARGE: &str = "this number is too large";

/// A whole number with or without a sign; `None` if it is something else.
pub(super) fn signed(expression: &Expression) -> Option<Result<i64>> {
    let too_large = || expression.place.error(TOO_LARGE);
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
    let too_large = |_| Error::new(literal.span(), TOO_LARGE);
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
    number.ok_or_else(|| Error::new(literal.span(), TOO_LARGE))
}
