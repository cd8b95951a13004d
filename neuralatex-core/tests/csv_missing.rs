//! Missing values become what the specification says, and nothing of the evaluation leaks into them.

#[path = "common/reading.rs"]
mod reading;

use neuralatex_core::prelude::*;
use reading::{Folder, fields, inputs, read, reader, targets, trained, variants};

/// All that says that there is no value.
const WORDS: [&str; 9] = ["", " ", "NA", "n/a", "NaN", "nan", "NULL", "?", "\"\""];

#[test]
fn a_value_takes_the_place_of_what_is_missing() {
    let folder = Folder::of("csv_missing_value");
    for word in WORDS {
        let source = folder
            .csv(format!("a,b,y\n1,{word},0\n{word},2,1\n"))
            .label("y");
        let read = read(source.missing(value(-9.5)));
        assert_eq!(inputs(read.data()), [[1.0, -9.5], [-9.5, 2.0]], "{word:?}");
    }
}

#[test]
fn rows_without_a_value_are_left_out() {
    let folder = Folder::of("csv_missing_drop");
    for word in WORDS {
        let text = format!("a,b,y\n1,{word},0\n2,2,1\n{word},{word},{word}\n3,4,{word}\n5,6,0\n");
        let read_classes = read(
            folder
                .csv(&text)
                .label("y")
                .missing(neuralatex_core::prelude::drop()),
        );
        assert_eq!(
            inputs(read_classes.data()),
            [[2.0, 2.0], [5.0, 6.0]],
            "{word:?}"
        );
        assert_eq!(read_classes.data().classes(), [1, 0], "{word:?}");
        let read = read(folder.csv(&text).target("y").missing(drop()));
        assert_eq!(inputs(read.data()), [[2.0, 2.0], [5.0, 6.0]], "{word:?}");
        assert_eq!(targets(read.data()), [[1.0], [0.0]], "{word:?}");
    }
    let ignored = folder
        .csv("id,a,y\n,1,0\n,2,1\n")
        .label("y")
        .ignore("id")
        .missing(drop());
    assert_eq!(
        read(ignored).data().rows(),
        2,
        "what is not used is not missed"
    );
}

/// A class or a text that stands in such rows alone would be one that nothing is known of.
#[test]
fn rows_that_are_left_out_leave_nothing_behind() {
    let folder = Folder::of("csv_missing_remains");
    let text = "a,colour,y\n1,red,no\n2,blue,yes\n,green,maybe\n3,red,no\n";
    let read = read(folder.csv(text).label("y").missing(drop()));
    assert_eq!(variants(&read), ["No", "Yes"]);
    assert_eq!(fields(&read), ["a", "colour_blue", "colour_red"]);
    assert_eq!(
        inputs(read.data()),
        [[1.0, 0.0, 1.0], [2.0, 1.0, 0.0], [3.0, 0.0, 1.0]]
    );
    assert_eq!(read.data().classes(), [0, 1, 0]);
}

#[test]
fn many_rows_are_left_out_of_a_large_file() {
    let mut text = "x,y\n".to_string();
    for n in 0..300_000 {
        text += &match n % 3 {
            0 => format!(",{}\n", n % 2),
            _ => format!("{n},{}\n", n % 2),
        };
    }
    let folder = Folder::of("csv_missing_many");
    let read = read(folder.csv(text).label("y").missing(drop()));
    let kept = (0..300_000).filter(|n| n % 3 != 0);
    let (rows, classes): (Vec<Vec<f64>>, Vec<i32>) =
        kept.map(|n| (vec![f64::from(n)], n % 2)).unzip();
    assert!(inputs(read.data()) == rows && read.data().classes() == classes);
}

#[test]
fn the_mean_is_that_of_what_is_there() {
    let folder = Folder::of("csv_missing_mean");
    for word in WORDS {
        let text = format!("a,b,y\n1,{word},0\n{word},2,1\n4,4.5,1\n");
        let read = read(folder.csv(text).label("y").missing(mean()));
        assert_eq!(
            inputs(read.data()),
            [[1.0, 3.25], [2.5, 2.0], [4.0, 4.5]],
            "{word:?}"
        );
    }
}

#[test]
fn a_missing_text_is_none_of_the_texts() {
    let folder = Folder::of("csv_missing_text");
    for missing in [mean(), value(7.0)] {
        let text = "t,x,y\nNA,1,0\nb,2,1\na,?,0\n";
        let read = read(folder.csv(text).label("y").missing(missing));
        assert_eq!(fields(&read), ["t_a", "t_b", "x"]);
        assert_eq!(inputs(read.data())[..2], [[0.0, 0.0, 1.0], [0.0, 1.0, 2.0]]);
    }
}

/// Rows that the mean would see if it looked at all have other numbers by far.
#[test]
fn the_mean_is_that_of_the_rows_that_are_trained_on() {
    let folder = Folder::of("csv_missing_leak");
    let other = folder
        .other("a,y\n1000,0\n?,1\n")
        .label("y")
        .missing(mean());
    let data = folder.csv("a,y\n1,0\n,1\n4,1\n").label("y").missing(mean());
    let read = trained(reader(data.clone()).eval(other.clone()));
    assert_eq!(inputs(read.data()), [[1.0], [2.5], [4.0]]);
    assert_eq!(inputs(read.eval().unwrap()), [[1000.0], [2.5]]);
    // Also where only the evaluation has such values.
    let whole = folder.csv("a,y\n1,0\n4,1\n").label("y");
    let read = trained(reader(whole).eval(other));
    assert_eq!(inputs(read.eval().unwrap()), [[1000.0], [2.5]]);

    let mut text = "a,y\n".to_string();
    for n in 0..40 {
        text += &match n % 5 {
            0 => format!(",{}\n", n % 2),
            _ => format!("{},{}\n", n * n, n % 2),
        };
    }
    let data = folder.csv(text).label("y").missing(mean());
    let read = trained(reader(data).eval(hold_out(0.25)).precision(Precision::F64));
    let is_square = |number: &f64| number.sqrt().fract() == 0.0;
    let rows = |rows: &Examples| -> Vec<f64> { inputs(rows).concat() };
    let (data, eval) = (rows(read.data()), rows(read.eval().unwrap()));
    let known: Vec<f64> = data.iter().copied().filter(is_square).collect();
    let mean = known.iter().sum::<f64>() / known.len() as f64;
    assert!(!is_square(&mean) && known.len() < data.len());
    let filled = |numbers: &[f64]| {
        numbers
            .iter()
            .all(|number| is_square(number) || *number == mean)
    };
    assert!(
        filled(&data) && filled(&eval),
        "{mean}: {data:?} and {eval:?}"
    );
    assert!(
        eval.contains(&mean),
        "a row of the evaluation was filled: {eval:?}"
    );
}

/// Data without names has columns as well.
#[test]
fn the_mean_of_given_points_fills_a_file_of_evaluation() {
    let folder = Folder::of("csv_missing_points");
    let eval = folder.csv("a,b,y\n,1,0\n3,,1\n").label("y").missing(mean());
    let data = points([([1.0, 10.0], 0), ([2.0, 30.0], 1)]);
    let read = trained(reader(data).eval(eval));
    assert_eq!(inputs(read.eval().unwrap()), [[1.5, 1.0], [3.0, 20.0]]);
}
