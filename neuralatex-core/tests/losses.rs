//! What a loss sees: the targets of classes, one or several outputs; and closures are as good as
//! the losses that have names.

use neuralatex_core::prelude::*;

#[test]
fn a_score_of_exactly_zero_is_the_second_class() {
    let rows = points([([1.0], 3), ([2.0], 8), ([3.0], 8)]);
    let zeros = model("Zeros", [1, 1]).data(rows.clone()).eval(rows);
    let zeros = zeros.init(values([0.0, 0.0])).optimizer(sgd(0.0)).epochs(1);
    let trained = zeros.train().unwrap();
    assert_eq!(trained.predicted(), [8, 8, 8]);
    assert_eq!((trained.correct(), trained.evaluated()), (Some(2), Some(3)));
    assert_eq!(trained.losses(), [1.0], "and costs the whole margin");
}

#[test]
fn a_loss_closure_is_as_good_as_the_loss_of_the_same_formula() {
    let digest = |loss: Loss| {
        let model = model("Same", [2, 4, 1])
            .data(spiral(10).seed(1))
            .eval(spiral(10))
            .loss(loss);
        let trained = model
            .optimizer(sgd(0.01))
            .epochs(5)
            .batch(4)
            .train()
            .unwrap();
        (
            trained.digest(),
            trained.loss().unwrap().to_bits(),
            trained.correct(),
        )
    };
    let margin = custom(|score, target| (1.0 - score * target).relu());
    assert_eq!(digest(margin), digest(max_margin()));
    let squared = custom(|score, target| {
        let error = score - target;
        error * error
    });
    assert_eq!(digest(squared), digest(mse()));
    let powered = custom(|score, target| (score - target).powi(2));
    assert_ne!(digest(powered).0, digest(max_margin()).0);
}

#[test]
fn classes_of_several_outputs_are_one_hot_in_ascending_order() {
    let rows = points([([0.0], 9), ([1.0], -4), ([2.0], 2)]);
    let model = model("Hot", [1, 3])
        .data(rows.clone())
        .eval(rows)
        .loss(mse());
    // Score i is weight i times x plus bias i: all biases 0, so at 0 all scores are equal.
    let model = model.init(values([-1.0, 0.0, 1.0, 0.0, 0.5, 0.0]));
    let trained = model.optimizer(sgd(0.0)).epochs(1).train().unwrap();
    assert_eq!(trained.data().classes(), [9, -4, 2]);
    let targets = [0, 1, 2].map(|row| trained.data().targets(row).to_vec());
    assert_eq!(targets, [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    assert_eq!(trained.scores(&[2.0]), [-2.0, 2.0, 1.0]);
    assert_eq!(trained.predicted(), [-4, 2, 2], "of equal scores the first");
    let errors = [1.0, 4.0 + 1.0 + 0.25, 4.0 + 1.0 + 1.0];
    let mean = errors.iter().sum::<f64>() / 9.0;
    assert!((trained.losses()[0] - mean).abs() < 1e-12);
    assert!((trained.loss().unwrap() - mean).abs() < 1e-12);
}
