//! A safetensors checkpoint is used only by the training that it comes from: the error names the
//! field that differs.

mod common;

use std::fs;
use std::path::PathBuf;

use common::folder;
use neuralatex_core::prelude::*;

fn specification() -> Model {
    model("Origin", [2, 3, 1])
        .card(false)
        .data(moons(8).noise(0.1).seed(1))
        .eval(moons(8).noise(0.1).seed(2))
        .loss(huber(1.0))
        .optimizer(sgd(|epoch: f64| 0.1 / epoch).momentum(0.9))
        .activation(leaky_relu(0.1))
        .init(uniform(-1.0, 1.0))
        .stop(patience(50))
        .batch(4)
        .epochs(3)
}

/// A checkpoint of a training.
fn saved(test: &str, model: Model) -> PathBuf {
    let file = folder(test).join("checkpoint.safetensors");
    model.train().unwrap().save(&file).unwrap();
    file
}

/// That the checkpoint of a training is refused by another, for this field.
#[track_caller]
fn assert_differs(test: &str, one: Model, other: Model, field: &str, words: &str) {
    let file = saved(&format!("safetensors_{test}"), one);
    let bytes = fs::read(&file).unwrap();
    for epochs in [3, 5] {
        let result = other.clone().epochs(epochs).checkpoint(&file).train();
        let Err(error) = result else {
            panic!("a change of `{field}` was not noticed")
        };
        assert_eq!(error.problems()[0].field().name(), "checkpoint");
        let error = error.to_string();
        for part in [&format!("`{field}`: "), words, "delete the file"] {
            assert!(error.contains(part), "expected {part:?}: {error}");
        }
    }
    assert_eq!(fs::read(&file).unwrap(), bytes);
}

#[test]
fn every_field_that_training_follows_from_is_compared() {
    let rate = |epoch: f64| 0.1 / epoch;
    let from = specification;
    let now = "now it is";
    for (other, field, words) in [
        (from().activation(leaky_relu(0.2)), "activation", now),
        (
            from().activation(tanh()),
            "activation",
            "`leaky_relu(0.1)`, now it is `tanh`",
        ),
        (
            from().loss(huber(2.0)),
            "loss",
            "`huber(1.0)`, now it is `huber(2.0)`",
        ),
        (from().loss(mse()), "loss", now),
        (
            from().loss(custom(|score, target| (score - target).abs())),
            "loss",
            now,
        ),
        (
            from().optimizer(sgd(rate)),
            "optimizer",
            "`sgd.momentum(0.9)`, now it is `sgd`",
        ),
        (from().optimizer(sgd(rate).momentum(0.8)), "optimizer", now),
        (
            from().optimizer(sgd(rate).momentum(0.9).nesterov()),
            "optimizer",
            now,
        ),
        (
            from().optimizer(sgd(rate).momentum(0.9).clip(9.0)),
            "optimizer",
            now,
        ),
        (
            from().optimizer(sgd(rate).momentum(0.9).weight_decay(0.1)),
            "optimizer",
            now,
        ),
        (from().optimizer(adam(rate)), "optimizer", now),
        (from().init(uniform(-1.0, 0.5)), "init", now),
        (from().init(uniform(-1.0, 1.0).seed(3)), "init", now),
        (from().init(values([0.5; 13])), "init", now),
        (from().init(paper()), "init", now),
        (
            from().normalize(standard()),
            "normalize",
            "`none`, now it is `standard`",
        ),
        (from().batch(5), "batch", "`4`, now it is `5`"),
        (from().seed(1), "seed", "`0`, now it is `1`"),
        (from().shuffle(false), "shuffle", now),
        (from().stop(loss_below(0.0)), "stop", now),
        (
            from().precision(Precision::F64),
            "precision",
            "`f32`, now it is `f64`",
        ),
        (
            from().data(moons(8).noise(0.1).seed(3)),
            "data",
            "its rows are not those",
        ),
        (
            from().data(moons(9).noise(0.1).seed(1)),
            "data",
            "its rows are not those",
        ),
        (
            from().eval(moons(8).noise(0.1).seed(3)),
            "eval",
            "its rows are not those",
        ),
    ] {
        assert_differs("fields", specification(), other, field, words);
    }
}

#[test]
fn a_model_of_another_name_is_another_one() {
    let named = |name: &str| model(name, [2, 1]).data(xor(4)).epochs(3);
    let words = "the file is from `Before`, now it is `After`";
    assert_differs("name", named("Before"), named("After"), "model", words);
}

#[test]
fn all_fields_that_have_changed_are_told_together() {
    let file = saved("safetensors_all", specification());
    let other = specification().batch(5).seed(3).normalize(standard());
    let error = other.checkpoint(&file).train().unwrap_err().to_string();
    for part in [
        "`normalize`: the file is from `none`",
        "`batch`: the file is from `4`",
        "`seed`: ",
    ] {
        assert!(error.contains(part), "expected {part:?}: {error}");
    }
    assert!(
        error.contains("`cargo neuralatex save ") && error.contains("NEURALATEX_STALE=retrain")
    );
}

#[test]
fn layers_are_compared() {
    let line = |layers: Vec<usize>| {
        let rows = points([([0.0, 1.0], 1.0), ([1.0, 0.0], 0.0)]);
        model("Layers", layers).data(rows).epochs(3)
    };
    let words = "`2, 3, 1`, now it is `2, 4, 1`";
    assert_differs(
        "layers",
        line(vec![2, 3, 1]),
        line(vec![2, 4, 1]),
        "layers",
        words,
    );
    assert_differs(
        "layers",
        line(vec![2, 3, 1]),
        line(vec![2, 1]),
        "layers",
        "now it is",
    );
    assert_differs(
        "layers",
        line(vec![2, 1]),
        line(vec![2, 3, 3, 1]),
        "layers",
        "now it is",
    );
}

#[test]
fn the_steps_of_a_recorded_loss_are_compared() {
    let rows = || points([([0.0, 1.0], 1.0), ([1.0, 0.0], 0.0)]);
    let with = |loss| model("Recorded", [2, 1]).data(rows()).loss(loss).epochs(3);
    let file = saved(
        "safetensors_recorded",
        with(custom(|score, target| (score - target).powi(2) * 3.0)),
    );
    let again = with(custom(|s, t| (s - t).powi(2) * 3.0)).checkpoint(&file);
    again.train().unwrap();
    for other in [
        custom(|score, target| (score - target).powi(2) * 3.5),
        custom(|score, target| (target - score).powi(2) * 3.0),
        custom(|score, target| (score + target).powi(2) * 3.0),
    ] {
        let error = with(other).checkpoint(&file).train().unwrap_err();
        assert!(
            error
                .to_string()
                .contains("`loss`: the file is from `|0, 1| "),
            "{error}"
        );
    }
}

#[test]
fn the_classes_of_rows_are_compared() {
    let with = |labels: [i32; 3]| {
        let rows = points([([0.0], labels[0]), ([1.0], labels[1]), ([2.0], labels[2])]);
        model("Classes", [1, 1]).data(rows).epochs(3)
    };
    assert_differs(
        "classes",
        with([0, 1, 1]),
        with([0, 1, 0]),
        "data",
        "its rows are not those",
    );
}

#[test]
fn the_rates_of_epochs_that_are_done_are_compared() {
    let with = |rate: Rate, epochs| specification().optimizer(sgd(rate)).epochs(epochs);
    let file = saved("safetensors_rates", with(linear(0.5, 0.25), 3));
    let error = with(linear(0.5, 0.25), 5).checkpoint(&file).train();
    let error = error.unwrap_err().to_string();
    let words = "`optimizer`: the learning rate of epoch 2 was 0.375, now it is 0.4375";
    assert!(error.contains(words), "{error}");
    // Those of epochs to come may be anything.
    let bent = |epoch: f64| [0.5, 0.375, 0.25, 0.7, 0.9][epoch as usize - 1];
    let straight = with(bent.into(), 5).train().unwrap();
    let rest = with(bent.into(), 5).checkpoint(&file).train().unwrap();
    assert_eq!(rest.code(), straight.code());
}

#[test]
fn what_training_does_not_follow_from_may_change() {
    let model = || specification().epochs(3);
    let file = saved("safetensors_free", model());
    let other = model().doc("Text.").require(loss().at_most(1e9));
    other.checkpoint(&file).train().unwrap();
    // Without a rule that watches it, the evaluation is only told.
    let free = |eval| {
        let rows = moons(8).noise(0.1).seed(1);
        let model = neuralatex_core::prelude::model("Free", [2, 1])
            .card(false)
            .data(rows);
        model.eval(moons(8).noise(0.1).seed(eval)).epochs(2)
    };
    let file = saved("safetensors_free", free(2));
    let other = free(3).checkpoint(&file).train().unwrap();
    assert_eq!(other.code(), free(3).train().unwrap().code());
}

#[test]
fn what_there_was_not_or_is_not_is_told_as_such() {
    let none = || model("Origin", [2, 3, 1]).data(moons(8)).epochs(3);
    let some = || none().stop(patience(4));
    let words = "the file has none, now it is `patience(4)`";
    assert_differs("none_before", none(), some(), "stop", words);
    let words = "the file is from `patience(4)`, now there is none";
    assert_differs("none_now", some(), none(), "stop", words);
}
