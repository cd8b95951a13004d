//! A share of the data is kept for evaluation: of every class the same, by chance, and never trained on.

#[path = "common/mistakes.rs"]
mod mistakes;
#[path = "common/reading.rs"]
mod reading;

use mistakes::assert_one;
use neuralatex_core::prelude::*;
use reading::{Folder, inputs, reader, targets, trained};

/// Rows that all differ, so many of each class.
fn rows(counts: [usize; 3]) -> Points {
    let classes = (0..3).flat_map(|class| vec![class; counts[class as usize]]);
    points(classes.enumerate().map(|(n, class)| ([n as f64], class)))
}

/// Which rows were held out.
fn held(model: Model) -> Vec<usize> {
    let read = trained(model);
    inputs(read.eval().unwrap())
        .iter()
        .map(|row| row[0] as usize)
        .collect()
}

#[test]
fn every_class_keeps_its_share_and_every_row_its_place() {
    for (fraction, expected) in [
        (0.2, [10, 4, 1]),
        (0.5, [25, 10, 2]),
        (0.001, [1, 1, 1]),
        (0.999, [49, 19, 3]),
    ] {
        let read = trained(reader(rows([50, 20, 4])).eval(hold_out(fraction)));
        let (data, eval) = (read.data(), read.eval().unwrap());
        let count = |rows: &Examples, class| {
            rows.classes()
                .iter()
                .filter(|of_row| **of_row == class)
                .count()
        };
        assert_eq!(
            [0, 1, 2].map(|class| count(eval, class)),
            expected,
            "{fraction}"
        );
        assert_eq!(read.evaluated(), Some(expected.iter().sum()));
        let (data, eval) = (inputs(data).concat(), inputs(eval).concat());
        assert!(
            data.is_sorted() && eval.is_sorted(),
            "{data:?} and {eval:?}"
        );
        let mut all = [data, eval].concat();
        all.sort_by(f64::total_cmp);
        let each: Vec<f64> = (0..74).map(f64::from).collect();
        assert_eq!(all, each, "each row is in one of them, once");
    }
}

#[test]
fn classes_and_targets_go_with_their_rows() {
    let class = |row: f64| (row as usize % 3) as i32;
    let data = points((0..60).map(|n| ([f64::from(n)], class(f64::from(n)))));
    let read = trained(reader(data).eval(hold_out(0.3)));
    for rows in [read.data(), read.eval().unwrap()] {
        let expected: Vec<i32> = inputs(rows).iter().map(|row| class(row[0])).collect();
        assert_eq!(rows.classes(), expected);
    }
    let data = points((0..60).map(|n| ([f64::from(n)], [f64::from(n) / 2.0, f64::from(-n)])));
    let read = trained(reader(data).eval(hold_out(0.3)).init(uniform(0.0, 1e-9)));
    assert_eq!(read.evaluated(), Some(18));
    for rows in [read.data(), read.eval().unwrap()] {
        for (inputs, targets) in inputs(rows).iter().zip(targets(rows)) {
            assert_eq!(targets, [inputs[0] / 2.0, -inputs[0]]);
        }
    }
}

#[test]
fn the_seed_tells_which_rows() {
    let model = || reader(rows([40, 40, 40]));
    let with = |seed| held(model().eval(hold_out(0.25).seed(seed)));
    assert_eq!(with(1), with(1));
    assert_ne!(with(1), with(2));
    assert_eq!(
        held(model().seed(5).eval(hold_out(0.25))),
        with(5),
        "by default the model's"
    );
    assert_eq!(held(model().seed(9).eval(hold_out(0.25).seed(5))), with(5));
    let first = with(1);
    assert!(
        first.windows(2).any(|pair| pair[1] != pair[0] + 1),
        "by chance: {first:?}"
    );
}

/// Any other choice would be another result of every model that holds rows out.
#[test]
fn the_rows_of_a_seed_never_change() {
    let of_classes = held(reader(rows([10, 6, 4])).eval(hold_out(0.3).seed(1)));
    assert_eq!(of_classes, [1, 3, 7, 11, 15, 16]);
    let targets = points((0..20).map(|n| ([f64::from(n)], [0.5])));
    let of_targets = held(reader(targets).eval(hold_out(0.25).seed(1)));
    assert_eq!(of_targets, [2, 7, 8, 9, 12]);
}

/// The choice has a stream of its own: with equal rows to train on, training is the same.
#[test]
fn holding_out_does_not_change_how_training_begins() {
    let same = || points((0..40).map(|n| ([f64::from(n / 20)], n / 20)));
    let model = || model("Read", [1, 4, 2]).data(same()).epochs(3).seed(3);
    let digest = |seed| trained(model().eval(hold_out(0.25).seed(seed))).digest();
    assert_eq!(digest(1), digest(2));
}

#[test]
fn a_file_is_shared_as_well() {
    let folder = Folder::of("hold_out_file");
    let mut text = "a,y\n".to_string();
    (0..30).for_each(|n| text += &format!("{n},{}\n", ["no", "yes", "maybe"][n % 3]));
    let read = trained(reader(folder.csv(text).label("y")).eval(hold_out(0.2)));
    assert_eq!((read.data().rows(), read.evaluated()), (24, Some(6)));
}

#[test]
fn a_class_has_rows_for_both() {
    let words = [
        "`eval`: the class `2` has one row only",
        "add rows, or leave the class out",
    ];
    assert_one(reader(rows([5, 5, 1])).eval(hold_out(0.2)), &words);
    let words = ["each of the classes `0`, `2` has one row only"];
    assert_one(reader(rows([1, 5, 1])).eval(hold_out(0.2)), &words);
    let folder = Folder::of("hold_out_single");
    let data = folder.csv("a,y\n1,no\n2,no\n3,yes\n").label("y");
    assert_one(
        reader(data).eval(hold_out(0.5)),
        &["the class `yes` has one row only"],
    );
    let one = points([([1.0], 0.5)]);
    assert_one(
        reader(one).eval(hold_out(0.5)),
        &["`eval`: one row cannot be shared"],
    );
}

#[test]
fn the_share_lies_between_nothing_and_all() {
    for fraction in [0.0, 1.0, -0.1, 1.5, 20.0, f64::NAN, f64::INFINITY] {
        let words = format!(
            "`hold_out` takes a share of the rows, above 0 and below 1, found {fraction:?}"
        );
        assert_one(reader(rows([5, 5, 5])).eval(hold_out(fraction)), &[&words]);
    }
}

#[test]
fn it_is_no_data() {
    let words = ["`hold_out` is a share of `data`, for `eval`: what are the data?"];
    assert_one(model("Read", [1, 2]).data(hold_out(0.2)), &words);
}
