//! A bad row of a CSV file is an error that names file, line, column and cell, and says what to do.

#[path = "common/mistakes.rs"]
mod mistakes;
#[path = "common/reading.rs"]
mod reading;

use mistakes::assert_one;
use neuralatex_core::prelude::*;
use reading::{Folder, reader};

/// A file with a label, which has this mistake alone; every error names the file.
#[track_caller]
fn assert_wrong(content: impl AsRef<[u8]>, words: &[&str]) {
    let caller = std::panic::Location::caller().line();
    let folder = Folder::of(&format!("csv_mistakes_{caller}"));
    let source = folder.csv(content).label("y");
    assert_one(reader(source), &[&["rows.csv`"], words].concat());
}

#[test]
fn rows_have_as_many_cells_as_the_first_line() {
    let words = [", line 3: the line has 2 cells, but the first has 3: `3,1`"];
    assert_wrong("a,b,y\n1,2,0\n3,1\n", &words);
    let words = [", line 3: the line has 4 cells, but the first has 3: `3,4,1,`"];
    assert_wrong("a,b,y\n1,2,0\n3,4,1,\n", &words);
    assert_wrong(
        "a,b,y\r\n\r\n \r\n1,2,0\r\n3",
        &[", line 5: the line has 1 cell,"],
    );
    assert_wrong("a,b,y\r\r \r1,2,0\r3", &[", line 5: the line has 1 cell,"]);
    let words = [", line 4: the line has 2 cells", "is every quote closed?"];
    assert_wrong("a,b,y\n\"1\n\",2,0\n3,\"1\n", &words);
}

/// Quoted cells with line breaks move the lines of those behind.
#[test]
fn texts_are_no_numbers() {
    let words = [
        ", line 4, column `b`: expected a number, found `two`",
        "`.text(\"b\")`",
        "`.ignore(\"b\")`",
    ];
    assert_wrong("a,b,note,y\n1,2,\"a\nb\",0\n3,two,c,1\n", &words);
    let words = [
        ", line 3, column `b`: found the number `4`",
        "texts such as `two`",
        "`.text(\"b\")`",
    ];
    assert_wrong("a,b,y\n1,two,0\n3,4,1\n", &words);
    assert_wrong(
        "a,b,y\n1,2,0\n3,0x10,1\n",
        &["line 3", "column `b`", "`0x10`"],
    );
    assert_wrong(
        "a,b,y\n1,2,0\n3,1_000,1\n",
        &["line 3", "column `b`", "`1_000`"],
    );
    let long = "x".repeat(1000);
    let text = format!("a,b,y\n1,2,0\n3,{long},1\n");
    assert_wrong(text, &[&format!("found `{}…`", "x".repeat(60))]);
}

#[test]
fn targets_are_numbers() {
    let folder = Folder::of("csv_mistakes_targets");
    for (cell, words) in [
        (
            "high",
            [
                "line 3, column `y`: expected a number, found `high`",
                "`.label`",
            ],
        ),
        (
            "",
            [
                "line 3, column `y`: the value is missing: the cell is empty",
                "`.missing(drop)`",
            ],
        ),
        (
            "inf",
            ["line 3, column `y`: expected a finite number", "`inf`"],
        ),
        (
            "4e38",
            [
                "line 3, column `y`: expected a number that `f32` can hold",
                "`4e38`",
            ],
        ),
    ] {
        let source = folder.csv(format!("a,y\n1,2\n3,{cell}\n")).target("y");
        assert_one(reader(source), &words);
    }
    let source = folder.csv("a,y\n1,\n").target("y").missing(mean());
    assert_one(
        reader(source),
        &["line 2, column `y`", "cannot be filled in", "`drop`"],
    );
}

#[test]
fn numbers_are_finite_and_within_the_precision() {
    for cell in ["inf", "-inf", "Infinity", "1e999", "-1e999"] {
        let text = format!("a,y\n1,0\n{cell},1\n");
        let words = format!(", line 3, column `a`: expected a finite number, found `{cell}`");
        assert_wrong(text, &[&words]);
    }
    let words = [
        ", line 3, column `a`: expected a number that `f32` can hold, found `1e39`",
        "`precision: f64`",
    ];
    assert_wrong("a,y\n1,0\n1e39,1\n", &words);
    let folder = Folder::of("csv_mistakes_precision");
    let source = folder.csv("a,y\n1,0\n1e39,1\n").label("y");
    let model = reader(source)
        .precision(Precision::F64)
        .init(uniform(0.0, 1e-9));
    model.train().unwrap();
}

#[test]
fn there_are_rows_of_more_than_one_class() {
    for empty in ["", "\n", "\r\n\n", "\u{feff}", "  \n"] {
        assert_wrong(empty, &["rows.csv`: the file is empty"]);
    }
    for header in ["a,y", "a,y\n", "a,y\n\n  \n"] {
        assert_wrong(header, &["rows.csv`: the file has no rows"]);
    }
    let words = [
        "column `y`: all rows have the class `no`",
        "nothing to tell apart",
    ];
    assert_wrong("a,y\n1,no\n2,no\n", &words);
    let words = [
        "column `y`: classes are texts, or whole numbers that `i32` can hold, found `0.5`",
        "`.target`",
    ];
    assert_wrong("a,y\n1,0.5\n2,1\n", &words);
    assert_wrong("a,y\n1,3000000000\n2,1\n", &["column `y`", "`3000000000`"]);
}

#[test]
fn texts_and_classes_are_few() {
    let rows: String = (0..1001).map(|n| format!("{},t{n}\n", n % 2)).collect();
    let what = |what| format!("`t1000` is one of more than 1000 different {what}");
    let words = ["line 1002, column `y`", &what("classes"), "ignored?"];
    assert_wrong(format!("a,y\n{rows}"), &words);
    let words = ["line 1002, column `a`", &what("texts"), "ignored?"];
    assert_wrong(format!("y,a\n{rows}"), &words);
}

#[test]
fn decimals_have_a_point() {
    for text in ["a;y\n1.5;0\n2,5;1\n", "a;y\n1;0\n\"2,5\";1\n"] {
        let folder = Folder::of("csv_mistakes_comma");
        let source = folder.csv(text).label("y").delimiter(';');
        assert_one(
            reader(source),
            &["line 3, column `a`", "found `2,5`; decimals have a point"],
        );
    }
    let folder = Folder::of("csv_mistakes_commas");
    let source = folder.csv("a;y\n1,5;0\n2,5;1\n").label("y").delimiter(';');
    assert_one(
        reader(source),
        &["line 2, column `a`", "found `1,5`; decimals have a point"],
    );
}

#[test]
fn cells_are_utf_8() {
    let words = [
        "line 3, column `t`: the cell `caf\u{fffd}` is not UTF-8",
        "save the file",
    ];
    assert_wrong(b"t,a,y\nx,1,0\ncaf\xe9,2,1\n", &words);
    assert_wrong(
        b"a,y\n1,caf\xe9\n2,x\n",
        &["line 2, column `y`", "not UTF-8"],
    );
    assert_wrong(b"a,y\n1,0\n2\xe9,1\n", &["line 3, column `a`", "not UTF-8"]);
    assert_wrong(
        b"a,caf\xe9,y\n1,2,0\n",
        &["line 1: the line is not UTF-8", "save the file"],
    );
}

#[test]
fn quotes_are_closed() {
    for (text, line) in [
        ("a,y\n1,no\n2,\"yes\n3,no\n4,yes\n", 3),
        ("a,y\r\n1,no\r\n2,\"yes\"\"\r\n3,no\r\n", 3),
        ("a,y\r1,no\r2,\"", 3),
        ("y,a\nno,\"1\nyes,2\n", 2),
    ] {
        let words = format!(", line {line}: a quote is opened and never closed");
        assert_wrong(text, &[&words]);
    }
    let words = ["line 2: the line has 1 cell", "is every quote closed?"];
    assert_wrong("a,y\n\"1,no\n2,yes\n", &words);
    // Also where nobody looks.
    let folder = Folder::of("csv_mistakes_unused_quote");
    let text = "y,a,note\nno,1,\"x\ny\"\nyes,2,\"\nno,3,c\n";
    let source = folder.csv(text).label("y").ignore("note");
    assert_one(
        reader(source),
        &["line 4: a quote is opened and never closed"],
    );
    for text in [
        "a,y\n1,no\n2,\"yes\"",
        "a,y\n1,no\n2,y\"es",
        "a,y\n1,\"no\"\"\"\n2,\"\"\"\"\"yes\"\n",
    ] {
        reader(folder.csv(text).label("y")).train().unwrap();
    }
}

#[test]
fn a_line_has_an_end() {
    for (text, line) in [
        ("1,0\n".to_string() + &"x".repeat(10 << 20), ", line 3:"),
        (
            "1,\"no\n".to_string() + &"2,yes\n".repeat(2 << 20),
            ", line 2:",
        ),
    ] {
        let folder = Folder::of("csv_mistakes_line");
        let source = folder.csv(format!("a,y\n{text}")).label("y");
        let words = [
            "no end of the line for 4 MiB",
            "is every quote closed?",
            line,
        ];
        assert_one(reader(source), &words);
    }
}

/// All that this loss can learn, in both files.
#[test]
fn shares_are_from_zero_to_one() {
    let folder = Folder::of("csv_mistakes_shares");
    let model = |text: &str| reader(folder.csv(text).target("y")).loss(binary_cross_entropy());
    for cell in ["1.5", "-0.1", "1e3", "1.0000001"] {
        assert_one(
            model(&format!("x,y\n1,0.5\n\n2,{cell}\n")),
            &[
                "rows.csv`, line 4, column `y`: `binary_cross_entropy` takes numbers from 0 to 1",
                &format!("found `{cell}`"),
            ],
        );
    }
    let eval = folder.other("x,y\n1,2\n");
    let words = ["`eval`", "other.csv`, line 2, column `y`", "from 0 to 1"];
    assert_one(model("x,y\n1,0\n2,1\n").eval(eval), &words);
    let read = model("x,y\n1,0\n2, 1 \n3,2.5e-1\n").train().unwrap();
    let targets: Vec<f64> = (0..3).map(|row| read.data().targets(row)[0]).collect();
    assert_eq!(targets, [0.0, 1.0, 0.25]);
}

#[test]
fn inputs_that_cannot_be_normalised_are_named() {
    let folder = Folder::of("csv_mistakes_scaling");
    let data = folder.csv("x,year,y\n1,1e8,0\n2,100000008,1\n").label("y");
    let model = reader(data).normalize(standard());
    assert_one(model, &["input `year` has the mean"]);
    // As `f32` these are all the same.
    let seconds = "x,time,y\n1,1700000000,0\n2,1700000001,1\n";
    let model = |text: &str| reader(folder.csv(text).label("y")).normalize(standard());
    let words = [
        "input `time` is 1700000000.0 in all rows, as far as `f32`",
        "`precision: f64`",
    ];
    assert_one(model(seconds), &words);
    assert!(model(seconds).precision(Precision::F64).train().is_ok());
    assert!(model("x,time,y\n1,1700,0\n2,1700,1\n").train().is_ok());
}
