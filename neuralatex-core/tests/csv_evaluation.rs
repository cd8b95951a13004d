//! A file of evaluation is read as that of the data is, whatever the order of its columns.

#[path = "common/reading.rs"]
mod reading;

use neuralatex_core::prelude::*;
use reading::{Folder, inputs, reader, targets, trained};

const DATA: &str = "a,t,b,y\n1,red,10,no\n2,blue,20,yes\n3,red,30,maybe\n";
/// Fewer classes, fewer texts, other columns, another order.
const EVAL: &str = "y,more,b,a,t\nyes,x,5,6,red\nyes,x,7,8,red\n";

#[track_caller]
fn assert_eval(data: Csv, eval: Csv) {
    let read = trained(reader(data).eval(eval));
    let rows = read.eval().unwrap();
    assert_eq!(inputs(rows), [[6.0, 0.0, 1.0, 5.0], [8.0, 0.0, 1.0, 7.0]]);
    assert_eq!(rows.classes(), [2, 2], "as `data` numbers them");
    assert_eq!(read.evaluated(), Some(2));
}

#[test]
fn columns_are_found_by_their_names() {
    let folder = Folder::of("csv_eval_names");
    assert_eval(folder.csv(DATA).label("y"), folder.other(EVAL).label("y"));
    assert_eval(folder.csv(DATA).label("y"), folder.other(EVAL));
    let other = EVAL.replace("y,more", "answer,more");
    assert_eval(
        folder.csv(DATA).label("y"),
        folder.other(other).label("answer"),
    );
}

/// Where `data` calls the label by its number, its name is meant.
#[test]
fn the_label_is_found_by_its_name_too() {
    let folder = Folder::of("csv_eval_label");
    assert_eval(folder.csv(DATA).label(4), folder.other(EVAL));
    let data = folder.csv("a,b,y\n1,2,0\n3,4,1\n").target(3);
    let read = trained(reader(data).eval(folder.other("y,a,b\n9,1,0\n")));
    assert_eq!(targets(read.eval().unwrap()), [[9.0]]);
    assert_eq!(inputs(read.eval().unwrap()), [[1.0, 0.0]]);
}

#[test]
fn the_columns_of_the_data_are_those_of_the_evaluation() {
    let folder = Folder::of("csv_eval_columns");
    let data = folder.csv(DATA).label("y").columns(["b", "a"]);
    let read = trained(reader(data).eval(folder.other(EVAL)));
    assert_eq!(inputs(read.eval().unwrap()), [[5.0, 6.0], [7.0, 8.0]]);
    let data = folder.csv(DATA).label("y").ignore(["t"]);
    let read = trained(reader(data).eval(folder.other(EVAL)));
    assert_eq!(inputs(read.eval().unwrap()), [[6.0, 5.0], [8.0, 7.0]]);
    let data = folder.csv(DATA).label("y").text(["b"]).columns(["b"]);
    let read = trained(reader(data).eval(folder.other("b,y\n30,no\n")));
    assert_eq!(inputs(read.eval().unwrap()), [[0.0, 0.0, 1.0]]);
}

/// It may call its columns otherwise.
#[test]
fn columns_of_the_evaluation_stand_for_those_of_the_data_in_their_order() {
    let folder = Folder::of("csv_eval_renamed");
    let data = folder.csv(DATA).label("y").columns(["a", "t"]);
    let eval = folder
        .other("colour,size,y\nred,4,no\n")
        .columns(["size", "colour"]);
    let read = trained(reader(data).eval(eval));
    assert_eq!(inputs(read.eval().unwrap()), [[4.0, 0.0, 1.0]]);
}

#[test]
fn files_without_headers_agree_by_the_numbers_of_their_columns() {
    let folder = Folder::of("csv_eval_numbers");
    let data = folder.csv("1,2,0\n3,4,1\n").header(false).label(3);
    let eval = || folder.other("5,6,1\n").header(false);
    for eval in [eval(), eval().label(3), eval().label("3")] {
        let read = trained(reader(data.clone()).eval(eval));
        assert_eq!(inputs(read.eval().unwrap()), [[5.0, 6.0]]);
        assert_eq!(read.eval().unwrap().classes(), [1]);
    }
}

#[test]
fn whole_classes_agree_however_they_are_written() {
    let folder = Folder::of("csv_eval_whole");
    let data = folder.csv("a,y\n1,0\n2,1\n3,2\n").label("y");
    let read = trained(reader(data).eval(folder.other("a,y\n1,2.0\n2,+1\n3,1e0\n")));
    assert_eq!(read.eval().unwrap().classes(), [2, 1, 1]);
}

#[test]
fn rows_of_other_sources_may_be_evaluated_and_evaluate_a_file() {
    let folder = Folder::of("csv_eval_sources");
    let rows = || folder.csv("a,y\n1,0\n2,1\n").label("y");
    let read = trained(reader(rows()).eval(points([([5.0], 1)])));
    assert_eq!(read.eval().unwrap().classes(), [1]);
    let given = points([([5.0], 1), ([6.0], 0), ([7.0], 2)]);
    let read = trained(reader(given.clone()).eval(rows()));
    assert_eq!(read.eval().unwrap().classes(), [0, 1]);
    // Rows of one class can be evaluated, though not learned from.
    let one = folder.other("a,y\n1,2\n2,2\n").label("y");
    let read = trained(reader(given).eval(one));
    assert_eq!(read.eval().unwrap().classes(), [2, 2]);
}
