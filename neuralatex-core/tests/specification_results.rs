//! What only training can tell is told as clearly: divergence, requirements that are not met; and
//! independent mistakes come together.

use neuralatex_core::prelude::*;

fn rows() -> Points {
    points([([0.0, 1.0], 1), ([1.0, 0.0], -1), ([0.5, 0.5], 1)])
}

fn good() -> Model {
    model("Good", [2, 3, 1]).data(rows()).epochs(3)
}

#[track_caller]
fn error(model: Model, words: &[&str]) -> Error {
    let Err(error) = model.train() else {
        panic!("no error with {words:?}")
    };
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "`{word}` is not in: {text}");
    }
    assert_eq!(format!("{error:?}"), text);
    error
}

#[test]
fn divergence_is_an_error_with_its_epoch() {
    // From the third epoch on, steps are far too large.
    let rate = |epoch: f64| if epoch < 3.0 { 0.0 } else { 1e300 };
    let far = good().loss(mse()).optimizer(sgd(rate)).epochs(20).batch(1);
    let far = far.precision(Precision::F64);
    error(
        far,
        &["diverged", "in epoch 3:", "finite number", "learning rate"],
    );
    let undefined = custom(|score, _| (score - score) / (score - score));
    error(good().loss(undefined), &["diverged in epoch 1: the loss"]);
    let steep = custom(|score, target| (score - target) * 1e308 * 10.0);
    error(
        good()
            .loss(steep)
            .optimizer(sgd(1e10))
            .precision(Precision::F64),
        &["diverged in epoch 1"],
    );
}

/// What is to blame depends on what there is.
#[test]
fn divergence_tells_what_may_help() {
    let line = || {
        let rows = points([([1.0], 5.0), ([2.0], 7.0)]);
        model("Line", [1, 1]).data(rows).epochs(20)
    };
    let said = |model: Model| error(model, &["diverged", "learning rate"]).to_string();
    let plain = said(line().optimizer(sgd(1e10)));
    assert!(plain.contains("inputs and targets of smaller size"));
    assert!(!plain.contains("weight_decay") && !plain.contains("closure"));
    let classes = said(
        good()
            .loss(mse())
            .init(uniform(1.0, 2.0))
            .optimizer(sgd(1e30)),
    );
    assert!(classes.contains("inputs of smaller size"), "{classes}");
    let decay = said(line().optimizer(sgd(0.1).weight_decay(1e30)));
    assert!(decay.contains("`weight_decay`"), "{decay}");
    let logarithm = custom(|score, target| (score - target).ln());
    let custom = said(line().loss(logarithm).init(values([0.0, 0.0])));
    for words in ["closure of the loss", "`ln`", "root of a negative number"] {
        assert!(custom.contains(words), "{custom}");
    }
}

#[test]
fn a_model_that_leaves_the_range_of_its_precision_is_an_error() {
    let huge = good().init(values([1e39; 13])).optimizer(sgd(0.0));
    error(
        huge.clone(),
        &["1e39", "`f32` cannot hold", "`precision: f64`"],
    );
    huge.precision(Precision::F64).train().unwrap();
    let far = points([([3e38, 3e38], 1), ([-3e38, 1e38], -1)]);
    let eval = good().eval(far).loss(mse());
    let words = [
        "`eval`: the loss on these rows is no finite number",
        "beyond what `f32` can hold",
        "the size of those of `data`",
        "`precision: f64`",
    ];
    let error = error(eval, &words);
    assert_eq!(error.problems()[0].field().name(), "eval");
    let text = error.to_string();
    for blamed in ["diverged", "learning rate", "closure"] {
        assert!(!text.contains(blamed), "{text}");
    }
}

#[test]
fn a_requirement_that_is_not_met_is_an_error_with_what_was_reached() {
    let words = ["`parameters <= 12` is not met", "13"];
    error(good().require(parameters().at_most(12)), &words);
    // A network of zeros answers the second class, +1, everywhere: right in two rows of three.
    let zeros = || {
        good()
            .init(values([0.0; 13]))
            .optimizer(sgd(0.0))
            .eval(rows())
    };
    let words = [
        "`accuracy >= 0.7` is not met",
        "reached 0.666666",
        "(2 of 3 rows)",
        "1: 1, 2: 1, 3: 1",
        "`restarts`",
    ];
    error(zeros().require(accuracy().at_least(0.7)), &words);
    // Where there is a cause, that is what to look at.
    let sizes = points([([1000.0, 1.0], -1), ([2000.0, 0.5], 1)]);
    let unscaled = zeros().data(sizes).require(accuracy().at_least(0.7));
    let words = [
        "is not met",
        "very different size",
        "`standard` as `normalize`",
    ];
    error(unscaled, &words);
    let falling = model("Falling", [1, 8, 1])
        .data(points((0..20).map(|n| ([n as f64], (n * n) as f64 / 10.0))))
        .optimizer(adam(0.01))
        .epochs(30);
    let words = [
        "`loss <= 0` is not met",
        "the loss still falls fast",
        "`restarts`",
    ];
    error(falling.require(loss().at_most(0)), &words);
    let words = ["`loss <= 0.5` is not met", "reached 1.0"];
    error(zeros().require(loss().at_most(0.5)), &words);
    let met = [
        accuracy().at_least(0.66),
        accuracy().at_most(0.67),
        loss().at_most(1),
        parameters().at_least(13),
    ];
    zeros().require(met).train().unwrap();
}

#[test]
fn a_requirement_needs_something_to_be_measured_on() {
    let words = ["`accuracy` is measured on `eval`", "missing"];
    error(good().require(accuracy().at_least(0.5)), &words);
    let targets = points([([0.0, 1.0], 0.25), ([1.0, 0.0], 4.0)]);
    let numbers = good().data(targets.clone()).eval(targets);
    let words = ["`accuracy` counts classes", "numbers to predict"];
    error(numbers.require(accuracy().at_least(0.5)), &words);
    for bound in [f64::NAN, f64::INFINITY] {
        let words = ["is no bound", "expected a finite number"];
        error(good().require(loss().at_most(bound)), &words);
    }
    let words = ["`accuracy > 1` cannot be met", "between 0 and 1"];
    error(good().eval(spiral(4)).require(accuracy().above(1)), &words);
    let words = ["`accuracy < 0` cannot be met", "between 0 and 1"];
    error(good().eval(spiral(4)).require(accuracy().below(0)), &words);
    // Without `eval`, the loss is that of training.
    error(
        good().require(loss().at_most(-1)),
        &["`loss <= -1` is not met"],
    );
}

#[test]
fn independent_mistakes_are_told_together_each_with_its_field() {
    let none: [([f64; 2], i32); 0] = [];
    let all = model("not a name", [2, 0, 1])
        .data(spiral(0))
        .eval(points(none))
        .loss(custom(|_, target| target))
        .optimizer(sgd(-1.0))
        .init(uniform(1.0, f64::NAN))
        .epochs(5)
        .batch(0)
        .require([accuracy().at_least(f64::NAN), loss().at_most(f64::INFINITY)]);
    let words = [
        "cannot be the name",
        "size 0",
        "does not depend on the score",
        "learning rate",
        "two finite bounds",
        "`batch`",
    ];
    let error = error(all, &words);
    let fields: Vec<String> = error
        .problems()
        .iter()
        .map(|problem| format!("{:?}", problem.field()))
        .collect();
    let expected = "Model Layer(1) Data Eval Loss Batch Optimizer Init Require(0) Require(1)";
    assert_eq!(fields.join(" "), expected);
    let text = error.to_string();
    assert!(
        text.lines()
            .all(|line| line.starts_with("model `not a name`: ")),
        "{text}"
    );
}

#[test]
fn mistakes_in_data_and_eval_are_told_together() {
    let both = good()
        .data(points([([0.0, f64::NAN], 1)]))
        .eval(points([(vec![0.0, 1.0], 1), (vec![0.0], 1)]));
    let error = error(both, &["row 1 has the input NaN", "row 2 has 1 input,"]);
    assert_eq!(error.problems().len(), 2);
}

#[test]
fn requirements_that_are_not_met_are_told_together() {
    let both = [loss().at_most(-1), loss().at_least(100)];
    let error = error(good().require(both), &["loss <= -1", "loss >= 100"]);
    assert_eq!(error.problems().len(), 2);
}

/// The loss is finite in this epoch, as it is computed before the step.
#[test]
fn a_weight_that_is_not_finite_is_divergence_too() {
    let model = model("Far", [1, 1])
        .data(points([([1.0], 5.0), ([2.0], 7.0)]))
        .epochs(1);
    let model = model.optimizer(sgd(1e308)).precision(Precision::F64);
    let error = model.train().unwrap_err().to_string();
    assert!(error.contains("epoch 1: a weight"), "{error}");
}

#[test]
fn without_evaluation_the_loss_of_a_requirement_is_that_of_the_last_epoch() {
    let model = model("Line", [1, 1]).data(points([([1.0], 1.0), ([2.0], 2.0)]));
    let model = model
        .init(values([0.0, 0.0]))
        .optimizer(sgd(0.1))
        .epochs(20);
    let losses = model.clone().train().unwrap().losses().to_vec();
    let between = (losses[0] + losses[19]) / 2.0;
    model
        .clone()
        .require(loss().at_most(between))
        .train()
        .unwrap();
    model.require(loss().at_least(between)).train().unwrap_err();
}
