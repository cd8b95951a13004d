//! Rows of a CSV file, read once from front to end.
//!
//! Chunks of the file go through the kernel, which reads plain numbers. All other cells come back:
//! texts, which are numbered as they are met and become inputs or classes at the end; numbers that
//! only the standard library can read; values that are missing; and mistakes.

mod cells;
mod chunks;
mod columns;
mod finish;
mod mistake;
mod rows;
mod texts;

use std::path::Path;
use std::time::{Duration, Instant};

use super::{Classes, Header, Table};
use crate::error::{Field, Part, Problem};
use crate::files;
use crate::spec::Precision;
use crate::spec::source::Csv;
use crate::warning;
use cells::decimal_comma;
use chunks::Chunks;
use columns::Columns;
use mistake::Mistake;
use rows::Rows;

/// What a file is read for.
pub(super) struct Reading<'r> {
    pub(super) field: Field,
    pub(super) precision: Precision,
    /// Whether targets are shares: from 0 to 1, all that the loss can learn.
    pub(super) shares: bool,
    /// What `data` has, for a file of `eval`.
    pub(super) like: Option<Like<'r>>,
    /// Whether rows with mistakes are passed over, where all that matters is what else there is.
    pub(super) lenient: bool,
}

/// What the file of `eval` has to be like.
#[derive(Clone, Copy)]
pub(super) struct Like<'r> {
    pub(super) header: &'r Header,
    /// None where numbers are to be predicted.
    pub(super) classes: Option<&'r Classes>,
}

impl Reading<'_> {
    /// The rows of a file.
    pub(super) fn read(&self, csv: &Csv) -> Result<Table, Problem> {
        let is_optimised = env!("NEURALATEX_OPT_LEVEL") != "0";
        self.read_within(csv, (!is_optimised).then_some(Duration::from_secs(2)))
    }

    /// Says what makes reading faster, where it takes longer than there is patience: only plain numbers
    /// are read by kernels.
    fn read_within(&self, csv: &Csv, patience: Option<Duration>) -> Result<Table, Problem> {
        let start = Instant::now();
        let table = self.table(csv);
        if let Some(patience) = patience.filter(|patience| start.elapsed() > *patience) {
            tell_of_slowness(&csv.path, patience);
        }
        table.map_err(|mistake| mistake.of_file(self.field, &csv.path))
    }

    fn table(&self, csv: &Csv) -> Result<Table, Mistake> {
        let delimiter = delimiter(csv.delimiter)?;
        let opened = files::open(&csv.path, csv.limit);
        let (file, size) = opened.map_err(Mistake::new)?;
        let mut chunks = Chunks::new(file, delimiter)?;
        let first = chunks.record(csv.header)?;
        // That of the names, which may have line breaks in them.
        let breaks = first
            .iter()
            .flatten()
            .map(|name| name.matches('\n').count());
        let line = chunks.line.saturating_sub(1 + breaks.sum::<usize>() as u64);
        let names = match first {
            None => return Err(Mistake::new("the file is empty")),
            Some(first) if csv.header => first.iter().map(|name| name.trim().to_string()).collect(),
            Some(first) => (1..=first.len()).map(|number| number.to_string()).collect(),
        };
        let header = self.like.map(|like| like.header);
        let columns = Columns::of(csv, names, line, header)?;
        let are_texts = self.are_texts(&columns, &chunks);
        let mut rows = Rows::new(self, csv, &columns, &are_texts);
        rows.read(&mut chunks, size)?;
        rows.finish()
    }

    /// Whether each feature is a column of texts, as its first cell that is not missing tells.
    fn are_texts(&self, columns: &Columns, chunks: &Chunks) -> Vec<bool> {
        if let Some(like) = self.like {
            let features = like.header.features.iter();
            return features.map(|feature| feature.texts.is_some()).collect();
        }
        let given = |place: &usize| columns.texts.contains(place).then_some(true);
        let mut found: Vec<Option<bool>> = columns.features.iter().map(given).collect();
        chunks.look_ahead(|cells| {
            for (found, place) in found.iter_mut().zip(&columns.features) {
                if let (None, Some(cell)) = (&found, cells.get(*place))
                    && !is_missing(cell.trim())
                {
                    let cell = cell.trim();
                    *found = Some(cell.parse::<f64>().is_err() && !decimal_comma(cell));
                }
            }
            found.iter().any(Option::is_none)
        });
        found.iter().map(|found| found.unwrap_or(false)).collect()
    }
}

fn tell_of_slowness(path: &Path, patience: Duration) {
    let message = format!(
        "reading `{}` takes more than {} s; it is faster with `[profile.dev.build-override]` and `opt-level = 3` in \
         Cargo.toml, and the same for `[profile.release.build-override]`",
        path.display(),
        patience.as_secs()
    );
    warning::tell(message, &[]);
}

/// Whether a cell says that there is no value, in large letters or small.
fn is_missing(cell: &str) -> bool {
    let words = ["", "NA", "N/A", "NaN", "null", "?"];
    words.iter().any(|word| cell.eq_ignore_ascii_case(word))
}

fn delimiter(delimiter: char) -> Result<u8, Mistake> {
    let fits = |byte: &u8| {
        let in_numbers = byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        byte.is_ascii() && !in_numbers && !b"\"\r\n".contains(byte)
    };
    u8::try_from(delimiter).ok().filter(fits).ok_or_else(|| {
        let message = format!(
            "{delimiter:?} cannot stand between cells: expected a sign such as ',', ';' or '\\t'"
        );
        Mistake::at([Part::Argument("delimiter", 0)], message)
    })
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::Reading;
    use crate::error::Field;
    use crate::spec::Precision;
    use crate::spec::source::csv;

    /// Set in a process of which one hears what it tells.
    const READER: &str = "NEURALATEX_TEST_READER";

    fn read() {
        let reading = Reading {
            field: Field::Data,
            precision: Precision::F32,
            shares: false,
            like: None,
            lenient: false,
        };
        for (name, patience) in [
            ("slow", Some(Duration::ZERO)),
            ("quick", Some(Duration::from_secs(600))),
            ("optimised", None),
            ("slow", Some(Duration::ZERO)),
        ] {
            let file = format!("{}/{name}.csv", env!("OUT_DIR"));
            std::fs::write(&file, "a,y\n1,0\n2,1\n").unwrap();
            let table = reading.read_within(&csv(file).label("y"), patience);
            assert!(table.is_ok_and(|table| table.columns == 1));
        }
    }

    #[test]
    fn who_waits_for_a_file_is_told_once_what_would_help() {
        if std::env::var_os(READER).is_some() {
            return read();
        }
        let test = "data::csv::tests::who_waits_for_a_file_is_told_once_what_would_help";
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env(READER, "1")
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        let [line] = told.lines().collect::<Vec<_>>()[..] else {
            panic!("{told}");
        };
        for words in [
            "neuralatex: reading `",
            "slow.csv` takes more than 0 s",
            "`[profile.dev.build-override]` and `opt-level = 3` in Cargo.toml",
            "`[profile.release.build-override]`",
        ] {
            assert!(line.contains(words), "{told}");
        }
    }
}
