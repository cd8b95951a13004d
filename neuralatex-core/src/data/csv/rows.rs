//! The cells of a file become numbers, row by row.

use super::chunks::Chunks;
use super::columns::Columns;
use super::mistake::Mistake;
use super::said::{quoted, some};
use super::texts::Texts;
use super::{Reading, is_missing};
use crate::data::Classes;
use crate::data::numbers::{Numbers, take_out};
use crate::error::counted;
use crate::kernels::csv::{Cell, Column, Kind, Scanned, Scanner, Stopped, unquoted};
use crate::spec::source::{Csv, Filled};

/// More different texts than this are no categories, and no classes.
const MOST_TEXTS: usize = 1_000;

/// What a column is.
#[derive(Clone, Copy)]
enum Role {
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
    kernel: Vec<Column>,
    roles: Vec<Role>,
    pub(super) inputs: Numbers,
    pub(super) targets: Numbers,
    /// The texts of each feature, where its column has texts.
    pub(super) texts: Vec<Option<Texts>>,
    pub(super) labels: Texts,
    /// The number of each row's label.
    pub(super) of_row: Vec<u32>,
    /// Rows to be left out, of those that were read last.
    dropped: Vec<usize>,
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

    /// A cell that is no plain number.
    fn take(&mut self, chunks: &Chunks, before: usize, cell: &Cell) -> Result<(), Mistake> {
        let raw = &chunks.bytes()[cell.start as usize..][..cell.length as usize];
        let row = before + cell.row as usize;
        if self.knows(raw, cell.column as usize, row) {
            return Ok(());
        }
        let taken = self.understand(raw, cell.column as usize, row);
        let is_label = matches!(self.roles[cell.column as usize], Role::Label);
        match taken {
            Ok(Some(())) => return Ok(()),
            Ok(None) => {}
            Err(_) if self.reading.lenient => {}
            Err(message) => {
                let name = &self.columns.names[cell.column as usize];
                let line = chunks.line + u64::from(cell.line);
                return Err(Mistake::new(message).in_line(line).in_column(name));
            }
        }
        // The row is left out, but until then it needs a label.
        self.dropped.push(row);
        if is_label {
            self.of_row.push(0);
        }
        Ok(())
    }

    /// Takes a text that was met before, as the same bytes.
    fn knows(&mut self, raw: &[u8], column: usize, row: usize) -> bool {
        match self.roles[column] {
            Role::Label => match self.labels.seen(raw) {
                Some(number) => self.of_row.push(number),
                None => return false,
            },
            Role::Text(feature) => {
                let seen = self.texts[feature]
                    .as_ref()
                    .and_then(|texts| texts.seen(raw));
                let Some(number) = seen else {
                    return false;
                };
                let place = row * self.columns.features.len() + feature;
                self.inputs.set(place, f64::from(number));
            }
            Role::Number | Role::Unused => return false,
        }
        true
    }

    /// Nothing, if the row is to be left out.
    fn understand(&mut self, raw: &[u8], column: usize, row: usize) -> Result<Option<()>, String> {
        let cell = unquoted(raw);
        let Ok(cell) = std::str::from_utf8(&cell) else {
            let shown = quoted(&String::from_utf8_lossy(&cell));
            return Err(format!(
                "the cell {shown} is not UTF-8: save the file in that encoding"
            ));
        };
        let cell = cell.trim();
        let drops = matches!(
            self.csv.missing.map(|missing| missing.0),
            Some(Filled::Drop)
        );
        let role = self.roles[column];
        if is_missing(cell) && drops {
            return Ok(None);
        }
        match role {
            Role::Unused => {}
            Role::Number => self.number(cell, column, row)?,
            Role::Text(feature) => self.text(raw, cell, feature, column, row)?,
            Role::Label => self.label(raw, cell)?,
        }
        Ok(Some(()))
    }

    fn number(&mut self, cell: &str, column: usize, row: usize) -> Result<(), String> {
        let slot = self.kernel[column].slot as usize;
        let is_target = matches!(self.kernel[column].kind, Kind::Target);
        let holds = |number: f64| self.reading.precision.round(number).is_finite();
        let number = match cell.parse::<f64>() {
            _ if is_missing(cell) => match self.csv.missing.map(|missing| missing.0) {
                Some(_) if is_target => {
                    return Err(format!(
                        "{}: what is to be predicted cannot be filled in, only `drop` leaves such rows out",
                        missing(cell)
                    ));
                }
                Some(Filled::Value(value)) if !holds(value) => {
                    return Err(format!(
                        "{}, and `f32` cannot hold {value:e}, which is to fill it in; `precision: f64` can",
                        missing(cell)
                    ));
                }
                Some(Filled::Value(value)) => value,
                // Filled in when it is known which rows are trained on.
                Some(_) => {
                    self.has_gaps = true;
                    f64::NAN
                }
                None => return Err(missing(cell) + HOW_TO_FILL),
            },
            Ok(number) if !number.is_finite() => {
                return Err(format!("expected a finite number, found {}", quoted(cell)));
            }
            Ok(number) if !holds(number) => {
                return Err(format!(
                    "expected a number that `f32` can hold, found {}; `precision: f64` can hold more",
                    quoted(cell)
                ));
            }
            Ok(number) => number,
            Err(_) => {
                let hint = match (is_target, decimal_comma(cell)) {
                    (_, true) => "; decimals have a point",
                    (true, _) => "; texts to be told apart are named by `.label`",
                    (false, _) => {
                        "; for a column of texts say `.text(\"…\")`, for one that is no input `.ignore(\"…\")`"
                    }
                };
                return Err(format!("expected a number, found {}{hint}", quoted(cell)));
            }
        };
        match is_target {
            true => self
                .targets
                .set(row * self.columns.targets.len() + slot, number),
            false => self
                .inputs
                .set(row * self.columns.features.len() + slot, number),
        }
        Ok(())
    }

    fn text(
        &mut self,
        raw: &[u8],
        cell: &str,
        feature: usize,
        column: usize,
        row: usize,
    ) -> Result<(), String> {
        let number = match &mut self.texts[feature] {
            _ if is_missing(cell) && self.csv.missing.is_some() => NO_TEXT,
            _ if is_missing(cell) => return Err(missing(cell) + HOW_TO_FILL),
            Some(texts) => {
                let is_given = self.columns.texts.contains(&column);
                if !is_given && self.reading.like.is_none() && cell.parse::<f64>().is_ok() {
                    return Err(format!(
                        "found the number {}, but the cells above are texts such as {}: if all are \
                         texts, say `.text(\"…\")`",
                        quoted(cell),
                        quoted(texts.ascending().first().map_or("", String::as_str))
                    ));
                }
                match (texts.number(cell), self.reading.like) {
                    (Some(number), _) => {
                        texts.remember(raw, number);
                        f64::from(number)
                    }
                    (None, Some(_)) => {
                        return Err(format!(
                            "found the text {}, which `data` does not have in this column ({})",
                            quoted(cell),
                            some(&texts.ascending())
                        ));
                    }
                    (None, None) => return Err(too_many("texts", cell)),
                }
            }
            None => 0.0,
        };
        self.inputs
            .set(row * self.columns.features.len() + feature, number);
        Ok(())
    }

    fn label(&mut self, raw: &[u8], cell: &str) -> Result<(), String> {
        if is_missing(cell) {
            let hint =
                "; a row without a label cannot be learned from: `.missing(drop)` leaves it out";
            return Err(missing(cell) + hint);
        }
        let known = self.reading.like.and_then(|like| like.classes);
        let number = match (known, whole(cell)) {
            (Some(Classes::Whole(_)), Some(whole)) => self.labels.number(&whole.to_string()),
            _ => self.labels.number(cell),
        };
        match (number, known) {
            (Some(number), _) => {
                self.labels.remember(raw, number);
                self.of_row.push(number);
                Ok(())
            }
            (None, Some(classes)) => Err(format!(
                "found the class {}, which the training data does not have ({})",
                quoted(cell),
                classes.some()
            )),
            (None, None) => Err(too_many("classes", cell)),
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

const HOW_TO_FILL: &str =
    "; `.missing(mean)`, `.missing(value(0.0))` or `.missing(drop)` say what to do";

fn missing(cell: &str) -> String {
    match cell {
        "" => "the value is missing: the cell is empty".to_string(),
        _ => format!("the value is missing: the cell is {}", quoted(cell)),
    }
}

fn too_many(what: &str, cell: &str) -> String {
    format!(
        "{} is one of more than {MOST_TEXTS} different {what}: is this a column of numbers, or one to be \
         ignored?",
        quoted(cell)
    )
}

/// `1,5`
pub(super) fn decimal_comma(cell: &str) -> bool {
    cell.matches(',').count() == 1 && cell.replace(',', ".").parse::<f64>().is_ok()
}

/// The whole number that a cell is.
pub(super) fn whole(cell: &str) -> Option<i32> {
    let number: f64 = cell.parse().ok()?;
    let range = f64::from(i32::MIN)..=f64::from(i32::MAX);
    (number.trunc() == number && range.contains(&number)).then_some(number as i32)
}
