//! `require`: a comparison, or a list of them.

use neuralatex_core::prelude::{Metric, Requirement, accuracy, loss, parameters};
use neuralatex_core::prelude::{precision, r2, recall, rmse};
use syn::Result;

use super::call::{Call, Words, exactly, names, no_such};
use super::literal::signed;
use super::{both, one_or_list};
use crate::closure::constant;
use crate::expression::{Expression, Kind, no_parentheses};
use crate::place::Place;

pub(crate) fn requirements(expression: &Expression) -> Result<Vec<Requirement>> {
    one_or_list(expression, requirement)
}

type Bound = fn(Metric, f64) -> Requirement;

/// How bounds are written in a build script.
const BOUNDS: &[(&str, Bound)] = &[
    ("at_least", Metric::at_least),
    ("at_most", Metric::at_most),
    ("above", Metric::above),
    ("below", Metric::below),
];

fn bound(method: &str) -> Option<Bound> {
    let found = BOUNDS.iter().find(|(known, _)| method == *known);
    found.map(|(_, bound)| *bound)
}

fn requirement(expression: &Expression) -> Result<Requirement> {
    let (left, bound, right): (_, Bound, _) = match &expression.kind {
        Kind::Binary(left, sign, right) => match sign.method().and_then(bound) {
            Some(bound) => (left, bound, &**right),
            None => {
                let message = "expected a comparison with `>=`, `<=`, `>` or `<`";
                return Err(expression.place.error(message));
            }
        },
        Kind::Method(left, method, arguments) => {
            let [right] = exactly(method, arguments, Place::from(method))?;
            match bound(&method.to_string()) {
                Some(bound) => (left, bound, right),
                None => return Err(no_such("method", method, &names(BOUNDS))),
            }
        }
        Kind::Bare(_, method) if bound(&method.to_string()).is_some() => {
            return Err(no_parentheses(
                method,
                &format!("`.{method}(…)`, with a number"),
            ));
        }
        _ => {
            let message = "expected a requirement such as `accuracy >= 0.9` or `loss <= 0.2`";
            return Err(expression.place.error(message));
        }
    };
    both(metric(left), constant(right)).map(|(metric, value)| bound(metric, value))
}

fn metric(expression: &Expression) -> Result<Metric> {
    let call = Call::of(expression, "a metric such as `accuracy` or `loss`")?;
    call.no_methods(call.find("metric", METRICS))
}

const METRICS: &Words<Metric> = &[
    ("accuracy", |call| call.none(accuracy)),
    ("loss", |call| call.none(loss)),
    ("parameters", |call| call.none(parameters)),
    ("recall", |call| call.one(class, recall)),
    ("precision", |call| call.one(class, precision)),
    ("rmse", |call| call.none(rmse)),
    ("r2", |call| call.none(r2)),
];

/// A class by its number, its text, or its name in the generated enum.
fn class(expression: &Expression) -> Result<String> {
    match &expression.kind {
        Kind::Name(name) => Ok(name.to_string()),
        Kind::Text(text) => Ok(text.value()),
        _ => match signed(expression) {
            Some(number) => number.map(|number| number.to_string()),
            None => Err(expression
                .place
                .error("expected a class: its name, or a number")),
        },
    }
}
