//! A missing value is an error, unless the specification says what becomes of it, and that makes sense.

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
    let folder = Folder::of(&format!("csv_gaps_{caller}"));
    let source = folder.csv(content).label("y");
    assert_one(reader(source), &[&["rows.csv`"], words].concat());
}

#[test]
fn missing_values_are_an_error_unless_something_is_said() {
    for (cell, shown) in [
        ("", "empty"),
        ("  ", "empty"),
        ("NaN", "`NaN`"),
        ("na", "`na`"),
        ("?", "`?`"),
    ] {
        let text = format!("a,y\n1,0\n{cell},1\n");
        let shown = format!(", line 3, column `a`: the value is missing: the cell is {shown}");
        assert_wrong(
            text,
            &[
                &shown,
                "`.missing(mean)`",
                "`.missing(value(0.0))`",
                "`.missing(drop)`",
            ],
        );
    }
    assert_wrong(
        "a,t,y\n1,x,0\n2,,1\n",
        &["line 3, column `t`: the value is missing"],
    );
    assert_wrong(
        "a,y\n1,0\n2,\n",
        &[
            "line 3, column `y`: the value is missing",
            "`.missing(drop)`",
        ],
    );
    let folder = Folder::of("csv_mistakes_missing");
    for missing in [mean(), value(1.0)] {
        let source = folder.csv("a,y\n1,0\n2,\n").label("y").missing(missing);
        assert_one(
            reader(source),
            &["line 3, column `y`", "`.missing(drop)` leaves it out"],
        );
    }
}

#[test]
fn what_fills_a_gap_is_a_number_of_the_precision() {
    let folder = Folder::of("csv_mistakes_filling");
    let source = || folder.csv("a,y\n1,0\n,1\n").label("y");
    for wrong in [f64::NAN, f64::INFINITY] {
        let words = ["filled with a finite number", &format!("found {wrong:?}")];
        assert_one(reader(source().missing(value(wrong))), &words);
    }
    let large = reader(source().missing(value(1e39)));
    assert_one(large, &["line 3, column `a`", "`f32` cannot hold 1e39"]);
    let empty = folder.csv("a,b,y\n1,,0\n2,,1\n").label("y").missing(mean());
    assert_one(reader(empty), &["rows.csv`: input `b` has no values"]);
    let none = folder.csv("a,y\n1,\n,1\n").label("y").missing(drop());
    assert_one(reader(none), &["no rows are left", "a value is missing"]);
}

/// The mean of what is trained on is of nothing here, whatever is held out.
#[test]
fn a_column_may_be_empty_in_the_rows_to_train_on_alone() {
    let folder = Folder::of("csv_mistakes_empty_column");
    let data = folder.csv("a,b,y\n1,,0\n2,,1\n").label("y").missing(mean());
    let eval = folder.other("a,b,y\n1,5,0\n").label("y");
    assert_one(reader(data).eval(eval), &["`data`", "`b` has no values"]);
}
