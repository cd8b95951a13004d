//! What can be told wrong of a source before its rows are made.

use super::{Blobs, Csv, Filled, HoldOut, Kind, MOST_CLASSES, Source};
use crate::error::Part;

/// More than this is a slip of the keyboard, or needs another tool.
const MOST_ROWS: usize = 10_000_000;
const MOST_COORDINATES: usize = 100_000_000;

/// What is wrong, and what in the source is to blame.
type Mistake = (Part, String);

impl Source {
    pub(crate) fn mistakes(&self) -> Vec<Mistake> {
        let mut mistakes = Vec::new();
        let (word, rows, noise) = match &self.0 {
            Kind::Shape(shape) => {
                let rows = shape.per_class.saturating_mul(2);
                (shape.form.name(), rows, shape.noise)
            }
            Kind::Blobs(blobs) => {
                // Without classes there are no rows, but that is told of the classes.
                let rows = blobs.per_class.saturating_mul(blobs.classes.max(1));
                mistakes.extend(of_blobs(blobs, rows));
                ("blobs", rows, blobs.noise)
            }
            Kind::Points(points) => ("points", points.rows.len(), 0.0),
            Kind::FromFn(function) => ("from_fn", function.rows, 0.0),
            // The rows of files are counted when they are read.
            Kind::Csv(csv) => return of_csv(csv),
            Kind::Idx(_) => return mistakes,
            Kind::HoldOut(held) => return of_share(held),
        };
        if !(noise.is_finite() && noise >= 0.0) {
            let message = format!("the noise must be a finite number from 0, found {noise:?}");
            mistakes.push((Part::Argument("noise", 0), message));
        }
        let number = Part::Argument(word, 0);
        if rows == 0 {
            let message = "there are no rows: expected at least one".to_string();
            mistakes.push((number, message));
        } else if rows > MOST_ROWS {
            let message = format!("{rows} rows are too many: at most {MOST_ROWS}");
            mistakes.push((number, message));
        }
        mistakes
    }
}

fn of_csv(csv: &Csv) -> Vec<Mistake> {
    let value = match csv.missing.map(|missing| missing.0) {
        Some(Filled::Value(value)) if !value.is_finite() => value,
        _ => return Vec::new(),
    };
    let message = format!("what is missing is filled with a finite number, found {value:?}");
    vec![(Part::Argument("value", 0), message)]
}

fn of_share(held: &HoldOut) -> Vec<Mistake> {
    if held.fraction > 0.0 && held.fraction < 1.0 {
        return Vec::new();
    }
    let message = format!(
        "`hold_out` takes a share of the rows, above 0 and below 1, found {:?}",
        held.fraction
    );
    vec![(Part::Argument("hold_out", 0), message)]
}

fn of_blobs(blobs: &Blobs, rows: usize) -> Vec<Mistake> {
    let (classes, dimensions) = (blobs.classes, blobs.dimensions);
    let mut mistakes = Vec::new();
    if !(2..=MOST_CLASSES).contains(&classes) {
        let message = format!("`classes` must be from 2 to {MOST_CLASSES}, found {classes}");
        mistakes.push((Part::Argument("classes", 0), message));
    }
    let many = rows <= MOST_ROWS && rows.saturating_mul(dimensions) > MOST_COORDINATES;
    let message = match dimensions {
        0 => "`dimensions` must be at least 1, found 0".to_string(),
        _ if many => format!(
            "{rows} points in {dimensions} dimensions are too many: at most {MOST_COORDINATES} \
             coordinates"
        ),
        _ => return mistakes,
    };
    mistakes.push((Part::Argument("dimensions", 0), message));
    mistakes
}
