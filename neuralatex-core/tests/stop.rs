//! Training ends early when a rule says so, and what it gives is what it had then.

mod common;

use common::folder;
use neuralatex_core::prelude::*;

/// A line through rows that it fits: the loss falls, in ever smaller steps.
fn line() -> Model {
    model("Line", [1, 1])
        .card(false)
        .data(points([([1.0], 1.0), ([2.0], 2.0), ([-1.0], -1.0)]))
        .init(values([0.0, 0.0]))
        .optimizer(sgd(0.1))
        .precision(Precision::F64)
        .epochs(60)
}

/// Other rows, which the line first nears and then leaves behind.
fn elsewhere() -> Points {
    points([([1.0], 0.6), ([2.0], 1.3)])
}

/// The evaluation loss after each epoch.
fn evaluation(model: &Model, epochs: usize) -> Vec<f64> {
    let loss = |epochs| {
        model
            .clone()
            .epochs(epochs)
            .train()
            .unwrap()
            .loss()
            .unwrap()
    };
    (1..=epochs).map(loss).collect()
}

#[test]
fn a_loss_below_the_bound_ends_training_at_once() {
    let all = line().train().unwrap();
    let bound = all.losses()[20];
    let trained = line().stop(loss_below(bound)).train().unwrap();
    assert_eq!(trained.losses(), &all.losses()[..22], "not by an equal one");
    let same = line().epochs(22).train().unwrap();
    assert_eq!(
        trained.code(),
        same.code(),
        "with the weights of that epoch"
    );
    let never = line().stop(loss_below(-1.0)).train().unwrap();
    assert_eq!(never.code(), all.code());
}

#[test]
fn patience_counts_epochs_without_a_new_lowest_loss() {
    // From the eleventh epoch on nothing changes.
    let model = line().optimizer(sgd(|epoch: f64| if epoch < 10.0 { 0.1 } else { 0.0 }));
    for epochs in [1, 2, 7] {
        let trained = model.clone().stop(patience(epochs)).train().unwrap();
        assert_eq!(trained.losses().len(), 10 + epochs);
    }
    let falling = line().stop(patience(1)).epochs(30).train().unwrap();
    assert_eq!(falling.losses().len(), 30);
}

#[test]
fn the_loss_that_counts_is_that_of_the_evaluation_if_there_is_one() {
    let model = line().eval(elsewhere()).optimizer(sgd(0.02));
    let losses = evaluation(&model, 60);
    let lowest = (0..60)
        .min_by(|&a, &b| losses[a].total_cmp(&losses[b]))
        .unwrap();
    assert!((2..40).contains(&lowest), "{losses:?}");
    let trained = model.clone().stop(patience(5)).train().unwrap();
    assert_eq!(trained.losses().len(), lowest + 1 + 5);
    assert_eq!(
        trained.loss(),
        Some(losses[lowest + 5]),
        "of the last epoch"
    );
    let first = losses
        .iter()
        .position(|&loss| loss < losses[0] / 2.0)
        .unwrap();
    let below = model.stop(loss_below(losses[0] / 2.0)).train().unwrap();
    assert_eq!(below.losses().len(), first + 1);
}

#[test]
fn the_first_of_several_rules_ends_training() {
    let one = line().stop(loss_below(0.01)).train().unwrap();
    let both = line()
        .stop([patience(30), loss_below(0.01)])
        .train()
        .unwrap();
    assert_eq!(one.code(), both.code());
    let vector = vec![loss_below(1e-300), loss_below(0.01)];
    assert_eq!(line().stop(vector).train().unwrap().code(), one.code());
}

#[test]
fn a_stopped_training_is_complete_and_one_before_goes_on() {
    let file = folder("stop").join("checkpoint.txt");
    for (model, eval) in [(line(), false), (line().eval(elsewhere()), true)] {
        let bound = model.clone().epochs(4).train().unwrap();
        let bound = if eval {
            bound.loss()
        } else {
            bound.losses().last().copied()
        };
        let model = model.stop(loss_below(bound.unwrap()));
        let stopped = model.clone().train().unwrap();
        assert!(stopped.losses().len() < 60);
        stopped.save(&file).unwrap();
        let again = model.clone().checkpoint(&file).train().unwrap();
        assert_eq!(again.code(), stopped.code());
        model
            .clone()
            .epochs(2)
            .train()
            .unwrap()
            .save(&file)
            .unwrap();
        let resumed = model.checkpoint(&file).train().unwrap();
        assert_eq!(resumed.code(), stopped.code());
    }
    // Patience remembers the lowest loss of the part that is done.
    let model = line().optimizer(sgd(|epoch: f64| if epoch < 10.0 { 0.1 } else { 0.0 }));
    let model = model.stop(patience(5));
    let stopped = model.clone().train().unwrap();
    for epochs in [3, 10, 12, 15] {
        let part = model.clone().epochs(epochs).train().unwrap();
        part.save(&file).unwrap();
        let resumed = model.clone().checkpoint(&file).train().unwrap();
        assert_eq!(resumed.losses(), stopped.losses(), "{epochs}");
    }
    let model = model.eval(elsewhere());
    model
        .clone()
        .epochs(3)
        .train()
        .unwrap()
        .save(&file)
        .unwrap();
    let error = model.checkpoint(&file).train().unwrap_err().to_string();
    assert!(error.contains("3 of 60 epochs"), "{error}");
    assert!(error.contains("`patience` compares"), "{error}");
}

#[test]
fn rules_that_make_no_sense_are_refused() {
    let error = |rule: Stop, words: &str| {
        let error = line().stop(rule).train().unwrap_err();
        assert_eq!(error.problems()[0].field().name(), "stop");
        assert!(error.to_string().contains(words), "{error}");
    };
    error(patience(0), "`patience` must be at least 1 epoch, found 0");
    error(loss_below(f64::NAN), "finite number, found NaN");
    error(loss_below(f64::INFINITY), "finite number, found inf");
    line().stop(patience(usize::MAX)).train().unwrap();
}
