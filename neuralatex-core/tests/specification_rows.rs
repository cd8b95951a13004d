//! Each mistake in the rows of a specification is an error that names what is wrong and what was
//! expected.

#[path = "common/mistakes.rs"]
mod mistakes;

use mistakes::{assert_error, assert_one, good, sized};
use neuralatex_core::prelude::*;

#[test]
fn data_must_be_there() {
    assert_one(model("Good", [2, 1]), &["`data` is missing"]);
    let none: [([f64; 2], i32); 0] = [];
    let words = ["model `Good`: `data`: there are no rows", "at least one"];
    assert_one(good().data(points(none)), &words);
    let words = ["model `Good`: `eval`: there are no rows", "at least one"];
    assert_one(good().eval(points(none)), &words);
    assert_one(good().data(from_fn(0, |_| ([0.0; 2], 1))), &["no rows"]);
}

#[test]
fn inputs_must_be_finite_and_as_many_as_the_network_takes() {
    let rows = |wrong: Vec<f64>| points([(vec![0.0, 1.0], 1), (wrong, -1)]);
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let data = rows(vec![0.0, wrong]);
        let words = ["row 2", &format!("{wrong:?}"), "expected a finite number"];
        assert_one(good().data(data.clone()), &words);
        assert_one(good().eval(data), &words);
    }
    let large = || rows(vec![0.0, -1e39]);
    assert_one(good().data(large()), &["row 2", "-1e39", "`f32` can hold"]);
    good()
        .data(large())
        .precision(Precision::F64)
        .optimizer(sgd(0.0))
        .train()
        .unwrap();
    let words = ["row 2 has 3 inputs", "row 1 has 2"];
    assert_one(good().data(rows(vec![0.0; 3])), &words);
    let three = points([([0.0; 3], 1), ([1.0; 3], -1)]);
    let words = ["3 inputs", "the network has 2"];
    assert_one(good().data(three.clone()), &words);
    assert_one(good().eval(three), &words);
    let short = points([(vec![0.0; 2], 1), (vec![0.0; 3], 1)]);
    assert_one(good().eval(short), &["model `Good`: `eval`: row 2 has"]);
    // What names its field does not do so twice.
    assert_one(
        model("Good", [2, 1]),
        &["model `Good`: `data` is missing: what"],
    );
}

#[test]
fn every_source_is_checked_before_its_points_are_made() {
    for shape in [spiral, moons, circles, xor] {
        for noise in [f64::NAN, f64::INFINITY, -0.1] {
            let words = ["the noise", "finite number from 0", &format!("{noise:?}")];
            assert_one(good().data(shape(2).noise(noise)), &words);
            assert_one(good().eval(shape(2).noise(noise)), &words);
        }
        assert_one(good().data(shape(0)), &["no rows", "at least one"]);
        assert_one(good().data(shape(usize::MAX)), &["too many", "at most"]);
    }
    let two = || blobs(5).classes(2);
    good().data(two()).train().unwrap();
    for (wrong, words) in [
        (two().noise(f64::NAN), ["the noise", "NaN"]),
        (two().noise(-1.0), ["the noise", "-1.0"]),
        (two().classes(1), ["`classes`", "from 2 to 1000, found 1"]),
        (two().classes(1001), ["`classes`", "found 1001"]),
        (two().dimensions(0), ["`dimensions`", "at least 1, found 0"]),
        (
            two().dimensions(usize::MAX),
            ["10 points in 18446744073709551615", "too many"],
        ),
        (blobs(0), ["no rows", "at least one"]),
        (blobs(usize::MAX), ["rows are too many", "at most"]),
    ] {
        assert_one(good().data(wrong.clone()), &words);
        assert_one(good().eval(wrong), &words);
    }
    let error = assert_error(good().data(blobs(0).classes(0)), &["`classes`", "no rows"]);
    assert_eq!(error.problems().len(), 2, "{error}");
}

#[test]
fn labels_must_fit_the_outputs() {
    let three = points([([0.0; 2], 0), ([1.0; 2], 1), ([2.0; 2], 2)]);
    let words = [
        "1 output tells 2 classes",
        "the data has 3",
        "`0`, `1`, `2`",
    ];
    assert_one(good().data(three.clone()), &words);
    let one = points([([0.0; 2], 5), ([1.0; 2], 5)]);
    assert_one(good().data(one), &["2 classes", "the data has 1", "(`5`)"]);
    let words = ["2 outputs tells 2 classes", "the data has 3"];
    assert_one(sized([2, 2]).data(three.clone()).loss(mse()), &words);
    let words = ["`max_margin` tells two classes apart", "has 3"];
    assert_one(sized([2, 3]).data(three).loss(max_margin()), &words);
    let words = ["`max_margin` takes one output", "2 outputs"];
    assert_one(sized([2, 2]).loss(max_margin()), &words);
    let pairs = points([([0.0; 2], [1.0, 2.0]), ([1.0; 2], [0.5, 0.5])]);
    let words = ["row 1 has 2 targets", "the network has 1 output"];
    assert_one(good().data(pairs.clone()), &words);
    let one = points([([0.0; 2], [1.0]), ([1.0; 2], [0.5])]);
    let words = ["row 1 has 1 target,", "the network has 2 outputs"];
    assert_one(sized([2, 2]).data(one), &words);
    let words = ["row 1", "a list", "classes are whole numbers"];
    assert_one(good().data(pairs).loss(max_margin()), &words);
    let words = ["row 2", "NaN", "expected a finite number"];
    let nan = points([([0.0; 2], 0.5), ([1.0; 2], f64::NAN)]);
    assert_one(good().data(nan), &words);
    let large = points([([0.0; 2], i64::MAX), ([1.0; 2], 0)]);
    assert_one(good().data(large), &["row 1", "`i32` can hold"]);
}

/// What to do about it depends on what was done already.
#[test]
fn numbers_to_predict_are_written_with_a_point_and_have_a_loss_of_their_own() {
    let whole = || good().data(points([([0.0; 2], 0), ([1.0; 2], 1), ([2.0; 2], 2)]));
    let points = || good().data(points([([0.0; 2], 0.0), ([1.0; 2], 1.0), ([2.0; 2], 2.0)]));
    assert_one(whole(), &["; numbers to predict are written with a point"]);
    for (loss, name) in [
        (max_margin(), "max_margin"),
        (cross_entropy(), "cross_entropy"),
        (binary_cross_entropy(), "binary_cross_entropy"),
    ] {
        let takes = format!("`{name}` takes them for classes: numbers to predict");
        let words = [&takes, "a point, `1.0`, and need a loss such as `mse`"];
        assert_one(whole().loss(loss.clone()), &words);
        let words = format!("{takes} need a loss such as `mse`");
        assert_one(points().loss(loss), &[&words]);
    }
    points().train().unwrap();
}

#[test]
fn classes_are_whole_numbers() {
    let rows = |label: f64| points([([0.0; 2], -1.0), ([1.0; 2], label)]);
    let words = ["row 2", "0.5", "classes are whole numbers"];
    assert_one(good().data(rows(0.5)).loss(max_margin()), &words);
    let words = ["row 2", "NaN", "classes are whole numbers"];
    assert_one(good().data(rows(f64::NAN)).loss(max_margin()), &words);
    let words = ["row 2", "`i32` can hold"];
    assert_one(good().data(rows(f64::INFINITY)).loss(max_margin()), &words);
    let whole = good().data(rows(3.0)).eval(rows(3.0)).loss(max_margin());
    assert_eq!(whole.train().unwrap().evaluated(), Some(2), "3.0 is whole");
}

#[test]
fn the_evaluation_has_the_classes_of_the_data() {
    let other = points([([0.0; 2], 1), ([1.0; 2], 7)]);
    let words = [
        "row 2 has the class 7",
        "training data does not have",
        "`-1`, `1`",
    ];
    assert_one(good().eval(other), &words);
    let half = points([([0.0; 2], 0.5)]);
    assert_one(good().eval(half), &["row 1", "0.5", "whole numbers"]);
}
