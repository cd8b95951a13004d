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

/// Three scores of a row with the input 1: 10000, -10000 and 0. The loss of each class follows, and
/// a step of training moves the weights by its gradient, which is finite and right.
#[test]
fn cross_entropies_are_stable_for_scores_of_ten_thousand() {
    for precision in [Precision::F32, Precision::F64] {
        for (class, expected, gradient) in [
            (0, 0.0, [0.0, 0.0, 0.0]),
            (1, 20_000.0, [1.0, -1.0, 0.0]),
            (2, 10_000.0, [1.0, 0.0, -1.0]),
        ] {
            // The other classes come with rows of no weight on the scores that matter.
            let others = [0, 1, 2].map(|class| ([0.0], class));
            let rows: Vec<_> = others.into_iter().chain([([1.0], class)]).collect();
            let trained = model("Far", [1, 3])
                .data(points(rows))
                .init(values([1e4, 0.0, -1e4, 0.0, 0.0, 0.0]))
                .loss(cross_entropy())
                .optimizer(sgd(1.0))
                .epochs(1)
                .batch(4)
                .precision(precision)
                .train()
                .unwrap();
            let mean = (3.0 * 3.0_f64.ln() + expected) / 4.0;
            assert!(
                (trained.losses()[0] - mean).abs() < 1e-6 * mean,
                "{:?}",
                trained.losses()
            );
            let moved = [0, 2, 4].map(|index| trained.weights()[index]);
            let start = [1e4, -1e4, 0.0];
            for ((moved, start), gradient) in moved.iter().zip(start).zip(gradient) {
                assert!(
                    (start - moved - gradient / 4.0).abs() < 1e-3,
                    "{moved} {start}"
                );
            }
        }
        // One output, either class.
        for (class, expected) in [(-1, 10_000.0), (1, 0.0)] {
            let rows = points([([1.0], class), ([0.0], -class)]);
            let one = model("One", [1, 1]).data(rows).init(values([1e4, 0.0]));
            let one = one.loss(binary_cross_entropy()).optimizer(sgd(1.0));
            let trained = one.epochs(1).precision(precision).train().unwrap();
            let mean = (expected + 2.0_f64.ln()) / 2.0;
            assert!(
                (trained.losses()[0] - mean).abs() < 1e-6 * mean,
                "{:?}",
                trained.losses()
            );
        }
    }
}

#[test]
fn classes_of_several_outputs_are_one_hot_in_ascending_order() {
    let rows = points([([0.0], 9), ([1.0], -4), ([2.0], 2)]);
    let model = model("Hot", [1, 3])
        .data(rows.clone())
        .eval(rows)
        .loss(mse())
        .precision(Precision::F64);
    // Score i is weight i times x plus bias i: all biases 0, so at 0 all scores are equal.
    let model = model.init(values([-1.0, 0.0, 1.0, 0.0, 0.5, 0.0]));
    let trained = model.optimizer(sgd(0.0)).epochs(1).train().unwrap();
    assert_eq!(trained.data().classes(), [9, -4, 2]);
    let targets = [0, 1, 2].map(|row| trained.data().targets(row));
    assert_eq!(targets, [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    assert_eq!(trained.scores(&[2.0]), [-2.0, 2.0, 1.0]);
    assert_eq!(trained.predicted(), [-4, 2, 2], "of equal scores the first");
    let errors = [1.0, 4.0 + 1.0 + 0.25, 4.0 + 1.0 + 1.0];
    let mean = errors.iter().sum::<f64>() / 9.0;
    assert!((trained.losses()[0] - mean).abs() < 1e-12);
    assert!((trained.loss().unwrap() - mean).abs() < 1e-12);
}

fn targets(trained: &Trained) -> Vec<Vec<f64>> {
    let rows = 0..trained.data().rows();
    rows.map(|row| trained.data().targets(row)).collect()
}

#[test]
fn several_classes_are_told_apart_by_cross_entropy_if_no_loss_is_given() {
    let rows = || points([([0.0], 9), ([1.0], -4), ([2.0], 2)]);
    let train = |model: Model| model.data(rows()).epochs(3).train().unwrap();
    let plain = train(model("Third", [1, 4, 3]));
    let told = train(model("Third", [1, 4, 3]).loss(cross_entropy()));
    assert_eq!(plain.code(), told.code());
    let other = train(model("Third", [1, 4, 3]).loss(mse()));
    assert_ne!(plain.digest(), other.digest());
}

#[test]
fn one_output_has_one_cross_entropy_whatever_its_name() {
    let train = |loss: Loss| {
        let model = model("Arm", [2, 4, 1]).data(spiral(10)).eval(spiral(10));
        model.loss(loss).epochs(3).card(false).train().unwrap()
    };
    let (one, other) = (train(cross_entropy()), train(binary_cross_entropy()));
    assert_eq!(one.code(), other.code());
    assert_eq!(targets(&one)[..2], [[-1.0], [1.0]]);
}

#[test]
fn binary_cross_entropy_takes_classes_or_numbers_from_zero_to_one() {
    let train = |outputs: usize, rows: Points| {
        let model = model("Binary", [1, outputs]).data(rows).epochs(1);
        model.loss(binary_cross_entropy()).train().unwrap()
    };
    let whole = train(1, points([([0.0], 3.0), ([1.0], 5.0)]));
    assert_eq!(whole.data().classes(), [3, 5], "whole numbers are classes");
    assert_eq!(targets(&whole), [[-1.0], [1.0]]);
    let share = train(1, points([([0.0], 0.0), ([1.0], 0.25), ([2.0], 1.0)]));
    assert_eq!(share.data().classes(), [0; 0]);
    assert_eq!(targets(&share), [[0.0], [0.25], [1.0]]);
    let labels = train(2, points([([0.0], [1.0, 1.0]), ([1.0], [0.0, 1.0])]));
    assert_eq!(labels.data().classes(), [0; 0], "a row may have several");
    assert_eq!(targets(&labels), [[1.0, 1.0], [0.0, 1.0]]);
    let hot = train(2, points([([0.0], 1), ([1.0], 0)]));
    assert_eq!(hot.data().classes(), [1, 0]);
    assert_eq!(targets(&hot), [[0.0, 1.0], [1.0, 0.0]]);
}

#[test]
fn losses_of_far_scores_are_finite_and_so_are_their_steps() {
    for loss in [cross_entropy(), binary_cross_entropy()] {
        for outputs in [1, 2] {
            let wrong = [-1e4, 0.0, 1e4, 0.0];
            let start = values(&wrong[wrong.len() - 2 * outputs..]);
            let model = model("Far", [1, outputs]).loss(loss.clone()).init(start);
            let model = model.data(points([([1.0], 0), ([-1.0], 1)]));
            let trained = model.optimizer(sgd(1.0)).epochs(1).train().unwrap();
            let expected = if outputs == 2 && loss == cross_entropy() {
                2e4
            } else {
                1e4
            };
            assert_eq!(trained.losses(), [expected], "{loss:?}, {outputs} outputs");
        }
    }
}
