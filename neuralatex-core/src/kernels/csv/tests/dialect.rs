//! Records are those of the `csv` crate, wherever the bytes are cut.

use csv::ReaderBuilder;
use proptest::prelude::*;

use super::super::{record, unquoted};
use super::*;

type Records = Vec<Vec<Vec<u8>>>;

fn by_the_crate(text: &[u8], delimiter: u8) -> Records {
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true);
    let reader = builder.delimiter(delimiter).from_reader(text);
    let records = reader.into_byte_records().map(|record| record.unwrap());
    let cells = |record: csv::ByteRecord| record.iter().map(<[u8]>::to_vec).collect();
    records.map(cells).collect()
}

fn by_record(mut text: &[u8], delimiter: u8) -> Records {
    let mut records = Vec::new();
    while let Some((cells, consumed, lines)) = record(text, delimiter, true) {
        assert_eq!(lines, line_breaks(&text[..consumed]));
        let cell = |range: &std::ops::Range<usize>| unquoted(&text[range.clone()]).into_owned();
        records.push(cells.iter().map(cell).collect());
        text = &text[consumed..];
    }
    assert!(text.iter().all(|byte| b"\r\n".contains(byte)));
    records
}

/// Text of bytes that mean something.
fn soup() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        6 => Just(b','),
        4 => Just(b'"'),
        2 => Just(b'\n'),
        1 => Just(b'\r'),
        6 => proptest::sample::select(&b"0123456789"[..]),
        2 => proptest::sample::select(&b".e-+ \t;ab\xff"[..]),
    ];
    let piece = prop_oneof![
        4 => byte.prop_map(|byte| vec![byte]),
        2 => Just(b"1.5,".to_vec()),
        1 => Just(b"\"-25e-1\"".to_vec()),
        1 => Just(b"\"a,\"\"b\n\"".to_vec()),
        1 => Just(b"\r\n".to_vec()),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn kind() -> impl Strategy<Value = Kind> {
    proptest::sample::select(&[Kind::Skip, Kind::Input, Kind::Target, Kind::Text][..])
}

/// Columns with a slot of its own for each number, and one slot of both that no column has.
fn with_slots(kinds: &[Kind]) -> (Vec<Column>, usize, usize) {
    let (mut inputs, mut targets) = (1, 1);
    let with_slot = |kind: &Kind| {
        let next = match kind {
            Kind::Input => &mut inputs,
            Kind::Target => &mut targets,
            Kind::Skip | Kind::Text => return column(*kind, u32::MAX),
        };
        *next += 1;
        column(*kind, *next as u32 - 1)
    };
    (kinds.iter().map(with_slot).collect(), inputs, targets)
}

/// What a scan found is what the records have.
fn check<T: Number>(scanner: &Scanner<'_>, text: &[u8], found: &Found<T>) {
    let (mut rows, mut ragged) = (0, found.ragged.iter());
    let mut cells = found.cells.iter();
    for record in by_the_crate(text, scanner.delimiter) {
        if record.len() != scanner.columns.len() {
            let (start, length, cells) = ragged.next().expect("it was told");
            assert_eq!(*cells, record.len());
            let expected = vec![record];
            let here = &text[*start..start + length];
            assert_eq!(by_the_crate(here, scanner.delimiter), expected);
            continue;
        }
        let mut inputs = vec![0.0; scanner.inputs];
        let mut targets = vec![0.0; scanner.targets];
        for (index, (column, field)) in scanner.columns.iter().zip(&record).enumerate() {
            let told = cells
                .as_slice()
                .first()
                .is_some_and(|cell| (cell.row as usize, cell.column as usize) == (rows, index));
            if told {
                let cell = cells.next().unwrap();
                let [start, length] = [cell.start as usize, cell.length as usize];
                assert_eq!(*unquoted(&text[start..start + length]), **field);
                assert_eq!(cell.line as usize, line_breaks(&text[..start]));
                assert_ne!(column.kind, Kind::Skip);
                continue;
            }
            let number = || {
                let text = std::str::from_utf8(field).unwrap();
                text.trim_matches([' ', '\t']).parse::<f64>().unwrap()
            };
            match column.kind {
                Kind::Skip => {}
                Kind::Text => panic!("a text is told"),
                Kind::Input => inputs[column.slot as usize] = number(),
                Kind::Target => targets[column.slot as usize] = number(),
            }
        }
        let bits = |numbers: &[T]| -> Vec<u64> {
            numbers
                .iter()
                .map(|number| number.wide().to_bits())
                .collect()
        };
        let rounded = |numbers: Vec<f64>| -> Vec<T> { numbers.into_iter().map(T::of).collect() };
        let row = |numbers: &[T], width| bits(&numbers[rows * width..][..width]);
        assert_eq!(row(&found.inputs, scanner.inputs), bits(&rounded(inputs)));
        assert_eq!(
            row(&found.targets, scanner.targets),
            bits(&rounded(targets))
        );
        rows += 1;
    }
    assert_eq!(found.rows, rows);
    assert_eq!((cells.next(), ragged.next()), (None, None));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn records_are_those_of_the_csv_crate(text in soup(), delimiter in 0_usize..8) {
        let delimiter = b",;\t 1.e\xff"[delimiter];
        prop_assert_eq!(by_record(&text, delimiter), by_the_crate(&text, delimiter));
    }

    #[test]
    fn rows_are_those_of_the_csv_crate(
        text in soup(),
        kinds in proptest::collection::vec(kind(), 0..5),
        delimiter in 0_usize..8,
    ) {
        let (columns, inputs, targets) = with_slots(&kinds);
        let delimiter = b",,,; 1.e"[delimiter];
        let scanner = Scanner { delimiter, columns: &columns, inputs, targets };
        check(&scanner, &text, &scan_pieces::<f32>(&scanner, &text, &[], usize::MAX));
        check(&scanner, &text, &scan_pieces::<f64>(&scanner, &text, &[], usize::MAX));
    }

    #[test]
    fn the_same_is_found_wherever_bytes_are_cut_and_rows_are_few(
        text in soup(),
        kinds in proptest::collection::vec(kind(), 1..4),
    ) {
        let (columns, inputs, targets) = with_slots(&kinds);
        let scanner = Scanner { delimiter: b',', columns: &columns, inputs, targets };
        let scan = |ends: &[usize], rows| {
            scan_pieces::<f32>(&scanner, &text, ends, rows)
        };
        let whole = scan(&[], usize::MAX);
        for end in 0..text.len() {
            prop_assert_eq!(&scan(&[end], usize::MAX), &whole);
        }
        let everywhere: Vec<usize> = (0..text.len()).collect();
        prop_assert_eq!(&scan(&everywhere, usize::MAX), &whole);
        prop_assert_eq!(&scan(&[], 1), &whole);
    }
}

#[test]
fn what_ends_without_a_line_break_is_a_record_at_the_end_alone() {
    assert_eq!(record(b"a,\"b", b',', false), None);
    assert_eq!(record(b"a,b", b',', false), None);
    assert_eq!(record(b"a,b\r", b',', false), None, "a \\n may come");
    assert_eq!(record(b"a,b", b',', true), Some((vec![0..1, 2..3], 3, 0)));
    assert_eq!(
        record(b"\n\r\na,b\r", b',', true),
        Some((vec![3..4, 5..6], 7, 3))
    );
    assert_eq!(
        record(b"a,\r\n\n", b',', false),
        Some((vec![0..1, 2..2], 4, 1))
    );
    assert_eq!(record(b"\n\r\n\r", b',', true), None);
}
