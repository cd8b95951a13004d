//! The rows of a CSV file are those that it says, however it says them.

#[path = "common/tables.rs"]
mod tables;

use neuralatex_core::prelude::*;
use tables::{Folder, inputs, read, reader, targets, trained};

/// What every way to write it gives.
const ROWS: [[f64; 2]; 3] = [[1.5, -2.0], [0.25, 1e3], [-0.5, 4.0]];

#[track_caller]
fn assert_rows(source: Csv) {
    for precision in [Precision::F32, Precision::F64] {
        let read = trained(reader(source.clone()).precision(precision));
        assert_eq!(inputs(read.data()), ROWS);
        assert_eq!(read.data().classes(), [0, 1, 0]);
        assert_eq!(tables::fields(&read), ["a", "b"]);
        assert_eq!(tables::variants(&read), ["No", "Yes"]);
    }
}

#[test]
fn lines_end_as_they_do_on_any_system_and_the_last_one_need_not() {
    let folder = Folder::of("csv_line_ends");
    let lines = ["a,b,y", "1.5,-2,no", "0.25,1e3,yes", "-.5,+4.,no"];
    for end in ["\n", "\r\n", "\r"] {
        let text = lines.join(end);
        assert_rows(folder.csv(&text).label("y"));
        assert_rows(folder.csv(text + end).label("y"));
    }
}

#[test]
fn blank_lines_are_passed_over() {
    let folder = Folder::of("csv_blank_lines");
    for end in ["\n", "\r\n", "\r"] {
        for blank in ["", " ", "\t  "] {
            let lines = [
                "a,b,y",
                blank,
                "1.5,-2,no",
                blank,
                blank,
                "0.25,1e3,yes",
                "-.5,4,no",
                blank,
                blank,
            ];
            assert_rows(folder.csv(lines.join(end)).label("y"));
            assert_rows(folder.csv(lines.join(end) + end).label("y"));
        }
    }
    assert_rows(
        folder
            .csv("\n\r\n\na,b,y\n1.5,-2,no\n.25,1e3,yes\n-.5,4,no")
            .label("y"),
    );
}

/// Spreadsheets write one.
#[test]
fn a_byte_order_mark_is_no_part_of_the_first_name() {
    let folder = Folder::of("csv_mark");
    let text = "\u{feff}a,b,y\n1.5,-2,no\n0.25,1e3,yes\n-0.5,4,no\n";
    assert_rows(folder.csv(text).label("y").columns(["a", "b"]));
    let text = "\u{feff}\"a\",b,y\n1.5,-2,no\n0.25,1e3,yes\n-0.5,4,no\n";
    assert_rows(folder.csv(text).label("y"));
}

#[test]
fn blanks_around_names_and_cells_mean_nothing() {
    let folder = Folder::of("csv_blanks");
    let text = " a\t, b ,y \n 1.5 ,\t-2, no\n0.25,  1e3\t,yes \n-0.5,4, no \n";
    assert_rows(folder.csv(text).label("y"));
}

#[test]
fn cells_may_be_quoted() {
    let folder = Folder::of("csv_quotes");
    let text = "\"a\",\"b\",\"y\"\n\"1.5\",\" -2 \",\"no\"\n\"0.25\",1e3,\"yes\"\n-0.5,\"4\",no\n";
    assert_rows(folder.csv(text).label("y"));
    let text = "\"length, in\nmetres\",\"he said \"\"y\"\"\"\n1,\"a, b\"\n2,\"c\r\nd\"\n3,\"\"\"\"\"\"\n4,\"a, b\"\n";
    let read = read(folder.csv(text).label("he said \"y\""));
    assert_eq!(inputs(read.data()), [[1.0], [2.0], [3.0], [4.0]]);
    let code = read.code();
    for text in [r#""a, b""#, r#""c\r\nd""#, r#""\"\"""#] {
        assert!(code.contains(&format!("=> {text},")), "{text} in {code}");
    }
    assert_eq!(read.data().classes(), [1, 2, 0, 1], "in ascending order");
    assert_eq!(tables::fields(&read), ["length_in_metres"]);
}

#[test]
fn another_sign_may_stand_between_cells() {
    let folder = Folder::of("csv_delimiters");
    for delimiter in [';', '\t', '|', ':', ' ', '_', '\u{1f}'] {
        let text = "a,b,y\n1.5,-2,no\n0.25,1e3,yes\n-0.5,4,no\n";
        let text = text.replace(',', &delimiter.to_string());
        assert_rows(folder.csv(text).label("y").delimiter(delimiter));
    }
    let text = "a;b;y\n1.5;-2;\"n;o\"\n0.25;1e3;yes\n";
    let read = read(folder.csv(text).label("y").delimiter(';'));
    assert_eq!(tables::variants(&read), ["NO", "Yes"]);
}

/// Those that are halfway between two, tiny, with too many digits, and in every form.
#[test]
fn numbers_have_the_bits_that_the_standard_library_reads() {
    let numbers = [
        "0",
        "-0",
        "-0.0",
        "1",
        "0.1",
        "1e-45",
        "1.17549435e-38",
        "5e-324",
        "1e-400",
        "123456789.123456789",
        "0.1000000014901161193847656250000000000000000000000001",
        "16777217",
        "16777217.0000001",
        "9007199254740993",
        "9007199254740992.99999999999",
        "2.2250738585072011e-308",
        "1E5",
        "1e+5",
        "+7",
        ".5",
        "5.",
        "000000000000000000000000000000001.5",
        "1.00000005960464477539062500000001",
        "3e00002",
        "0.000000000000000000000000000000000000000000000000123e45",
        "8388608.5",
        "8388609.5",
    ];
    let mut text = "x,y\n".to_string();
    for (row, number) in numbers.iter().enumerate() {
        text += &format!("{number},{}\n", row % 2);
    }
    let folder = Folder::of("csv_numbers");
    let source = folder.csv(text).label("y");
    let double = trained(reader(source.clone()).precision(Precision::F64));
    let single = read(source);
    for (row, text) in numbers.iter().enumerate() {
        let number: f64 = text.parse().unwrap();
        let bits = |trained: &Trained| trained.data().inputs(row)[0].to_bits();
        assert_eq!(bits(&double), number.to_bits(), "{text}");
        assert_eq!(bits(&single), f64::from(number as f32).to_bits(), "{text}");
    }
}

/// The file is read in pieces of 1 MiB, of which each ends within a row.
#[test]
fn a_file_of_many_pieces_is_read_whole() {
    let rows = 150_000;
    let row = |n: usize| (n as f64 / 8.0, format!("{}", n % 3), format!("{n}.5"));
    let mut text = "x,y,ignored,t\n".to_string();
    for n in 0..rows {
        let (x, class, target) = row(n);
        text += &format!("{x},{class},\"some,\n\"\"text\"\"\",{target}\n");
    }
    assert!(text.len() > 3 << 20);
    let folder = Folder::of("csv_pieces");
    let source = folder.csv(&text).ignore(["ignored"]);
    let read = read(source.clone().label("y").ignore("t"));
    assert_eq!(read.data().rows(), rows);
    for (n, class) in read.data().classes().into_iter().enumerate() {
        let expected = (row(n).0, (n % 3) as i32);
        assert_eq!((read.data().inputs(n)[0], class), expected);
    }
    let read = tables::read(source.target(["t", "y"]));
    for (n, found) in targets(read.data()).iter().enumerate() {
        assert_eq!(found[..], [n as f64 + 0.5, (n % 3) as f64]);
    }
}

#[test]
fn a_record_may_be_longer_than_a_piece() {
    let long = |letters: usize| {
        format!(
            "\"{}\n{}\"",
            "long, ".repeat(letters / 12),
            "text ".repeat(letters / 10)
        )
    };
    let mut text = "x,note,y\n".to_string();
    for (n, size) in [10, 1 << 20, 3 << 20, 100, 2 << 20].into_iter().enumerate() {
        text += &format!("{n},{},{}\n", long(size), n % 2);
    }
    let folder = Folder::of("csv_long_records");
    let read = read(folder.csv(text).label("y").ignore(["note"]));
    assert_eq!(inputs(read.data()), [[0.0], [1.0], [2.0], [3.0], [4.0]]);
    assert_eq!(read.data().classes(), [0, 1, 0, 1, 0]);
}
