//! A file that cannot be read is an error that names it, and the one that was perhaps meant.

#[path = "common/mistakes.rs"]
mod mistakes;
#[path = "common/reading.rs"]
mod reading;

use std::path::Path;

use mistakes::{assert_error, assert_one};
use neuralatex_core::prelude::*;
use reading::{Folder, reader};

/// As a table, and as images and labels.
#[track_caller]
fn assert_unreadable(path: &Path, words: &[&str]) {
    let named = format!("`{}`", path.display());
    let words = [&[named.as_str()], words].concat();
    assert_one(reader(csv(path).label("y")), &words);
    assert_one(reader(idx(path, path)), &words);
    let good = points([([0.0], 0), ([1.0], 1)]);
    assert_one(
        reader(good).eval(csv(path).label("y")),
        &[&words[..], &["`eval`"]].concat(),
    );
}

#[test]
fn a_file_that_is_not_there_is_told_with_one_that_is_near() {
    let folder = Folder::of("file_mistakes_near");
    folder.file("flowers.csv", "");
    folder.file("trees.csv", "");
    std::fs::create_dir(folder.0.join("data")).unwrap();
    folder.file("data/iris.csv", "");
    let meant = |path: &str| {
        format!(
            "there is no such file, did you mean `{}`?",
            folder.0.join(path).display()
        )
    };
    assert_unreadable(&folder.0.join("flower.csv"), &[&meant("flowers.csv")]);
    assert_unreadable(&folder.0.join("Flowers.csv"), &[&meant("flowers.csv")]);
    assert_unreadable(&folder.0.join("date/iris.csv"), &[&meant("data/iris.csv")]);
    assert_unreadable(&folder.0.join("data/irsi.csv"), &[&meant("data/iris.csv")]);
    assert_unreadable(&folder.0.join("bushes.csv"), &["there is no such file"]);
    assert_unreadable(
        &folder.0.join("no/such/folder.csv"),
        &["there is no such file"],
    );
}

/// What is relative is so to the crate, which tests have as well.
#[test]
fn paths_are_relative_to_the_crate() {
    let words = [
        "`data`: `no-such.csv`: there is no such file; paths are relative to the crate's `Cargo.toml`",
    ];
    assert_one(reader(csv("no-such.csv").label("y")), &words);
    assert_one(
        reader(csv("Cargo.tml").label("y")),
        &["did you mean `Cargo.toml`?"],
    );
    let read = reader(csv("../examples/data/iris.csv").label("species")).train();
    assert_eq!(read.unwrap().data().rows(), 150);
}

#[test]
fn a_folder_is_no_file_and_a_file_no_folder() {
    let folder = Folder::of("file_mistakes_folder");
    assert_unreadable(&folder.0, &["this is a folder: expected a file"]);
    assert_unreadable(Path::new(""), &["the path is empty"]);
    let file = folder.file("rows.csv", "a,y\n1,0\n2,1\n");
    assert_unreadable(&file.join("rows.csv"), &["cannot be read: "]);
}

/// Reading it would wait for ever.
#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_not_read() {
    assert_unreadable(Path::new("/dev/zero"), &["this is no ordinary file"]);
    assert_unreadable(Path::new("/dev/null"), &["this is no ordinary file"]);
}

#[test]
fn a_file_beyond_the_limit_is_told_with_its_size() {
    let folder = Folder::of("file_mistakes_limit");
    let file = folder.file("rows.csv", "a,y\n1,0\n2,1\n");
    let words = ["the file has 12 bytes, more than the limit of 10: `.limit(…)` sets another one"];
    assert_one(reader(csv(&file).label("y").limit(10)), &words);
    assert_one(reader(idx(&file, &file).limit(10)), &words);
    reader(csv(&file).label("y").limit(12)).train().unwrap();
}

#[test]
fn other_formats_are_known_by_their_first_bytes() {
    let folder = Folder::of("file_mistakes_formats");
    for (bytes, what) in [
        (&b"\xff\xfea\0,\0y\0\n\0"[..], "in UTF-16"),
        (b"\xfe\xff\0a\0,\0y\0\n", "in UTF-16"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "packed with gzip"),
        (b"PK\x03\x04\x14\0", "a zip archive or a spreadsheet"),
        (b"PAR1\x15\x04", "in the Parquet format"),
    ] {
        let words = format!("rows.csv`: the file is {what}: save it as CSV in UTF-8");
        assert_one(reader(folder.csv(bytes).label("y")), &[&words]);
    }
}

/// What is wrong with one does not hide what is wrong with the other.
#[test]
fn files_of_data_and_evaluation_are_told_together() {
    let folder = Folder::of("file_mistakes_both");
    let data = folder.csv("a,y\n1,0\nx,1\n").label("y");
    let eval = folder.other("a,y\n1,0\n2\n").label("y");
    let words = [
        "`data`: `",
        "rows.csv`, line 3, column `a`",
        "`eval`: `",
        "other.csv`, line 3: the line has 1 cell",
    ];
    let error = assert_error(reader(data).eval(eval), &words);
    assert_eq!(error.problems().len(), 2, "{error}");
}
