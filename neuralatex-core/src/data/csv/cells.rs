//! Cells that are no plain numbers: texts, which are numbered; numbers that only the standard library
//! can read; values that are missing; mistakes.

use super::chunks::Chunks;
use super::is_missing;
use super::mistake::Mistake;
use super::rows::{NO_TEXT, Role, Rows};
use crate::data::Classes;
use crate::error::{quoted, some};
use crate::kernels::csv::{Cell, unquoted};
use crate::spec::source::{Filled, MOST_CLASSES};

impl Rows<'_> {
    /// A cell that is no plain number.
    pub(super) fn take(
        &mut self,
        chunks: &Chunks,
        before: usize,
        cell: &Cell,
    ) -> Result<(), Mistake> {
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
            Role::Number(_) | Role::Target(_) | Role::Unused => return false,
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
            Role::Number(slot) => {
                let number = self.number(cell, column, false)?;
                self.inputs
                    .set(row * self.columns.features.len() + slot, number);
            }
            Role::Target(slot) => {
                let number = self.number(cell, column, true)?;
                self.targets
                    .set(row * self.columns.targets.len() + slot, number);
            }
            Role::Text(feature) => self.text(raw, cell, feature, column, row)?,
            Role::Label => self.label(raw, cell)?,
        }
        Ok(Some(()))
    }

    fn number(&mut self, cell: &str, column: usize, is_target: bool) -> Result<f64, String> {
        let holds = |number: f64| self.reading.precision.round(number).is_finite();
        match cell.parse::<f64>() {
            _ if is_missing(cell) => match self.csv.missing.map(|missing| missing.0) {
                Some(_) if is_target => Err(format!(
                    "{}: what is to be predicted cannot be filled in, only `drop` leaves such rows out",
                    missing(cell)
                )),
                Some(Filled::Value(value)) if !holds(value) => Err(format!(
                    "{}, and `f32` cannot hold {value:e}, which is to fill it in; `precision: f64` can",
                    missing(cell)
                )),
                Some(Filled::Value(value)) => Ok(value),
                // Filled in when it is known which rows are trained on.
                Some(_) => {
                    self.has_gaps = true;
                    Ok(f64::NAN)
                }
                None => Err(missing(cell) + HOW_TO_FILL),
            },
            Ok(number) if !number.is_finite() => {
                Err(format!("expected a finite number, found {}", quoted(cell)))
            }
            Ok(number) if !holds(number) => Err(format!(
                "expected a number that `f32` can hold, found {}; `precision: f64` can hold more",
                quoted(cell)
            )),
            Ok(number) if is_target && self.reading.shares && !(0.0..=1.0).contains(&number) => {
                Err(format!(
                    "`binary_cross_entropy` takes numbers from 0 to 1, found {}; classes are named by \
                     `.label`",
                    quoted(cell)
                ))
            }
            Ok(number) => Ok(number),
            Err(_) => {
                let name = &self.columns.names[column];
                let hint = match (is_target, decimal_comma(cell)) {
                    (_, true) => "; decimals have a point".to_string(),
                    (true, _) => "; texts to be told apart are named by `.label`".to_string(),
                    (false, _) => format!(
                        "; for a column of texts say `.text({name:?})`, for one that is no input \
                         `.ignore({name:?})`"
                    ),
                };
                Err(format!("expected a number, found {}{hint}", quoted(cell)))
            }
        }
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
                    let header = match self.csv.header {
                        true => "",
                        false => {
                            "; if the first line has the names of columns, leave out `.header(false)`"
                        }
                    };
                    return Err(format!(
                        "found the number {}, but the cells above are texts such as {}: if all are \
                         texts, say `.text({:?})`{header}",
                        quoted(cell),
                        quoted(texts.ascending().first().map_or("", String::as_str)),
                        self.columns.names[column]
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
        "{} is one of more than {MOST_CLASSES} different {what}: is this a column of numbers, or one to be \
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
