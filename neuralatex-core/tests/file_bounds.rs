//! A file that is small takes no large memory, and one that has no end is not waited for.

mod common;

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

use neuralatex_core::prelude::*;

fn csv_of(file: &Path, text: &str) -> Csv {
    fs::write(file, text).unwrap();
    csv(file)
}

fn refused(source: Csv) -> String {
    let model = model("Bounded", [AUTO, AUTO]).data(source).epochs(1);
    model.check().unwrap_err().to_string()
}

/// Fuzzing found a line of 1.5 MB that took more than 64 MB, and one of 4 MB took 400: a text for each of
/// its cells, and a name for each column.
#[test]
fn a_line_of_too_many_cells_is_told_before_it_is_taken_apart() {
    let file = common::folder("many_cells").join("wide.csv");
    let wide = ",1".repeat(100_000) + "\n";
    for header in [true, false] {
        let error = refused(csv_of(&file, &wide).header(header).label(1));
        let told = "line 1: the line has 100001 cells: at most 100000";
        assert!(error.contains(told), "{error}");
    }
    // Not the first line, so that there are columns.
    let later = format!("a,y\n,0\n{wide}");
    let error = refused(csv_of(&file, &later).label("y").missing(mean()));
    assert!(
        error.contains("line 3: the line has 100001 cells"),
        "{error}"
    );
}

/// Every name was compared with every other: a minute for as many as there may be.
#[test]
fn many_columns_are_told_apart_at_once() {
    let start = Instant::now();
    let file = common::folder("many_names").join("names.csv");
    let names = |last: &str| {
        let names: Vec<String> = (0..99_998).map(|number| format!("c{number}")).collect();
        names.join(",") + ",y," + last + "\n"
    };
    let error = refused(csv_of(&file, &names("c7")).label("y"));
    let told = "columns 8 and 100000 have the same name, `c7`";
    assert!(error.contains(told), "{error}");
    let error = refused(csv_of(&file, &names("z")).label("y"));
    assert!(error.contains("the file has no rows"), "{error}");
    let time = start.elapsed();
    assert!(time < Duration::from_secs(10), "{time:?}");
}

/// Fuzzing found an error with a name of 1.5 MB in it. To suggest a name, it was compared letter by
/// letter with what was meant, in a table of as many numbers.
#[test]
fn long_names_and_many_names_are_told_short() {
    let file = common::folder("long_names").join("long.csv");
    let short = |source: Csv, told: &str| {
        let model = model("Bounded", [AUTO, AUTO]).data(source).epochs(1);
        let error = model.eval(hold_out(0.5)).check().unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
        assert!(error.len() < 2000, "{error}");
    };
    let long = "long ".repeat(200_000);
    let other = "long_".repeat(200_000);
    let unknown = "unknown column `y`, the columns are `long long";
    short(csv_of(&file, &format!("{long}\n1\n")).label("y"), unknown);
    let columns = format!("{long},{other},y\n1,2,0\n3,4,1\n");
    short(
        csv_of(&file, &columns).label("y"),
        "would both be called `long_long",
    );
    let classes = format!("x,y\n1,{long}\n2,{other}\n");
    short(
        csv_of(&file, &classes).label("y"),
        "would both be called `LongLong",
    );
    let alone = format!("x,y\n1,{long}\n2,b\n3,b\n");
    short(csv_of(&file, &alone).label("y"), "has one row only");
    let missing = format!("{long},y\nNA,0\nNA,1\nNA,0\nNA,1\n");
    short(
        csv_of(&file, &missing).label("y").missing(mean()),
        "has no values",
    );
    let names: Vec<String> = (0..50_000).map(|number| format!("c{number}")).collect();
    let many = names.join(",") + "\n";
    short(
        csv_of(&file, &many).label("y"),
        "the columns are `c0`, `c1`",
    );
}

/// Each column of texts may become a thousand inputs: a file of 2.4 MB took 1.4 GB.
#[test]
fn texts_become_no_more_inputs_than_the_limit_allows() {
    let file = common::folder("many_texts").join("texts.csv");
    let mut text: String = (0..200).map(|column| format!("c{column},")).collect();
    text += "y\n";
    for row in 0..200 {
        text += &format!("t{row},").repeat(200);
        text += &format!("{}\n", row % 2);
    }
    let source = csv_of(&file, &text).label("y");
    let bytes = 200 * 200 * 200 * 4;
    let error = refused(source.clone().limit(bytes - 1));
    let told = "its texts become 40000 inputs of each of 200 rows, 32000000 bytes, more than the limit of 31999999";
    assert!(error.contains(told), "{error}");
    let model = model("Bounded", [AUTO, AUTO]).epochs(1);
    assert!(
        model
            .clone()
            .data(source.clone().limit(bytes))
            .check()
            .is_ok()
    );
    let doubles = model.precision(Precision::F64).data(source.limit(bytes));
    assert!(doubles.check().is_err());
}

/// A checkpoint was read to its end, which some files do not have.
#[test]
fn a_checkpoint_without_an_end_is_not_read() {
    let folder = common::folder("endless_checkpoint");
    let refused = |file: &Path, why: &str| {
        let rows = points([([0.0], 0), ([1.0], 1)]);
        let model = model("Bounded", [1, 1]).data(rows).epochs(1);
        let error = model.checkpoint(file).train().unwrap_err().to_string();
        assert!(error.contains("cannot read the checkpoint"), "{error}");
        assert!(error.contains(why), "{error}");
    };
    if cfg!(unix) {
        refused(Path::new("/dev/zero"), "this is no ordinary file");
    }
    // Without blocks on the disk.
    for name in ["large.txt", "large.safetensors"] {
        let file = folder.join(name);
        File::create(&file).unwrap().set_len((5 << 28) + 1).unwrap();
        refused(&file, "it has 1342177281 bytes, more than any checkpoint");
        fs::remove_file(file).unwrap();
    }
}
