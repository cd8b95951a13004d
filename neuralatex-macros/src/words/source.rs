//! `data` and `eval`.

use neuralatex_core::prelude::{Blobs, Label, Shape, Source};
use neuralatex_core::prelude::{blobs, circles, moons, points, spiral, xor};
use syn::{Error, Result};

use super::call::{Call, Method, Methods, Words};
use super::literal::{numbers, signed, size};
use super::{both, collect};
use crate::closure::constant;
use crate::expression::{Expression, Kind};

pub(crate) fn source(expression: &Expression) -> Result<Source> {
    let expected = "a data source such as `spiral(50)` or `points([…])`";
    let call = Call::of(expression, expected)?;
    if call.name == "from_fn" {
        let message =
            "`from_fn` runs a Rust function, which only a build script can do; here use `points`";
        return Err(Error::new(call.name.span(), message));
    }
    call.find("data source", SOURCES)
}

const SOURCES: &Words<Source> = &[
    ("spiral", |call| shape(call, spiral)),
    ("moons", |call| shape(call, moons)),
    ("circles", |call| shape(call, circles)),
    ("xor", |call| shape(call, xor)),
    ("blobs", |call| {
        let blobs = call.methods(call.one(size, blobs), BLOBS)?;
        Ok(blobs.into())
    }),
    ("points", |call| {
        let points = call.no_methods(call.one(rows, points))?;
        Ok(points.into())
    }),
];

const SHAPE: &Methods<Shape> = &[
    ("noise", Method::Number(Shape::noise)),
    ("seed", Method::Whole(Shape::seed)),
];

const BLOBS: &Methods<Blobs> = &[
    ("noise", Method::Number(Blobs::noise)),
    ("seed", Method::Whole(Blobs::seed)),
    ("classes", Method::Size(Blobs::classes)),
    ("dimensions", Method::Size(Blobs::dimensions)),
];

fn shape(call: &Call<'_>, make: fn(usize) -> Shape) -> Result<Source> {
    let shape = call.methods(call.one(size, make), SHAPE)?;
    Ok(shape.into())
}

type Row = (Vec<f64>, Label);

fn rows(expression: &Expression) -> Result<Vec<Row>> {
    let Kind::List(rows) = &expression.kind else {
        let message = "expected a list of rows: `[([0.5, 1.0], 1), …]`";
        return Err(expression.place.error(message));
    };
    collect(rows.iter().map(row))
}

fn row(expression: &Expression) -> Result<Row> {
    const EXPECTED: &str = "expected a row: `([0.5, 1.0], 1)`, inputs and a label";
    match &expression.kind {
        Kind::Tuple(parts) => match &parts[..] {
            [inputs, label] => both(numbers(inputs), self::label(label)),
            _ => Err(expression.place.error(EXPECTED)),
        },
        _ => Err(expression.place.error(EXPECTED)),
    }
}

fn label(expression: &Expression) -> Result<Label> {
    if let Kind::List(_) = &expression.kind {
        return Ok(numbers(expression)?.into());
    }
    match signed(expression) {
        Some(class) => class.map(Label::from),
        None => Ok(constant(expression)?.into()),
    }
}
