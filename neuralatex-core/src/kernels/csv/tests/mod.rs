//! Scans against the `csv` crate and `str::parse`.

mod dialect;
mod numbers;
mod rooms;

use super::{Cell, Column, Kind, Scanner, Stopped};
use crate::kernels::Number;

/// All that is found in a text, with places and lines from its beginning.
#[derive(Clone, PartialEq, Debug)]
struct Found<T> {
    inputs: Vec<T>,
    targets: Vec<T>,
    cells: Vec<Cell>,
    rows: usize,
    /// Where other records lie, and how many cells they have.
    ragged: Vec<(usize, usize, usize)>,
}

/// Scans a text of which ever more bytes are known.
fn scan_pieces<T: Number>(
    scanner: &Scanner<'_>,
    text: &[u8],
    ends: &[usize],
    most_rows: usize,
) -> Found<T> {
    let mut found = Found {
        inputs: Vec::new(),
        targets: Vec::new(),
        cells: Vec::new(),
        rows: 0,
        ragged: Vec::new(),
    };
    let (mut start, mut lines) = (0, 0);
    for end in ends.iter().copied().chain([text.len()]) {
        loop {
            let known = &text[start..end];
            let mut cells = Vec::new();
            let last = end == text.len();
            let (inputs, targets) = (&mut found.inputs, &mut found.targets);
            let scanned = scanner.scan(known, last, most_rows, inputs, targets, &mut cells);
            assert!(scanned.rows <= most_rows);
            assert_eq!(scanned.cells, cells.len());
            for mut cell in cells {
                cell.row += found.rows as u32;
                cell.start += start as u32;
                cell.line += lines as u32;
                found.cells.push(cell);
            }
            found.rows += scanned.rows;
            start += scanned.consumed;
            lines += scanned.lines;
            match scanned.stopped {
                Stopped::AtEnd => break,
                Stopped::Full => assert!(scanned.rows > 0 && start < end),
                Stopped::Ragged { cells, length } => {
                    found.ragged.push((start, length, cells));
                    lines += line_breaks(&text[start..start + length]);
                    start += length;
                }
            }
        }
    }
    assert_eq!(start, text.len(), "all is read in the end");
    assert_eq!(lines, line_breaks(text));
    assert_eq!(found.inputs.len(), found.rows * scanner.inputs);
    assert_eq!(found.targets.len(), found.rows * scanner.targets);
    found
}

fn line_breaks(text: &[u8]) -> usize {
    let text = String::from_utf8_lossy(text).replace("\r\n", "\n");
    text.matches(['\n', '\r']).count()
}

fn column(kind: Kind, slot: u32) -> Column {
    Column { kind, slot }
}
