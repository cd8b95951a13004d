//! A column that is not there, or is to be two things at once, is an error that names it.

#[path = "common/mistakes.rs"]
mod mistakes;
#[path = "common/reading.rs"]
mod reading;

use mistakes::assert_one;
use neuralatex_core::prelude::*;
use reading::{Folder, reader, trained};

const FLOWERS: &str = "length,width,species\n1,2,rose\n3,4,lily\n";

#[track_caller]
fn assert_wrong(change: impl Fn(Csv) -> Csv, words: &[&str]) {
    assert_wrong_of(FLOWERS, change, words);
}

#[track_caller]
fn assert_wrong_of(content: &str, change: impl Fn(Csv) -> Csv, words: &[&str]) {
    let caller = std::panic::Location::caller().line();
    let folder = Folder::of(&format!("csv_column_mistakes_{caller}"));
    let source = change(folder.csv(content));
    assert_one(reader(source), &[&["rows.csv`"], words].concat());
}

#[test]
fn columns_are_those_of_the_file_and_typos_have_a_suggestion() {
    let words = ["unknown column `specis`, did you mean `species`?"];
    assert_wrong(|csv| csv.label("specis"), &words);
    let words = ["unknown column `widht`, did you mean `width`?"];
    assert_wrong(|csv| csv.target("widht"), &words);
    assert_wrong(|csv| csv.target(["width", "widht"]), &words);
    assert_wrong(
        |csv| csv.label("species").columns(["length", "widht"]),
        &words,
    );
    assert_wrong(|csv| csv.label("species").ignore("widht"), &words);
    assert_wrong(|csv| csv.label("species").text("widht"), &words);
    let words = ["unknown column `colour`, the columns are `length`, `width`, `species`"];
    assert_wrong(|csv| csv.label("colour"), &words);
}

#[test]
fn of_many_columns_a_few_are_named() {
    let names: Vec<String> = (0..1000).map(|n| format!("pixel{n}")).collect();
    let content = names.join(",");
    let words = ["unknown column `digit`", "`pixel0`, ", "`pixel11`, …"];
    assert_wrong_of(&content, |csv| csv.label("digit"), &words);
    assert_wrong_of(
        &content,
        |csv| csv,
        &["which column is to be predicted?", "`pixel11`, …"],
    );
}

#[test]
fn numbers_of_columns_count_from_one() {
    for number in [0, 4, usize::MAX] {
        let words = format!("columns have numbers from 1 to 3, found {number}");
        assert_wrong(|csv| csv.label(number), &[&words]);
    }
    let words = ["without a header, columns have numbers from 1 to 3, found `species`"];
    assert_wrong(|csv| csv.header(false).label("species"), &words);
}

#[test]
fn another_delimiter_is_suspected_where_there_is_one_column() {
    let content = FLOWERS.replace(',', ";");
    let words = [
        "unknown column `species`",
        "`length;width;species`",
        "`.delimiter(';')`",
    ];
    assert_wrong_of(&content, |csv| csv.label("species"), &words);
    let content = FLOWERS.replace(',', "\t");
    let words = ["unknown column `species`", "`.delimiter('\\t')`"];
    assert_wrong_of(&content, |csv| csv.label("species"), &words);
    let words = ["unknown column `species`", "`.delimiter(',')`"];
    assert_wrong(|csv| csv.label("species").delimiter('\t'), &words);
}

#[test]
fn a_delimiter_is_a_sign_that_no_number_has() {
    for wrong in ['a', '0', '.', '-', '"', '\n', '\r', 'é', '、'] {
        let words = format!(
            "{wrong:?} cannot stand between cells: expected a sign such as ',', ';' or '\\t'"
        );
        assert_wrong(|csv| csv.label("species").delimiter(wrong), &[&words]);
    }
}

#[test]
fn something_is_to_be_predicted_and_something_to_predict_it_from() {
    let words = [
        "which column is to be predicted?",
        "`.label(\"…\")`",
        "`.target(\"…\")`",
        "`species`",
    ];
    assert_wrong(|csv| csv, &words);
    let words = ["a label or targets, not both"];
    assert_wrong(|csv| csv.label("species").target("width"), &words);
    let words = ["no column is left for the inputs"];
    assert_wrong(
        |csv| csv.label("species").ignore(["length", "width"]),
        &words,
    );
    assert_wrong(
        |csv| csv.label("species").ignore(["width"]).columns(["width"]),
        &words,
    );
    assert_wrong_of("y\n0\n1\n", |csv| csv.label("y"), &words);
}

/// The first row of a file without a header would be lost.
#[test]
fn a_first_line_of_numbers_has_no_names() {
    let words = [
        "line 1: the first line is a row of numbers",
        "`.header(false)`",
    ];
    let rows = "5.1,3.5,a\n4.9,3.0,b\n";
    assert_wrong_of(rows, |csv| csv.label(3), &words);
    assert_wrong_of("-1,2,a\n4,3,b\n", |csv| csv.label(3), &words);
    let words = [
        "unknown column `species`",
        "if the first line is a row, say",
    ];
    assert_wrong_of(rows, |csv| csv.label("species"), &words);
    let words = ["the same name, `0`", "if the first line is a row, say"];
    assert_wrong_of("0,0,a\n4,3,b\n", |csv| csv.label(3), &words);
    let words = ["line 2", "leave out `.header(false)`"];
    assert_wrong_of("x,y\n1,a\n", |csv| csv.header(false).label(2), &words);
    let words = ["line 3: the first line is a row of numbers"];
    assert_wrong_of("\n\n5.1,3.5,a\n", |csv| csv.label(3), &words);
    let words = ["line 2: columns 1 and 2 have the same name"];
    assert_wrong_of("\na,a,y\n1,2,0\n", |csv| csv.label("y"), &words);
    // Years are names, and so are fractions where one of the names was meant.
    let folder = Folder::of("csv_column_mistakes_years");
    let years = folder.csv("2024,2025,y\n1,2,a\n3,4,b\n").label("y");
    assert_eq!(trained(reader(years)).data().rows(), 2);
    let waves = folder.csv("1100.5,1102.5,y\n1,2,a\n3,4,b\n").label("y");
    assert_eq!(trained(reader(waves)).data().rows(), 2);
}

#[test]
fn a_column_is_one_thing() {
    let words = [
        "the column `species` is the label",
        "would tell the network the answer",
    ];
    assert_wrong(
        |csv| csv.label("species").columns(["width", "species"]),
        &words,
    );
    let words = ["the column `species` is the label, and cannot be ignored"];
    assert_wrong(|csv| csv.label("species").ignore("species"), &words);
    assert_wrong(|csv| csv.label("species").ignore(3), &words);
    let words = [
        "the column `width` is a target",
        "would tell the network the answer",
    ];
    assert_wrong(
        |csv| csv.target("width").columns(["length", "width"]),
        &words,
    );
    let words = ["the column `width` is named twice"];
    assert_wrong(|csv| csv.target(["width", "width"]), &words);
    assert_wrong(
        |csv| csv.label("species").columns(["width", "width"]),
        &words,
    );
    assert_wrong(
        |csv| csv.label("species").columns("width").columns(2),
        &words,
    );
}

#[test]
fn names_differ_and_inputs_have_one() {
    let words = ["line 1: columns 1 and 3 have the same name, `a`: rename one"];
    assert_wrong_of("a,b,a,y\n1,2,3,0\n", |csv| csv.label("y"), &words);
    assert_wrong_of("a,b,\"a \",y\n1,2,3,0\n", |csv| csv.label("y"), &words);
    let words = ["column 1 has no name", "`.ignore(1)`"];
    assert_wrong_of(",a,y\n1,2,0\n2,3,1\n", |csv| csv.label("y"), &words);
    let words = [
        "the inputs `Width` and `width` would both be called `width`",
        "rename one of them in the file, or ignore the column",
    ];
    assert_wrong_names("Width,width,y\n1,2,0\n3,4,1\n", &words);
    let words = ["the inputs `a_b` and `a: b` would both be called `a_b`"];
    assert_wrong_names("a_b,a,y\n1,b,0\n3,c,1\n", &words);
    let words =
        ["the classes `a b` and `a-b` would both be called `AB`: rename one of them in the data"];
    assert_wrong_names("x,y\n1,a b\n2,a-b\n", &words);
}

/// Names are compared when the file is behind.
#[track_caller]
fn assert_wrong_names(content: &str, words: &[&str]) {
    let caller = std::panic::Location::caller().line();
    let folder = Folder::of(&format!("csv_column_mistakes_{caller}"));
    assert_one(reader(folder.csv(content).label("y")), words);
}

/// Rows that are wrong are told of where they are wrong.
#[test]
fn the_network_takes_the_inputs_and_outputs_of_the_file() {
    let folder = Folder::of("csv_mistakes_sizes");
    let source = || folder.csv(FLOWERS).label("species");
    let sized = |sizes: [usize; 2]| model("Read", sizes).epochs(1);
    let words = ["the rows have 2 inputs (`length`, `width`), but the network has 3"];
    assert_one(sized([3, 2]).data(source()), &words);
    let words = [
        "a network with 3 outputs tells 3 classes apart",
        "the data has 2 (`lily`, `rose`)",
        "may be `_`",
    ];
    assert_one(sized([2, 3]).data(source()), &words);
    let target = folder.csv("a,b,y\n1,2,3\n").target(["y", "b"]);
    let words = ["there are 2 targets, but the network has 3 outputs"];
    assert_one(sized([1, 3]).data(target.clone()), &words);
    let words = ["this loss tells classes apart", "`.label`", "`mse`"];
    assert_one(sized([1, 2]).data(target).loss(cross_entropy()), &words);
}

#[test]
fn a_file_of_evaluation_has_the_columns_of_the_data() {
    let folder = Folder::of("csv_mistakes_eval");
    let data = || folder.csv("a,t,y\n1,red,no\n2,blue,yes\n").label("y");
    let wrong = |eval: Csv, words: &[&str]| assert_one(reader(data()).eval(eval), words);
    let words = [
        "other.csv`: there is no column `t`, which `data` has as an input",
        "`a`, `y`",
    ];
    wrong(folder.other("a,y\n1,no\n"), &words);
    wrong(
        folder.other("a,t\n1,no\n"),
        &["other.csv`: unknown column `y`"],
    );
    let words = [
        "other.csv`, line 2, column `t`: found the text `green`",
        "(`blue`, `red`)",
    ];
    wrong(folder.other("a,t,y\n1,green,no\n"), &words);
    let words = [
        "other.csv`, line 3, column `y`: found the class `maybe`",
        "(`no`, `yes`)",
    ];
    wrong(folder.other("a,t,y\n1,red,no\n2,red,maybe\n"), &words);
    let words = ["other.csv`, line 2, column `a`: expected a number, found `red`"];
    wrong(folder.other("a,t,y\nred,red,no\n"), &words);
    let words = ["1 column cannot stand for the 2 that `data` has as inputs"];
    wrong(folder.other("a,t,y\n1,red,no\n").columns("a"), &words);
    let words = ["3 columns cannot stand for the 2"];
    wrong(
        folder
            .other("a,t,b,y\n1,red,2,no\n")
            .columns(["a", "t", "b"]),
        &words,
    );
    let words = ["the column `t` is an input in `data`"];
    wrong(folder.other("a,t,y\n1,red,no\n").label("t"), &words);
    let words = ["numbers to predict, but those of `data` classes"];
    wrong(folder.other("a,t,z\n1,red,5\n").target("z"), &words);
    wrong(folder.other(""), &["other.csv`: the file is empty"]);
    let eval = folder.other("a,y\n1,7\n").label("y");
    let numbers = folder.csv("a,y\n1,0\n2,1\n").label("y");
    assert_one(
        reader(numbers).eval(eval),
        &["line 2, column `y`: found the class `7`", "(`0`, `1`)"],
    );
}
