//! The cells of a file become numbers, row by row.

use super::Reading;
use super::chunks::Chunks;
use super::columns::Columns;
use super::mistake::Mistake;
use super::texts::Texts;
use crate::data::numbers::{Numbers, take_out};
use crate::error::counted;
use crate::error::quoted;
use crate::kernels::csv::{Cell, Column, Kind, Scanned, Scanner, Stopped};
use crate::spec::source::Csv;

/// More different texts than this are no categories, and no classes.
pub(super) const MOST_TEXTS: usize = 1_000;

/// What a column is.
#[derive(Clone, Copy)]
pub(super) enum Role {
    Unused,
    Number,
    /// The feature with this index.
    Text(usize),
    Label,
}

pub(super) struct Rows<'r> {
    pub(super) reading: &'r Reading<'r>,
    pub(super) csv: &'r Csv,
    pub(super) columns: &'r Columns,
    pub(super) kernel: Vec<Column>,
    pub(super) roles: Vec<Role>,
    pub(super) inputs: Numbers,
    pub(super) targets: Numbers,
    /// The texts of each feature, where its column has texts.
    pub(super) texts: Vec<Option<Texts>>,
    pub(super) labels: Texts,
    /// The number of each row's label.
    pub(super) of_row: Vec<u32>,
    /// Rows to be left out, of those that were read last.
    pub(super) dropped: Vec<usize>,
    pub(super) count: usize,
    /// Whether rows were left out.
    pub(super) left_out: bool,
    /// Whether something is missing that is to be filled in.
    pub(super) has_gaps: bool,
}

/// What stands for a text that is missing.
pub(super) const NO_TEXT: f64 = -1.0;

impl<'r> Rows<'r> {
    pub(super) fn new(
        reading: &'r Reading<'r>,
        csv: &'r Csv,
        columns: &'r Columns,
        are_texts: &[bool],
    ) -> Rows<'r> {
        let unused = Column {
            kind: Kind::Skip,
            slot: 0,
        };
        let mut kernel = vec![unused; columns.names.len()];
        let mut roles = vec![Role::Unused; columns.names.len()];
        let mut texts = Vec::new();
        for (slot, (&place, &is_text)) in columns.features.iter().zip(are_texts).enumerate() {
            let kind = if is_text { Kind::Text } else { Kind::Input };
            kernel[place] = Column {
                kind,
                slot: slot as u32,
            };
            roles[place] = if is_text {
                Role::Text(slot)
            } else {
                Role::Number
            };
            let known = reading.like.and_then(|like| like.header.features.get(slot));
            texts.push(
                is_text.then(|| match known.and_then(|known| known.texts.as_ref()) {
                    Some(known) => Texts::known(known),
                    None => Texts::up_to(MOST_TEXTS),
                }),
            );
        }
        for (slot, &place) in columns.targets.iter().enumerate() {
            let kind = Kind::Target;
            kernel[place] = Column {
                kind,
                slot: slot as u32,
            };
            roles[place] = Role::Number;
        }
        if let Some(place) = columns.label {
            kernel[place].kind = Kind::Text;
            roles[place] = Role::Label;
        }
        let known = reading.like.and_then(|like| like.classes);
        Rows {
            reading,
            csv,
            columns,
            kernel,
            roles,
            inputs: Numbers::new(reading.precision),
            targets: Numbers::new(reading.precision),
            texts,
            labels: match known {
                Some(classes) => Texts::known(&classes.names()),
                None => Texts::up_to(MOST_TEXTS),
            },
            of_row: Vec::new(),
            dropped: Vec::new(),
            count: 0,
            left_out: false,
            has_gaps: false,
        }
    }

    /// All rows of the file, which has so many bytes.
    pub(super) fn read(&mut self, chunks: &mut Chunks, size: u64) -> Result<(), Mistake> {
        let mut cells = Vec::new();
        let mut read: u64 = 0;
        loop {
            let before = self.count;
            let scanned = self.scan(chunks, &mut cells);
            if chunks.is_last()
                && scanned.stopped == Stopped::AtEnd
                && let Some(line) = chunks.unclosed(scanned.consumed)
                && !self.reading.lenient
            {
                return Err(Mistake::new("a quote is opened and never closed").in_line(line));
            }
            self.count += scanned.rows;
            for cell in cells.drain(..) {
                self.take(chunks, before, &cell)?;
            }
            self.leave_out();
            chunks.advance(scanned.consumed, scanned.lines as u64);
            read += scanned.consumed as u64;
            if before == 0 && self.count > 0 {
                self.reserve(read, size);
            }
            match scanned.stopped {
                Stopped::Full => {}
                Stopped::AtEnd if chunks.more()? => {}
                Stopped::AtEnd => return Ok(()),
                Stopped::Ragged { cells, length } => self.ragged(chunks, cells, length)?,
            }
        }
    }

    fn scan(&mut self, chunks: &Chunks, cells: &mut Vec<Cell>) -> Scanned {
        const MOST_ROWS: usize = 1 << 16;
        let scanner = Scanner {
            delimiter: chunks.delimiter,
            columns: &self.kernel,
            inputs: self.columns.features.len(),
            targets: self.columns.targets.len(),
        };
        let (bytes, last) = (chunks.bytes(), chunks.is_last());
        match (&mut self.inputs, &mut self.targets) {
            (Numbers::Single(inputs), Numbers::Single(targets)) => {
                scanner.scan(bytes, last, MOST_ROWS, inputs, targets, cells)
            }
            (Numbers::Double(inputs), Numbers::Double(targets)) => {
                scanner.scan(bytes, last, MOST_ROWS, inputs, targets, cells)
            }
            _ => unreachable!("both have the precision of the model"),
        }
    }

    /// Makes room for all rows at once, as many as the first ones let expect: lists that grow by
    /// doubling would take twice the memory.
    fn reserve(&mut self, read: u64, size: u64) {
        let share = size as f64 / read.max(1) as f64;
        let more = ((share * 1.02 - 1.0).max(0.0) * self.count as f64) as usize;
        self.inputs.reserve(more * self.columns.features.len());
        self.targets.reserve(more * self.columns.targets.len());
        if self.columns.label.is_some() {
            self.of_row.reserve_exact(more);
        }
    }

    /// Takes out the rows that are left out.
    fn leave_out(&mut self) {
        self.dropped.sort_unstable();
        self.dropped.dedup();
        let (inputs, targets) = (self.columns.features.len(), self.columns.targets.len());
        self.inputs.take_out(&self.dropped, inputs);
        self.targets.take_out(&self.dropped, targets);
        if self.columns.label.is_some() {
            take_out(&mut self.of_row, &self.dropped, 1);
        }
        self.count -= self.dropped.len();
        self.left_out |= !self.dropped.is_empty();
        self.dropped.clear();
    }

    fn ragged(&self, chunks: &mut Chunks, cells: usize, length: usize) -> Result<(), Mistake> {
        let record = &chunks.bytes()[..length];
        let is_blank = cells == 1 && record.iter().all(u8::is_ascii_whitespace);
        if !is_blank && !self.reading.lenient {
            let quote = match record.contains(&b'"') {
                true => "; is every quote closed?",
                false => "",
            };
            let shown = String::from_utf8_lossy(&record[..length.min(200)]);
            let message = format!(
                "the line has {}, but the first has {}: {}{quote}",
                counted(cells, "cell"),
                self.columns.names.len(),
                quoted(shown.trim_end())
            );
            return Err(Mistake::new(message).in_line(chunks.line));
        }
        // One that is blank is a single line; behind others nobody asks for lines.
        let lines = u64::from(record.ends_with(b"\n") || record.ends_with(b"\r"));
        chunks.advance(length, lines);
        Ok(())
    }
}
