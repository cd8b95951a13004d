//! `data` and `eval`.

use neuralatex_core::prelude::{Blobs, Column, Csv, HoldOut, Idx, Label, Missing, Shape, Source};
use neuralatex_core::prelude::{blobs, circles, csv, hold_out, idx, moons, points, spiral, xor};
use neuralatex_core::prelude::{drop as drop_row, mean, value};
use syn::{Error, Result};

use super::call::{Call, Method, Methods, Words, no_such};
use super::literal::{boolean, letter, numbers, signed, size, text};
use super::{both, collect, one_or_list};
use crate::closure::constant;
use crate::expression::{Expression, Kind};

/// `eval`: a source, or a share of `data`.
pub(crate) fn eval(expression: &Expression) -> Result<Source> {
    match Call::of(
        expression,
        "a data source such as `spiral(50)`, or `hold_out(0.2)`",
    )? {
        call if call.name == "hold_out" => {
            let held = call.methods(call.one(constant, hold_out), HOLD_OUT)?;
            Ok(held.into())
        }
        call if is_near_hold_out(&call.name.to_string()) => {
            Err(no_such("data source", call.name, &["hold_out"]))
        }
        _ => source(expression),
    }
}

/// Whether it was perhaps to be `hold_out`, which is no source of its own.
fn is_near_hold_out(name: &str) -> bool {
    name.to_lowercase().replace('_', "") == "holdout"
}

/// `data`
pub(crate) fn source(expression: &Expression) -> Result<Source> {
    let expected = "a data source such as `spiral(50)` or `csv(\"data.csv\")`";
    let call = Call::of(expression, expected)?;
    if call.name == "from_fn" {
        let message =
            "`from_fn` runs a Rust function, which only a build script can do; here use `points`";
        return Err(Error::new(call.name.span(), message));
    }
    if call.name == "hold_out" {
        let message = "`hold_out` is a share of `data`, for `eval`: what are the data?";
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
    ("csv", |call| {
        let csv = call.methods(call.one(text, csv), CSV)?;
        Ok(csv.into())
    }),
    ("idx", |call| {
        let idx = call.methods(call.two(text, idx), IDX)?;
        Ok(idx.into())
    }),
];

const HOLD_OUT: &Methods<HoldOut> = &[("seed", Method::Whole(HoldOut::seed))];

const IDX: &Methods<Idx> = &[("limit", Method::Whole(Idx::limit))];

/// A method of a CSV file, what it takes, and what reads that.
macro_rules! own {
    ($name:ident, $what:literal, $read:path) => {
        (
            stringify!($name),
            Method::Own($what, |argument| {
                let value = $read(argument)?;
                Ok(Box::new(move |csv: Csv| csv.$name(value)))
            }),
        )
    };
}

const CSV: &Methods<Csv> = &[
    own!(label, "the name of a column", column),
    own!(target, "the name of a column, or a list", columns),
    own!(columns, "a list of columns", columns),
    own!(ignore, "a list of columns", columns),
    own!(text, "a list of columns", columns),
    own!(header, "`true` or `false`", boolean),
    own!(delimiter, "a letter", letter),
    own!(missing, "`mean`, `drop` or `value(…)`", missing),
    ("limit", Method::Whole(Csv::limit)),
];

/// The name of a column, or its number.
fn column(expression: &Expression) -> Result<Column> {
    match &expression.kind {
        Kind::Text(name) => Ok(name.value().into()),
        Kind::Whole(_) => Ok(size(expression)?.into()),
        _ => Err(expression
            .place
            .error("expected a column: its name in quotes, or its number")),
    }
}

fn columns(expression: &Expression) -> Result<Vec<Column>> {
    one_or_list(expression, column)
}

fn missing(expression: &Expression) -> Result<Missing> {
    let call = Call::of(expression, "`mean`, `drop` or `value(0.0)`")?;
    call.no_methods(call.find("filling", MISSING))
}

const MISSING: &Words<Missing> = &[
    ("mean", |call| call.none(mean)),
    ("drop", |call| call.none(drop_row)),
    ("value", |call| call.one(constant, value)),
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
