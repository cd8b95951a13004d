//! What can be told wrong of a source before its rows are made.

use super::{Blobs, Kind, Source};

/// More than this is a slip of the keyboard, or needs another tool.
const MOST_ROWS: usize = 10_000_000;
const MOST_COORDINATES: usize = 100_000_000;
const MOST_CLASSES: usize = 1_000;

impl Source {
    pub(crate) fn mistakes(&self) -> Vec<String> {
        let mut mistakes = Vec::new();
        let (rows, noise) = match &self.0 {
            Kind::Shape(shape) => (shape.per_class.saturating_mul(2), shape.noise),
            Kind::Blobs(blobs) => {
                let rows = blobs.per_class.saturating_mul(blobs.classes);
                mistakes.extend(of_blobs(blobs, rows));
                (rows, blobs.noise)
            }
            Kind::Points(points) => (points.rows.len(), 0.0),
            Kind::FromFn(function) => (function.rows, 0.0),
        };
        if !(noise.is_finite() && noise >= 0.0) {
            mistakes.push(format!(
                "the noise must be a finite number from 0, found {noise:?}"
            ));
        }
        if rows == 0 {
            mistakes.push("there are no rows: expected at least one".to_string());
        } else if rows > MOST_ROWS {
            mistakes.push(format!("{rows} rows are too many: at most {MOST_ROWS}"));
        }
        mistakes
    }
}

fn of_blobs(blobs: &Blobs, rows: usize) -> Vec<String> {
    let (classes, dimensions) = (blobs.classes, blobs.dimensions);
    let mut mistakes = Vec::new();
    if !(2..=MOST_CLASSES).contains(&classes) {
        mistakes.push(format!(
            "`classes` must be from 2 to {MOST_CLASSES}, found {classes}"
        ));
    }
    if dimensions == 0 {
        mistakes.push("`dimensions` must be at least 1, found 0".to_string());
    } else if rows <= MOST_ROWS && rows.saturating_mul(dimensions) > MOST_COORDINATES {
        mistakes.push(format!(
            "{rows} points in {dimensions} dimensions are too many: at most {MOST_COORDINATES} \
             coordinates"
        ));
    }
    mistakes
}
