//! Tables of text, and the words for numbers in them.

use crate::output::Colour;

/// Lines whose columns begin below each other, the first with the names of these.
pub(crate) fn table(lines: &[Vec<String>]) -> String {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        let cells = line.iter().zip(&widths);
        let cells = cells.map(|(cell, &width)| format!("{cell:width$}"));
        let cells: Vec<String> = cells.collect();
        let whole = cells.join("  ");
        let whole = whole.trim_end();
        text += &match number {
            0 => Colour::Bold.paint(whole),
            _ => whole.to_string(),
        };
        text.push('\n');
    }
    text
}

/// `1 file`, `2 files`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// `12 B`, `3.4 KiB`, `5.6 MiB`.
pub(crate) fn size(bytes: u64) -> String {
    let mut number = bytes as f64;
    for unit in ["B", "KiB", "MiB"] {
        if number < 1024.0 {
            return match unit {
                "B" => format!("{number} B"),
                _ => format!("{number:.1} {unit}"),
            };
        }
        number /= 1024.0;
    }
    format!("{number:.1} GiB")
}

/// The largest unit that there is one of.
pub(crate) fn age(seconds: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(24 * 60 * 60, "day"), (60 * 60, "hour"), (60, "minute")];
    let unit = UNITS.into_iter().find(|(unit, _)| seconds >= *unit);
    let (unit, name) = unit.unwrap_or((1, "second"));
    match seconds / unit {
        1 => format!("1 {name}"),
        count => format!("{count} {name}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::{age, size, table};

    #[test]
    fn columns_stand_below_each_other() {
        let line = |cells: [&str; 2]| cells.map(String::from).to_vec();
        let lines = [line(["a", "name"]), line(["größer", "b"])];
        assert_eq!(table(&lines), "a       name\ngrößer  b\n");
        assert_eq!(table(&[]), "");
    }

    #[test]
    fn sizes_and_ages_have_units() {
        for (bytes, told) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1536, "1.5 KiB"),
            (3 << 20, "3.0 MiB"),
            (u64::MAX, "17179869184.0 GiB"),
        ] {
            assert_eq!(size(bytes), told);
        }
        for (seconds, told) in [
            (0, "0 seconds"),
            (61, "1 minute"),
            (7_300, "2 hours"),
            (90_000, "1 day"),
        ] {
            assert_eq!(age(seconds), told);
        }
    }
}
