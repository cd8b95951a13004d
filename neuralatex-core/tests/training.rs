//! Training where the paper's own goes wrong or does not reach: incomplete batches, mean losses,
//! shuffling; against sums done by hand.

mod common;

use std::cell::RefCell;
use std::rc::Rc;

use neuralatex_core::prelude::*;

const ROWS: [(f64, f64); 5] = [
    (1.0, 0.5),
    (2.0, -1.0),
    (-0.5, 0.25),
    (0.3, 2.0),
    (-1.5, 1.0),
];

fn line() -> Model {
    model("Line", [1, 1])
        .data(points(ROWS.map(|(x, y)| ([x], y))))
        .loss(mse())
        .init(values([0.4, -0.2]))
        .shuffle(false)
        .precision(Precision::F64)
}

/// Squared errors of a line through gradient descent: weights and losses.
fn by_hand(epochs: usize, batch: usize, rate: f64) -> ([f64; 2], Vec<f64>) {
    let [mut weight, mut bias] = [0.4, -0.2];
    let mut losses = Vec::new();
    for _ in 0..epochs {
        let mut total = 0.0;
        for rows in ROWS.chunks(batch) {
            let [mut weight_gradient, mut bias_gradient] = [0.0; 2];
            for (x, y) in rows {
                let error = weight * x + bias - y;
                total += error * error;
                weight_gradient += 2.0 * error * x / rows.len() as f64;
                bias_gradient += 2.0 * error / rows.len() as f64;
            }
            weight -= rate * weight_gradient;
            bias -= rate * bias_gradient;
        }
        losses.push(total / ROWS.len() as f64);
    }
    ([weight, bias], losses)
}

#[track_caller]
fn assert_near(found: &[f64], expected: &[f64]) {
    let near = found
        .iter()
        .zip(expected)
        .all(|(a, b)| (a - b).abs() < 1e-12);
    assert!(
        near && found.len() == expected.len(),
        "{found:?} should be {expected:?}"
    );
}

#[test]
fn every_batch_makes_a_step_of_its_mean_and_losses_are_means_over_rows() {
    for batch in [1, 2, 3, 4, 5, 6, 1000] {
        let trained = line()
            .optimizer(sgd(0.1))
            .epochs(4)
            .batch(batch)
            .train()
            .unwrap();
        let (weights, losses) = by_hand(4, batch, 0.1);
        assert_near(&trained.weights(), &weights);
        assert_near(trained.losses(), &losses);
    }
}

#[test]
fn one_epoch_trains() {
    let trained = line().optimizer(sgd(0.1)).epochs(1).train().unwrap();
    assert_eq!(trained.losses().len(), 1);
    assert_ne!(trained.weights(), [0.4, -0.2]);
}

#[test]
fn a_rate_is_asked_for_each_epoch_from_one() {
    let rate = |epoch: f64| if epoch == 2.0 { 0.1 } else { 0.0 };
    let trained = line().optimizer(sgd(rate)).epochs(3).train().unwrap();
    let (weights, losses) = by_hand(1, 5, 0.1);
    assert_near(&trained.weights(), &weights);
    assert_near(&trained.losses()[..2], &[losses[0]; 2]);
    assert!(trained.losses()[2] < losses[0]);
}

#[test]
fn rates_with_names_are_those_of_their_formulas() {
    let digest = |rate: Rate| {
        let model = line().optimizer(sgd(rate)).epochs(5);
        model.train().unwrap().digest()
    };
    let falling = |epoch: f64| 0.2 - 0.2 * ((epoch - 1.0) / 4.0);
    assert_eq!(digest(linear(0.2, 0.0)), digest(falling.into()));
    let halved = |epoch: f64| if epoch < 3.0 { 0.2 } else { 0.1 };
    assert_eq!(digest(step(0.2).by(0.5).every(2).into()), {
        digest((move |epoch: f64| if epoch < 5.0 { halved(epoch) } else { 0.05 }).into())
    });
}

#[test]
fn a_rate_closure_is_evaluated_once_for_each_epoch() {
    let calls = Rc::new(RefCell::new(Vec::new()));
    let seen = calls.clone();
    let rate = move |epoch: f64| {
        seen.borrow_mut().push(epoch);
        0.1
    };
    line()
        .optimizer(sgd(rate))
        .epochs(4)
        .batch(2)
        .train()
        .unwrap();
    assert_eq!(*calls.borrow(), [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn adam_counts_its_steps_through_batches_and_epochs() {
    // Its first steps are of the size of the rate, whatever the gradient.
    let far = points([([1.0], 1e6), ([1.0], 1e6)]);
    let trained = line().data(far).optimizer(adam(0.5)).batch(1).epochs(2);
    for (weight, start) in trained.train().unwrap().weights().iter().zip([0.4, -0.2]) {
        assert!((weight - start - 4.0 * 0.5).abs() < 1e-4, "{weight}");
    }
}

#[test]
fn shuffling_follows_the_seed_and_leaves_no_row_out() {
    let run = |shuffle: bool, seed: u64, batch: usize| {
        let model = line().optimizer(sgd(0.1)).shuffle(shuffle).seed(seed);
        model.batch(batch).epochs(3).train().unwrap().weights()
    };
    assert_eq!(run(true, 1, 1), run(true, 1, 1));
    assert_ne!(run(true, 1, 1), run(true, 2, 1));
    assert_ne!(run(true, 1, 1), run(false, 1, 1));
    assert_eq!(run(false, 1, 1), run(false, 2, 1));
}

/// Another order of the rows would only be another order of sums.
#[test]
fn a_batch_of_all_rows_takes_them_in_their_order() {
    let run = |shuffle: bool, seed: u64, batch: usize| {
        let model = line().optimizer(sgd(0.1)).shuffle(shuffle).seed(seed);
        model.batch(batch).epochs(3).train().unwrap().weights()
    };
    for (seed, batch) in (0..20).zip([5, 6, 1000].into_iter().cycle()) {
        assert_eq!(run(true, seed, batch), run(false, 0, batch));
    }
}

#[test]
fn every_epoch_has_an_order_of_its_own() {
    // The second epoch from the weights that the first one started from.
    let file = common::folder("own_order").join("checkpoint.txt");
    std::fs::write(&file, "0.4,-0.2\n1\n(1,0.5)\n").unwrap();
    let differs = |seed: &u64| {
        let model = || {
            line()
                .optimizer(sgd(0.1))
                .shuffle(true)
                .seed(*seed)
                .batch(1)
        };
        let first = model().epochs(1).train().unwrap();
        let second = model().epochs(2).checkpoint(&file).train().unwrap();
        first.weights() != second.weights()
    };
    // Five rows have 120 orders, so that a few may be equal.
    assert!((0..20).filter(differs).count() >= 15);
}

#[test]
fn data_and_evaluation_differ_even_with_equal_seeds() {
    let rows = |examples: &Examples| -> Vec<Vec<f64>> {
        (0..examples.rows())
            .map(|row| examples.inputs(row))
            .collect()
    };
    let train = |seed: u64| {
        let model = model("Streams", [2, 1]).seed(seed).epochs(1);
        model.data(spiral(5)).eval(spiral(5)).train().unwrap()
    };
    let (one, other) = (train(1), train(2));
    let (data, eval) = (rows(one.data()), rows(one.eval().unwrap()));
    assert!(data.iter().all(|row| !eval.contains(row)));
    assert!(data.iter().all(|row| !rows(other.data()).contains(row)));
    assert_eq!(rows(train(1).data()), data);
}

#[test]
fn defaults_are_those_of_the_documentation() {
    let rows = || spiral(30).seed(1);
    let plain = model("Plain", [2, 3, 1]).data(rows()).train().unwrap();
    let told = model("Plain", [2, 3, 1])
        .data(rows())
        .loss(max_margin())
        .optimizer(adam(0.01))
        .init(he())
        .epochs(100)
        .batch(32)
        .seed(0)
        .shuffle(true)
        .precision(Precision::F32)
        .train()
        .unwrap();
    assert_eq!((plain.code(), plain.digest()), (told.code(), told.digest()));
    let numbers = || {
        line()
            .optimizer(sgd(0.1))
            .epochs(2)
            .precision(Precision::F32)
    };
    let no_loss = model("Line", [1, 1])
        .data(points(ROWS.map(|(x, y)| ([x], y))))
        .init(values([0.4, -0.2]))
        .shuffle(false)
        .optimizer(sgd(0.1))
        .epochs(2);
    assert_eq!(
        no_loss.train().unwrap().code(),
        numbers().train().unwrap().code()
    );
}
