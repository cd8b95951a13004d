//! Each mistake in a specification is an error that names what is wrong and what was expected; for
//! those in rows see `specification_rows.rs`.

#[path = "common/mistakes.rs"]
mod mistakes;

use mistakes::{assert_error, assert_one, good, sized};
use neuralatex_core::prelude::*;

#[test]
fn the_good_one_is_good() {
    good().train().unwrap();
}

#[test]
fn layers_need_inputs_outputs_and_neurons() {
    assert_one(sized([2, 0, 1]), &["at least one neuron", "size 0"]);
    let words = ["at least two sizes", "inputs and outputs", "`2, 4, 1`"];
    assert_one(sized([2]), &words);
    assert_one(sized([]), &["at least two sizes", "inputs and outputs"]);
    assert_one(sized([2, 100_000, 100_000, 1]), &["too large", "at most"]);
    assert_one(sized([usize::MAX - 1; 3]), &["too large", "at most"]);
    let error = assert_error(sized([0, 3, 0]), &["size 0"]);
    assert_eq!(error.problems().len(), 2, "each of them: {error}");
}

#[test]
fn counts_start_at_one() {
    assert_one(
        good().epochs(0),
        &["`epochs` must be at least 1", "found 0"],
    );
    assert_one(good().batch(0), &["`batch` must be at least 1", "found 0"]);
    assert_one(good().epochs(usize::MAX), &["`epochs` must be at most"]);
    good().batch(usize::MAX).train().unwrap();
}

#[test]
fn learning_rates_are_finite_and_not_negative_in_every_epoch() {
    for rate in [-0.1, f64::NAN, f64::INFINITY] {
        let words = [
            "learning rate",
            "finite number from 0",
            &format!("{rate:?}"),
        ];
        assert_one(good().optimizer(sgd(rate)), &words);
        assert_one(good().optimizer(adam(rate)), &words);
    }
    assert_one(
        good().optimizer(adam(linear(0.1, -0.1))),
        &["-0.1 in epoch 2"],
    );
    assert_one(
        good().optimizer(adam(cosine(f64::NAN, 0.1))),
        &["NaN in epoch 1"],
    );
    assert_one(
        good()
            .optimizer(adam(exponential(1e300, 1e300)))
            .precision(Precision::F64),
        &["inf in epoch 2"],
    );
    assert_one(
        good().optimizer(adam(step(0.1).by(-1.0).every(1))),
        &["-0.1 in epoch 2"],
    );
    let words = ["`every` must be at least 1 epoch"];
    assert_one(good().optimizer(adam(step(0.1).every(0))), &words);
    // The paper's own rate is 0 at epoch 112 and negative from there on.
    let falling = |epoch: f64| 1.0 - 0.9 * (epoch - 1.0) / 100.0;
    good().optimizer(sgd(falling)).epochs(112).train().unwrap();
    let late = good().optimizer(sgd(falling)).epochs(113);
    assert_one(late, &["learning rate", "in epoch 113", "-0.008"]);
    let pole = good().optimizer(sgd(|epoch: f64| 1.0 / (2.0 - epoch)));
    assert_one(pole, &["learning rate", "inf", "in epoch 2"]);
}

#[test]
fn optimizers_take_what_they_know_and_numbers_that_make_sense() {
    for other in [adam, adamw, rmsprop] {
        let words = ["`momentum` belongs to `sgd`"];
        assert_one(good().optimizer(other(0.1).momentum(0.9)), &words);
        let words = ["`nesterov` belongs to `sgd`"];
        assert_one(good().optimizer(other(0.1).nesterov()), &words);
    }
    let words = ["`nesterov` needs a momentum"];
    assert_one(good().optimizer(sgd(0.1).nesterov()), &words);
    assert_one(good().optimizer(sgd(0.1).momentum(0.0).nesterov()), &words);
    for share in [-0.1, 1.0, f64::NAN, f64::INFINITY] {
        let words = ["momentum", "from 0 to below 1", &format!("{share:?}")];
        assert_one(good().optimizer(sgd(0.1).momentum(share)), &words);
    }
    for decay in [-0.1, f64::NAN, f64::INFINITY] {
        let words = ["weight decay", "from 0", &format!("{decay:?}")];
        assert_one(good().optimizer(adamw(0.1).weight_decay(decay)), &words);
    }
    for norm in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let words = ["`clip`", "above 0", &format!("{norm:?}")];
        assert_one(good().optimizer(rmsprop(0.1).clip(norm)), &words);
    }
    let all_wrong = adam(-1.0)
        .momentum(1.0)
        .nesterov()
        .weight_decay(-1.0)
        .clip(0.0);
    let error = assert_error(good().optimizer(all_wrong), &["learning rate"]);
    assert_eq!(error.problems().len(), 5, "each of them: {error}");
}

/// What is right as it is written may be something else as it is used.
#[test]
fn numbers_must_be_what_they_are_in_the_precision_of_the_model_too() {
    let line = || {
        let rows = points([([0.5], 0.25), ([1.0], 0.75)]);
        model("Line", [1, 2, 1]).data(rows).epochs(1)
    };
    for (model, field, found) in [
        (line().optimizer(sgd(1e39)), "optimizer", "1e39"),
        (line().optimizer(adam(1e-300)), "optimizer", "1e-300"),
        (
            line().optimizer(sgd(0.1).clip(1e-300)),
            "optimizer",
            "1e-300",
        ),
        (line().optimizer(sgd(0.1).clip(1e39)), "optimizer", "1e39"),
        (
            line().optimizer(sgd(0.1).momentum(0.999999999)),
            "optimizer",
            "0.999999999, which would be 1.0",
        ),
        (
            line().optimizer(sgd(0.1).momentum(1e-50)),
            "optimizer",
            "1e-50",
        ),
        (
            line().optimizer(sgd(1e-30).weight_decay(1e39)),
            "optimizer",
            "1e39, which would be inf",
        ),
        (
            line().activation(leaky_relu(1e-50)),
            "activation",
            "1e-50, which would be 0.0",
        ),
        (line().loss(huber(1e39)), "loss", "1e39"),
        (
            line().loss(custom(|score, target| (score - target).powi(2) / 1e39)),
            "loss",
            "1e39",
        ),
        (
            line().loss(custom(|score, target| {
                ((score - target).powi(2) + 1e-50).sqrt()
            })),
            "loss",
            "1e-50, which would be 0.0",
        ),
    ] {
        let words = ["that `f32` can hold", found, "; try `precision: f64`"];
        let error = assert_error(model.clone(), &words);
        assert_eq!(error.problems().len(), 1, "{error}");
        assert_eq!(error.problems()[0].field().name(), field);
        if let Err(error) = model.precision(Precision::F64).train() {
            assert!(error.to_string().contains("diverged"), "{error}");
        }
    }
}

#[test]
fn a_schedule_may_let_the_rate_vanish() {
    for rate in [exponential(0.1, 0.01), linear(0.1, 0.0)] {
        good().optimizer(sgd(rate)).epochs(100).train().unwrap();
    }
    good().optimizer(sgd(0.0)).train().unwrap();
}

/// Not even where no epoch comes that would use it.
#[test]
fn factors_of_schedules_are_finite() {
    for factor in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for (rate, word) in [
            (exponential(0.1, factor), "`exponential` needs"),
            (step(0.1).every(1).by(factor).into(), "`by` needs"),
        ] {
            let words = [word, "a finite factor", &format!("found {factor:?}")];
            assert_one(good().optimizer(sgd(rate)).epochs(1), &words);
        }
    }
}

#[test]
fn what_is_wrong_with_a_rate_does_not_wait_for_the_epochs() {
    let both = good().epochs(0).optimizer(sgd(-1.0));
    let error = assert_error(both, &["`epochs`", "the learning rate"]);
    assert_eq!(error.problems().len(), 2, "{error}");
}

#[test]
fn start_weights_are_finite_and_as_many_as_parameters() {
    let words = ["two finite bounds", "lower one first"];
    assert_one(good().init(uniform(f64::NAN, 1.0)), &words);
    assert_one(good().init(uniform(0.0, f64::INFINITY)), &words);
    assert_one(good().init(uniform(1.0, -1.0)), &words);
    let words = ["13 parameters", "`values` gives 12"];
    assert_one(good().init(values([0.5; 12])), &words);
    let words = ["13 parameters", "`values` gives 0"];
    assert_one(good().init(values([])), &words);
    let mut weights = [0.5; 13];
    weights[3] = f64::NAN;
    let words = ["value 4", "NaN", "expected a finite number"];
    assert_one(good().init(values(weights)), &words);
    for seed in [0, 2_147_483_647, u64::MAX] {
        let words = ["seed of `paper`", "between 1 and 2147483646"];
        assert_one(good().init(paper().seed(seed)), &words);
    }
    good().init(paper().seed(2_147_483_646)).train().unwrap();
}

#[test]
fn a_loss_depends_on_the_score() {
    for loss in [
        custom(|_, target| target * target),
        custom(|score, target| {
            let _unused = score * target;
            target + 1.0
        }),
    ] {
        assert_one(good().loss(loss), &["does not depend on the score"]);
    }
}

#[test]
fn the_bend_of_huber_is_a_finite_number_above_zero() {
    for delta in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let words = ["`huber`", "finite number above 0", &format!("{delta:?}")];
        assert_one(good().loss(huber(delta)), &words);
    }
    assert_one(good().loss(huber(1e-300)), &["`f32` can hold", "1e-300"]);
    let double = good().precision(Precision::F64);
    double.loss(huber(1e-300)).train().unwrap();
}

#[test]
fn cross_entropies_are_of_classes_or_of_probabilities() {
    let rows = |label: f64| points([([0.0; 2], 0.5), ([1.0; 2], label)]);
    let words = ["row 1", "0.5", "classes are whole numbers"];
    assert_one(good().data(rows(1.0)).loss(cross_entropy()), &words);
    for label in [-0.1, 1.5, 7.0] {
        let words = ["row 2", &format!("{label:?}"), "numbers from 0 to 1"];
        let model = good().loss(binary_cross_entropy());
        assert_one(model.clone().data(rows(label)), &words);
        assert_one(model.data(rows(1.0)).eval(rows(label)), &words);
    }
    let words = ["row 2", "NaN", "finite number"];
    let model = good().loss(binary_cross_entropy());
    assert_one(model.data(rows(f64::NAN)), &words);
}

fn named(name: &str) -> Model {
    let rows = points([([0.0, 1.0], 1), ([1.0, 0.0], -1)]);
    model(name, [2, 1]).data(rows).epochs(1)
}

#[test]
fn names_are_those_of_structs() {
    let words = ["cannot be the name of a struct", "such as `Spiral`"];
    for name in [
        "",
        "_",
        "2Fast",
        "two words",
        "a-b",
        "fn",
        "Self",
        "gen",
        "Tab\t",
        "a::b",
        "r#fn",
    ] {
        assert_one(named(name), &words);
    }
    for name in [
        "Spiral",
        "_Private",
        "Snake_Case",
        "Größe",
        "X2",
        "Option",
        "图",
    ] {
        named(name).train().unwrap();
    }
}

/// Digits and letters in Unicode's eyes, but not in an identifier.
#[test]
fn names_with_signs_that_rust_does_not_read_are_refused() {
    for name in ["X²", "A①", "Ⓐ", "A½"] {
        assert_one(named(name), &["cannot be the name of a struct"]);
    }
}

/// A struct of this name would stand in for a type or a variable of its own generated code.
#[test]
fn names_with_a_small_letter_in_front_are_refused() {
    for name in [
        "f32", "usize", "weights", "sum", "score", "_scores", "ähnlich",
    ] {
        assert_one(
            named(name),
            &["cannot be the name of a struct", "capital letter"],
        );
    }
}

/// What is wrong with a row does not wait for the epochs to be right.
#[test]
fn an_extension_that_was_mistyped_is_told() {
    for name in ["arm.safetensor", "arm.safetensros", "arm.SafeTensor"] {
        let words = ["would be the paper's text, did you mean `.safetensors`?"];
        assert_one(good().checkpoint(name), &words);
    }
    for name in ["arm.txt", "arm", "arm.SAFETENSORS"] {
        good().checkpoint(name).train().unwrap();
    }
    let words = ["the path of `checkpoint` is empty"];
    assert_one(good().checkpoint(""), &words);
    let words = ["the path of `checkpoint` is that of a folder: name a file in it"];
    assert_one(good().checkpoint("models/"), &words);
}

#[test]
fn mistakes_in_fields_and_in_rows_are_told_together() {
    let row = |x: f64| points([(vec![0.0, x], 1), (vec![1.0, 0.0], -1)]);
    let narrow = points([(vec![0.0], 1), (vec![1.0], -1)]);
    let model = model("Rows", [2, 1])
        .epochs(0)
        .data(row(f64::NAN))
        .eval(narrow);
    let error = model.train().unwrap_err();
    let texts: Vec<&str> = error
        .problems()
        .iter()
        .map(|problem| problem.message())
        .collect();
    let parts = [
        "`epochs`",
        "row 1 has the input NaN",
        "the rows have 1 input,",
    ];
    assert_eq!(texts.len(), parts.len(), "{texts:?}");
    for (text, part) in texts.iter().zip(parts) {
        assert!(text.contains(part), "{text}");
    }
}
