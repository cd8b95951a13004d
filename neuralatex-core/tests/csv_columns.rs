//! Each column of a CSV file is what the specification says it is: label, target, input or nothing.

#[path = "common/reading.rs"]
mod reading;

use neuralatex_core::prelude::*;
use reading::{Folder, fields, inputs, read, reader, targets, trained, variants};

const FLOWERS: &str =
    "id,length,width,species\n1,5.5,2,rose\n2,4,1.5,aster\n3,6,3,lily\n4,5,2.5,rose\n";

#[test]
fn texts_are_classes_in_ascending_order() {
    let folder = Folder::of("csv_texts");
    let read = read(folder.csv(FLOWERS).label("species"));
    assert_eq!(read.data().classes(), [2, 0, 1, 2]);
    assert_eq!(variants(&read), ["Aster", "Lily", "Rose"]);
    let one_hot = [
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ];
    assert_eq!(targets(read.data()), one_hot);
    assert_eq!(fields(&read), ["id", "length", "width"]);
    assert!(
        read.code()
            .contains("pub const fn predict(input: [f32; 3]) -> ReadClass")
    );
}

#[test]
fn whole_numbers_are_classes_however_they_are_written() {
    let folder = Folder::of("csv_whole");
    for cells in [
        ["10", "-3", "2", "10"],
        ["10.0", "-3.", "2", "1e1"],
        ["10", "-3.0", "+2", "10.0"],
    ] {
        let rows: String = cells.iter().map(|cell| format!("0.5,{cell}\n")).collect();
        let read = read(folder.csv(format!("x,y\n{rows}")).label("y"));
        assert_eq!(read.data().classes(), [10, -3, 2, 10], "{cells:?}");
        let code = read.code();
        assert!(code.contains("[i32; 3] = [-3, 2, 10]"), "{code}");
        assert!(code.contains("predict(input: [f32; 1]) -> i32"), "{code}");
    }
    let extremes = folder.csv("x,y\n1,-2147483648\n2,2147483647\n").label("y");
    assert_eq!(read(extremes).data().classes(), [i32::MIN, i32::MAX]);
}

/// A word among numbers makes texts of all.
#[test]
fn labels_that_are_not_all_numbers_are_texts() {
    let folder = Folder::of("csv_mixed_labels");
    let read = read(folder.csv("x,y\n1,2\n2,1\n3,other\n4,1.0\n").label("y"));
    assert_eq!(variants(&read), ["Class1", "Class1_0", "Class2", "Other"]);
    assert_eq!(read.data().classes(), [2, 0, 3, 1]);
}

#[test]
fn targets_are_numbers_in_the_order_in_which_they_are_named() {
    let folder = Folder::of("csv_targets");
    let text = "x,low,mid,high\n1,0.5,2,3.25\n2,-1,1e2,4\n";
    let read_one = read(folder.csv(text).target("mid"));
    assert_eq!(targets(read_one.data()), [[2.0], [100.0]]);
    assert_eq!(
        inputs(read_one.data()),
        [[1.0, 0.5, 3.25], [2.0, -1.0, 4.0]]
    );
    assert!(read_one.data().classes().is_empty());
    let several = [["high", "low"].into(), Columns::from(vec![4, 2])];
    for columns in several {
        let read = read(folder.csv(text).target(columns));
        assert_eq!(targets(read.data()), [[3.25, 0.5], [4.0, -1.0]]);
        assert_eq!(inputs(read.data()), [[1.0, 2.0], [2.0, 100.0]]);
    }
    let read = read(folder.csv(text).target("high").target("low"));
    assert_eq!(targets(read.data()), [[3.25, 0.5], [4.0, -1.0]]);
}

#[test]
fn columns_are_inputs_in_the_order_in_which_they_are_named() {
    let folder = Folder::of("csv_order");
    let source = || folder.csv(FLOWERS).label("species");
    let expected = [[2.0, 5.5], [1.5, 4.0], [3.0, 6.0], [2.5, 5.0]];
    for columns in [Columns::from(["width", "length"]), Columns::from([3, 2])] {
        let read = read(source().columns(columns));
        assert_eq!(inputs(read.data()), expected);
        assert_eq!(fields(&read), ["width", "length"]);
    }
    let read = read(source().columns("length"));
    assert_eq!(inputs(read.data()), [[5.5], [4.0], [6.0], [5.0]]);
}

#[test]
fn ignored_columns_are_no_inputs_whatever_is_in_them() {
    let folder = Folder::of("csv_ignored");
    let text = FLOWERS
        .replace("\n1,", "\n\"a,\nb\",")
        .replace("\n2,", "\n,")
        .replace("\n3,", "\nNaN,");
    for ignored in [
        Columns::from("id"),
        Columns::from(["id"]),
        Columns::from(1),
        Columns::from([1]),
    ] {
        let read = read(folder.csv(&text).label(4).ignore(ignored));
        assert_eq!(fields(&read), ["length", "width"]);
        assert_eq!(inputs(read.data())[0], [5.5, 2.0]);
    }
    let latin = FLOWERS.replace("\n1,", "\né,").replace('é', "\u{1}");
    let latin: Vec<u8> = latin
        .bytes()
        .map(|byte| if byte == 1 { 0xe9 } else { byte })
        .collect();
    let read = read(folder.csv(latin).label("species").ignore("id"));
    assert_eq!(inputs(read.data())[3], [5.0, 2.5]);
}

#[test]
fn without_a_header_columns_have_numbers() {
    let folder = Folder::of("csv_no_header");
    let (_, rows) = FLOWERS.split_once('\n').unwrap();
    for label in [Column::from(4), Column::from("4")] {
        let read = read(folder.csv(rows).header(false).label(label));
        assert_eq!(read.data().rows(), 4, "the first line is a row");
        assert_eq!(inputs(read.data())[0], [1.0, 5.5, 2.0]);
        assert_eq!(fields(&read), ["column_1", "column_2", "column_3"]);
    }
    let read = read(folder.csv(rows).header(false).label(4).columns(["3", "2"]));
    assert_eq!(inputs(read.data())[0], [2.0, 5.5]);
    // With a header a text is a name, also one that looks like a number.
    let read = reading::read(folder.csv("2,1\n5,0\n6,1\n").label("1"));
    assert_eq!(inputs(read.data()), [[5.0], [6.0]]);
}

#[test]
fn a_column_of_texts_is_an_input_for_each_in_ascending_order() {
    let folder = Folder::of("csv_one_hot");
    let text = "size,colour,shape,y\n1,red,round,0\n2,blue,flat,1\n3,\"dark red\",round,0\n4, red ,round,1\n";
    let read_all = read(folder.csv(text).label("y"));
    let names = [
        "size",
        "colour_blue",
        "colour_dark_red",
        "colour_red",
        "shape_flat",
        "shape_round",
    ];
    assert_eq!(fields(&read_all), names);
    let expected = [
        [1.0, 0.0, 0.0, 1.0, 0.0, 1.0],
        [2.0, 1.0, 0.0, 0.0, 1.0, 0.0],
        [3.0, 0.0, 1.0, 0.0, 0.0, 1.0],
        [4.0, 0.0, 0.0, 1.0, 0.0, 1.0],
    ];
    assert_eq!(inputs(read_all.data()), expected);
    let code = read_all.code();
    for meaning in ["The column `size`.", "1 if `colour` is `dark red`, else 0."] {
        assert!(code.contains(&format!("/// {meaning}\n")), "{code}");
    }
    let read = read(folder.csv(text).label("y").columns(["shape", "size"]));
    let expected = [
        [0.0, 1.0, 1.0],
        [1.0, 0.0, 2.0],
        [0.0, 1.0, 3.0],
        [0.0, 1.0, 4.0],
    ];
    assert_eq!(inputs(read.data()), expected);
    // One text is one input, and says nothing.
    let read = reading::read(folder.csv("t,x,y\na,1,0\na,2,1\n").label("y"));
    assert_eq!(inputs(read.data()), [[1.0, 1.0], [1.0, 2.0]]);
}

#[test]
fn texts_may_look_like_numbers_where_that_is_said() {
    let folder = Folder::of("csv_text");
    let text = "month,x,y\n12,1,0\n3,2,1\n12,3,0\n";
    let expected = [[1.0, 0.0, 1.0], [0.0, 1.0, 2.0], [1.0, 0.0, 3.0]];
    for columns in [
        Columns::from("month"),
        Columns::from(["month"]),
        Columns::from(1),
    ] {
        let read = read(folder.csv(text).label("y").text(columns));
        assert_eq!(inputs(read.data()), expected);
        assert_eq!(fields(&read), ["month_12", "month_3", "x"]);
    }
    let mixed = folder
        .csv("code,x,y\n1b,1,0\n22,2,1\n")
        .label("y")
        .text("code");
    assert_eq!(
        inputs(read(mixed).data()),
        [[1.0, 0.0, 1.0], [0.0, 1.0, 2.0]]
    );
}

#[test]
fn the_fields_have_the_precision_of_the_model() {
    let folder = Folder::of("csv_precision");
    let model = reader(folder.csv(FLOWERS).label("species")).precision(Precision::F64);
    let code = trained(model).code();
    assert!(code.contains("pub length: f64,"), "{code}");
    assert!(
        code.contains("pub const fn to_array(self) -> [f64; 3]"),
        "{code}"
    );
}
