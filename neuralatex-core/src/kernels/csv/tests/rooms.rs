//! Scans stop when there is no more room, and go on where they stopped.

use super::super::MOST_CELLS;
use super::*;

#[test]
fn as_many_cells_are_told_as_there_is_room_for() {
    let rows = MOST_CELLS / 2 + 100;
    let text = "a,1,b\n".repeat(rows);
    let columns = [
        column(Kind::Text, 0),
        column(Kind::Input, 0),
        column(Kind::Text, 0),
    ];
    let scanner = Scanner {
        delimiter: b',',
        columns: &columns,
        inputs: 1,
        targets: 0,
    };
    let (mut inputs, mut targets, mut cells) = (Vec::<f32>::new(), Vec::new(), Vec::new());
    let scanned = scanner.scan(
        text.as_bytes(),
        true,
        usize::MAX,
        &mut inputs,
        &mut targets,
        &mut cells,
    );
    assert_eq!(scanned.stopped, Stopped::Full);
    assert_eq!(scanned.cells, cells.len());
    assert_eq!(cells.len() / 2, scanned.rows);
    assert!(cells.len() <= MOST_CELLS && cells.len() > MOST_CELLS - 3);
    let all = scan_pieces::<f32>(&scanner, text.as_bytes(), &[], usize::MAX);
    assert_eq!(all.rows, rows);
    assert_eq!(all.cells.len(), 2 * rows);
    assert_eq!(all.cells[2 * rows - 1].line as usize, rows - 1);
    assert_eq!(all.inputs, vec![1.0; rows]);
}

/// Else such a row would never be read.
#[test]
fn a_row_with_more_cells_than_that_is_read_too() {
    let count = MOST_CELLS + 10;
    let columns = vec![column(Kind::Text, 0); count];
    let scanner = Scanner {
        delimiter: b',',
        columns: &columns,
        inputs: 0,
        targets: 0,
    };
    let text = ",".repeat(count - 1) + "\n";
    let text = text.repeat(2);
    let found = scan_pieces::<f64>(&scanner, text.as_bytes(), &[], usize::MAX);
    assert_eq!((found.rows, found.cells.len()), (2, 2 * count));
}

#[test]
fn rows_are_many_and_wide() {
    for width in [1, 7, 40_000] {
        let columns: Vec<Column> = (0..width).map(|slot| column(Kind::Target, slot)).collect();
        let scanner = Scanner {
            delimiter: b';',
            columns: &columns,
            inputs: 0,
            targets: width as usize,
        };
        let rows = 100_000 / width as usize + 2;
        let numbers: Vec<f32> = (0..rows * width as usize).map(|n| n as f32 / 4.0).collect();
        let row = |row: &[f32]| row.iter().map(f32::to_string).collect::<Vec<_>>().join(";");
        let lines: Vec<String> = numbers.chunks(width as usize).map(row).collect();
        let text = lines.join("\n");
        let found = scan_pieces::<f32>(&scanner, text.as_bytes(), &[], usize::MAX);
        assert!(found.targets == numbers && found.cells.is_empty());
    }
}

#[test]
#[should_panic = "slot < self.inputs"]
fn a_slot_outside_of_a_row_is_a_mistake() {
    let scanner = Scanner {
        delimiter: b',',
        columns: &[column(Kind::Input, 1)],
        inputs: 1,
        targets: 0,
    };
    scan_pieces::<f32>(&scanner, b"1", &[], 1);
}
