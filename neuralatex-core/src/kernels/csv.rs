//! Text with a delimiter as rows of numbers: see `kernels/csv.rs` for the dialect.
//!
//! Numbers have the bits that `str::parse::<f64>` gives, rounded to the type. Cells that are none,
//! or too hard to read at once, are told to the caller.

use std::borrow::Cow;
use std::ops::Range;

use super::interface::reading::Scan;
use super::{Number, reading};

pub(crate) use super::interface::reading::{Cell, Column, Kind, Scanned, Stopped};

/// How many cells a scan tells, unless a single row has more.
const MOST_CELLS: usize = 1 << 16;

/// How many numbers there is room for at a time.
const AT_A_TIME: usize = 1 << 14;

/// How rows stand in a text.
#[derive(Clone, Copy)]
pub(crate) struct Scanner<'s> {
    pub(crate) delimiter: u8,
    pub(crate) columns: &'s [Column],
    /// How many of each a row has; those that no column is for are 0.
    pub(crate) inputs: usize,
    pub(crate) targets: usize,
}

impl Scanner<'_> {
    /// Adds rows from bytes that begin with a record, and the cells that are left to the caller. A
    /// record without an end is read if these are the `last` bytes of the text.
    ///
    /// Of more than 4 GB the first are read.
    ///
    /// # Panics
    /// If a column's slot is not there.
    pub(crate) fn scan<T: Number>(
        &self,
        bytes: &[u8],
        last: bool,
        most_rows: usize,
        inputs: &mut Vec<T>,
        targets: &mut Vec<T>,
        cells: &mut Vec<Cell>,
    ) -> Scanned {
        for column in self.columns {
            let slot = column.slot as usize;
            match column.kind {
                Kind::Input => assert!(slot < self.inputs),
                Kind::Target => assert!(slot < self.targets),
                Kind::Skip | Kind::Text => {}
            }
        }
        let length = bytes.len().min(u32::MAX as usize);
        let cells_room = MOST_CELLS.max(self.columns.len());
        cells.reserve(cells_room);
        let numbers = (self.inputs + self.targets).max(1);
        let mut job = Scan {
            bytes: bytes.as_ptr(),
            length,
            last: last && length == bytes.len(),
            delimiter: self.delimiter,
            columns: self.columns.as_ptr(),
            count: self.columns.len(),
            rows: 0,
            inputs: std::ptr::null_mut(),
            targets: std::ptr::null_mut(),
            widths: [self.inputs, self.targets],
            cells: cells.spare_capacity_mut().as_mut_ptr().cast(),
            cells_room,
            done: Scanned {
                consumed: 0,
                rows: 0,
                lines: 0,
                cells: 0,
                stopped: Stopped::Full,
            },
        };
        loop {
            let before = job.done.rows;
            job.rows = (AT_A_TIME / numbers).max(1).min(most_rows - before);
            inputs.reserve(job.rows * self.inputs);
            targets.reserve(job.rows * self.targets);
            job.inputs = inputs.spare_capacity_mut().as_mut_ptr().cast();
            job.targets = targets.spare_capacity_mut().as_mut_ptr().cast();
            // SAFETY: there is room for as many rows and cells, every slot is within a row, and the
            // kernel has written all of the rows and cells that it counts.
            let rows = unsafe {
                T::scan(reading())(&mut job);
                let rows = job.done.rows - before;
                inputs.set_len(inputs.len() + rows * self.inputs);
                targets.set_len(targets.len() + rows * self.targets);
                rows
            };
            let full = job.done.stopped == Stopped::Full;
            if !full || rows < job.rows || job.done.rows == most_rows {
                break;
            }
        }
        // SAFETY: as above.
        unsafe { cells.set_len(cells.len() + job.done.cells) };
        job.done
    }
}

/// How many cells the first record has, and how many bytes it ends after; nothing if there is no whole
/// record.
pub(crate) fn measure(bytes: &[u8], delimiter: u8, last: bool) -> Option<(usize, usize)> {
    // No record has no cells, so the first one is told.
    let (scanned, _) = first(&[], bytes, delimiter, last);
    match scanned.stopped {
        Stopped::Ragged { cells, length } => Some((cells, scanned.consumed + length)),
        _ => None,
    }
}

/// Where the cells of the first record lie, with their quotes, how many bytes it ends after, and how
/// many line breaks; nothing if there is no whole record.
pub(crate) fn record(
    bytes: &[u8],
    delimiter: u8,
    last: bool,
) -> Option<(Vec<Range<usize>>, usize, usize)> {
    let (cells, end) = measure(bytes, delimiter, last)?;
    let text = Column {
        kind: Kind::Text,
        slot: 0,
    };
    let (scanned, cells) = first(&vec![text; cells], &bytes[..end], delimiter, true);
    let range = |cell: &Cell| {
        let start = cell.start as usize;
        start..start + cell.length as usize
    };
    Some((cells.iter().map(range).collect(), end, scanned.lines))
}

/// Reads the first record.
fn first(columns: &[Column], bytes: &[u8], delimiter: u8, last: bool) -> (Scanned, Vec<Cell>) {
    let scanner = Scanner {
        delimiter,
        columns,
        inputs: 0,
        targets: 0,
    };
    let mut cells = Vec::new();
    let scanned = scanner.scan::<f32>(bytes, last, 1, &mut Vec::new(), &mut Vec::new(), &mut cells);
    (scanned, cells)
}

/// A cell without its quotes.
pub(crate) fn unquoted(cell: &[u8]) -> Cow<'_, [u8]> {
    let Some(mut rest) = cell.strip_prefix(b"\"") else {
        return Cow::Borrowed(cell);
    };
    let mut text = Vec::new();
    while let Some(quote) = rest.iter().position(|byte| *byte == b'"') {
        let (before, after) = (&rest[..quote], &rest[quote + 1..]);
        let Some(more) = after.strip_prefix(b"\"") else {
            if text.is_empty() && after.is_empty() {
                return Cow::Borrowed(before);
            }
            text.extend_from_slice(before);
            rest = after;
            break;
        };
        text.extend_from_slice(&rest[..=quote]);
        rest = more;
    }
    text.extend_from_slice(rest);
    Cow::Owned(text)
}

#[cfg(test)]
mod tests;
