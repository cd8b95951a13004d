//! Reads records of cells from text, and numbers from cells: the dialect of the `csv` crate.
//!
//! A record ends with `\n`, `\r\n` or `\r`; empty lines are none. A cell that begins with a quote goes
//! on to the next quote, two of which are one within the cell, and from there to its end like any
//! other. A number is read where it stands; the other cells are told to the caller.

use super::super::interface::reading::{Cell, Column, Kind, Scan, Stopped};
use super::super::real::Real;
use super::number::number;

/// # Safety
/// There is room for what the job says there is, and slots are below the widths.
pub(crate) unsafe extern "C" fn scan<T: Real>(job: *mut Scan<T>) {
    // SAFETY: the caller vouches for the job.
    unsafe {
        let job = &mut *job;
        job.inputs.write_bytes(0, job.rows * job.widths[0]);
        job.targets.write_bytes(0, job.rows * job.widths[1]);
        let mut reader = Reader {
            bytes: core::slice::from_raw_parts(job.bytes, job.length),
            delimiter: job.delimiter,
            last: job.last,
            at: job.done.consumed,
            lines: job.done.lines,
        };
        let mut rows = 0;
        job.done.stopped = loop {
            reader.pass_empty_lines();
            job.done.consumed = reader.at;
            job.done.lines = reader.lines;
            if reader.at == job.length {
                break Stopped::AtEnd;
            }
            if rows == job.rows || job.cells_room - job.done.cells < job.count {
                break Stopped::Full;
            }
            let found = job.done.cells;
            let cells = record(&mut reader, job, rows);
            if cells == Some(job.count) {
                rows += 1;
                job.done.rows += 1;
                continue;
            }
            job.done.cells = found;
            break match cells {
                None => Stopped::AtEnd,
                Some(cells) => Stopped::Ragged {
                    cells,
                    length: reader.at - job.done.consumed,
                },
            };
        };
    }
}

/// Reads a record to its end; how many cells it has, if that is known.
///
/// # Safety
/// There is room for this row, and for as many cells as there are columns.
#[inline(always)]
unsafe fn record<T: Real>(reader: &mut Reader<'_>, job: &mut Scan<T>, row: usize) -> Option<usize> {
    let nothing = Column {
        kind: Kind::Skip,
        slot: 0,
    };
    // A number would not end with its cell.
    let plain = !matches!(
        job.delimiter,
        b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E' | b'"'
    );
    // SAFETY: the caller vouches for columns, room and slots.
    unsafe {
        let columns = core::slice::from_raw_parts(job.columns, job.count);
        let inputs = job.inputs.add(row * job.widths[0]);
        let targets = job.targets.add(row * job.widths[1]);
        let mut index = 0;
        loop {
            let Column { kind, slot } = *columns.get(index).unwrap_or(&nothing);
            let (start, line) = (reader.at, reader.lines);
            let number = match kind {
                Kind::Input | Kind::Target if plain => reader.number::<T>(),
                _ => None,
            };
            match (number, kind) {
                (Some(number), Kind::Target) => *targets.add(slot as usize) = number,
                (Some(number), _) => *inputs.add(slot as usize) = number,
                (None, Kind::Skip) => reader.pass_cell(),
                (None, _) => {
                    reader.pass_cell();
                    let cell = Cell {
                        row: job.done.rows as u32,
                        column: index as u32,
                        start: start as u32,
                        length: (reader.at - start) as u32,
                        line: line as u32,
                    };
                    job.cells.add(job.done.cells).write(cell);
                    job.done.cells += 1;
                }
            }
            index += 1;
            if let Follows::Record = reader.pass_end()? {
                return Some(index);
            }
        }
    }
}

/// What comes after a cell.
enum Follows {
    Cell,
    Record,
}

/// A place in the text.
struct Reader<'b> {
    bytes: &'b [u8],
    delimiter: u8,
    /// Whether the text ends with these bytes.
    last: bool,
    at: usize,
    /// The line breaks before it.
    lines: usize,
}

impl Reader<'_> {
    #[inline(always)]
    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// The length of a line break at this place; none after a `\r` whose `\n` may yet come.
    #[inline(always)]
    fn line_break(&self) -> Option<usize> {
        match self.byte(self.at) {
            Some(b'\n') => Some(1),
            Some(b'\r') => match self.byte(self.at + 1) {
                Some(b'\n') => Some(2),
                None if !self.last => None,
                _ => Some(1),
            },
            _ => Some(0),
        }
    }

    #[inline(always)]
    fn pass_empty_lines(&mut self) {
        while let Some(length @ 1..) = self.line_break() {
            self.at += length;
            self.lines += 1;
        }
    }

    #[inline(always)]
    fn ends_cell(&self, byte: u8) -> bool {
        byte == self.delimiter || byte == b'\n' || byte == b'\r'
    }

    fn pass_cell(&mut self) {
        if self.byte(self.at) == Some(b'"') {
            self.at += 1;
            self.pass_quote();
        }
        while let Some(byte) = self.byte(self.at) {
            if self.ends_cell(byte) {
                break;
            }
            self.at += 1;
        }
    }

    /// To behind the quote that closes.
    fn pass_quote(&mut self) {
        while let Some(byte) = self.byte(self.at) {
            self.at += 1;
            let next = self.byte(self.at);
            match byte {
                b'"' if next == Some(b'"') => self.at += 1,
                b'"' => return,
                b'\n' => self.lines += 1,
                b'\r' => self.lines += usize::from(next != Some(b'\n')),
                _ => {}
            }
        }
    }

    /// Goes on from the end of a cell; nothing if there the bytes end, but not the text.
    #[inline(always)]
    fn pass_end(&mut self) -> Option<Follows> {
        let Some(byte) = self.byte(self.at) else {
            return self.last.then_some(Follows::Record);
        };
        if byte == self.delimiter {
            self.at += 1;
            return Some(Follows::Cell);
        }
        self.at += self.line_break()?;
        self.lines += 1;
        Some(Follows::Record)
    }

    /// The number that is all of a cell, with or without quotes; then the place is behind it.
    #[inline(always)]
    fn number<T: Real>(&mut self) -> Option<T> {
        let quoted = self.byte(self.at) == Some(b'"');
        let start = self.past_blanks(self.at + usize::from(quoted));
        let (number, end) = number(self.bytes, start)?;
        let mut end = self.past_blanks(end);
        if quoted {
            if self.byte(end) != Some(b'"') {
                return None;
            }
            end += 1;
        }
        if self.byte(end).is_some_and(|byte| !self.ends_cell(byte)) {
            return None;
        }
        let number = T::of(number);
        if number - number != T::ZERO {
            return None;
        }
        self.at = end;
        Some(number)
    }

    #[inline(always)]
    fn past_blanks(&self, mut at: usize) -> usize {
        while let Some(byte @ (b' ' | b'\t')) = self.byte(at) {
            if byte == self.delimiter {
                break;
            }
            at += 1;
        }
        at
    }
}
