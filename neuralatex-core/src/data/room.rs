//! What rows take of memory, told before any of it is asked for.

use super::Use;
use crate::error::{Problem, counted};
use crate::memory;
use crate::spec::source::{Kind, Label, LabelKind, Row, Source};
use crate::spec::{Model, Precision};

/// What made rows have each.
#[derive(Clone, Copy)]
pub(super) struct Width {
    inputs: usize,
    /// Numbers to predict; a class may be one.
    targets: usize,
    /// Those that a label keeps in a list.
    listed: usize,
}

impl Width {
    /// Of the rows of a source, where that is known before any is made.
    pub(super) fn of_source(source: &Source) -> Option<Width> {
        let inputs = match &source.0 {
            Kind::Shape(_) => 2,
            Kind::Blobs(blobs) => blobs.dimensions,
            Kind::Points(points) => return points.rows.first().map(Width::of_row),
            _ => return None,
        };
        Some(Width {
            inputs,
            targets: 1,
            listed: 0,
        })
    }

    /// Of rows that are all like the first.
    pub(super) fn of_row(row: &Row) -> Width {
        let (targets, listed) = match &row.label.0 {
            LabelKind::Whole(_) | LabelKind::Number(_) => (1, 0),
            LabelKind::Targets(numbers) => (numbers.len(), numbers.len()),
        };
        Width {
            inputs: row.inputs.len(),
            targets,
            listed,
        }
    }
}

impl Width {
    /// The bytes that so many rows take while they are made.
    pub(super) fn bytes(self, rows: usize, precision: Precision) -> u64 {
        let number = precision.size();
        // Labels as they were given stay until they are places of classes, or targets.
        let answer = self.targets.saturating_mul(number).max(size_of::<u32>());
        let label = self.listed.saturating_mul(size_of::<f64>());
        let row = (self.inputs.saturating_mul(number))
            .saturating_add(answer)
            .saturating_add(label)
            .saturating_add(size_of::<Label>());
        // A row as it is made, and the centre of its class.
        let one = 2 * size_of::<f64>() as u64 * self.inputs as u64;
        (rows as u64)
            .saturating_mul(row as u64)
            .saturating_add(one.saturating_add(memory::BESIDE))
    }
}

/// The bytes that the rows of a source take while they are made, where that is known before.
pub(crate) fn making(source: &Source, precision: Precision) -> Option<u64> {
    let width = Width::of_source(source)?;
    Some(width.bytes(rows_of(source), precision))
}

fn rows_of(source: &Source) -> usize {
    match &source.0 {
        Kind::Shape(shape) => shape.per_class.saturating_mul(2),
        Kind::Blobs(blobs) => blobs.per_class.saturating_mul(blobs.classes),
        Kind::Points(points) => points.rows.len(),
        Kind::FromFn(function) => function.rows,
        Kind::Csv(_) | Kind::Idx(_) | Kind::HoldOut(_) => 0,
    }
}

/// As [`check`], for all rows of a source whose width is known.
pub(super) fn check_source(
    source: &Source,
    use_: Use,
    model: &Model,
    beside: u64,
) -> Result<(), Problem> {
    match Width::of_source(source) {
        Some(width) => check(rows_of(source), width, use_, model, beside),
        None => Ok(()),
    }
}

/// Whether there is room for rows that are to be made, beside so many bytes of others.
pub(super) fn check(
    rows: usize,
    width: Width,
    use_: Use,
    model: &Model,
    beside: u64,
) -> Result<(), Problem> {
    let bytes = width.bytes(rows, model.precision);
    let Some(refusal) = memory::refusal(bytes.saturating_add(beside)) else {
        return Ok(());
    };
    let others = if beside > 0 {
        ", with those of `data`,"
    } else {
        ""
    };
    let message = format!(
        "{rows} rows of {} would take{others} {} of memory, but the limit is {}: take fewer rows; {}",
        counted(width.inputs, "input"),
        refusal.needed,
        refusal.limit,
        refusal.way_out
    );
    Err(Problem::new(use_.field(), message))
}

/// Whether a share can be taken out of so many rows, which have so many bytes.
pub(crate) fn check_hold_out(rows: usize, bytes: u64, fraction: f64) -> Result<(), Problem> {
    // Places of rows by their class, and those that are chosen.
    let places = (rows * size_of::<usize>()) as f64;
    let beside = (places + (places + bytes as f64) * fraction) as u64;
    let Some(refusal) = memory::refusal(bytes.saturating_add(beside)) else {
        return Ok(());
    };
    let message = format!(
        "to keep a share of {rows} rows would take {} of memory, but the limit is {}: take fewer rows; {}",
        refusal.needed, refusal.limit, refusal.way_out
    );
    Err(Problem::new(Use::Evaluation.field(), message))
}
