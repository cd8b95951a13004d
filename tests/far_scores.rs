//! Scores of ±10000 neither overflow nor lose their gradient: in generated code, in evaluation, in
//! training. `cross_entropies_are_stable_for_scores_of_ten_thousand` in the core has the steps of
//! several outputs.

use neuralatex::train;
use neuralatex_core::prelude::*;

// Weights that stay where they begin: an input of 1 has the scores 10000, -10000 and 0.
train! {
    model Three<1, 3> {
        data: points([([1.0], 0), ([1.0], 1), ([1.0], 2)]),
        eval: points([([1.0], 0), ([1.0], 1), ([1.0], 2)]),
        loss: cross_entropy,
        optimizer: sgd(0.0),
        init: values([1e4, 0.0, -1e4, 0.0, 0.0, 0.0]),
        epochs: 1,
    }

    model ThreeDouble<1, 3> {
        data: points([([1.0], 0), ([1.0], 1), ([1.0], 2)]),
        eval: points([([1.0], 0), ([1.0], 1), ([1.0], 2)]),
        loss: cross_entropy,
        optimizer: sgd(0.0),
        init: values([1e4, 0.0, -1e4, 0.0, 0.0, 0.0]),
        precision: f64,
        epochs: 1,
    }

    model One<1, 1> {
        data: points([([1.0], -1), ([1.0], 1)]),
        eval: points([([1.0], -1), ([1.0], 1)]),
        loss: binary_cross_entropy,
        optimizer: sgd(0.0),
        init: values([1e4, 0.0]),
        epochs: 1,
    }

    model Each<1, 3> {
        data: points([([1.0], 0), ([1.0], 1), ([1.0], 2)]),
        eval: points([([1.0], 0), ([1.0], 1), ([1.0], 2)]),
        loss: binary_cross_entropy,
        optimizer: sgd(0.0),
        init: values([1e4, 0.0, -1e4, 0.0, 0.0, 0.0]),
        epochs: 1,
    }
}

#[test]
fn generated_probabilities_are_those_of_far_scores_in_constants_too() {
    const SHARES: [[f32; 3]; 2] = [Three::probabilities([1.0]), Three::probabilities([-1.0])];
    const DOUBLE: [[f64; 3]; 2] = [
        ThreeDouble::probabilities([1.0]),
        ThreeDouble::probabilities([-1.0]),
    ];
    const BOTH: [[f32; 2]; 2] = [One::probabilities([1.0]), One::probabilities([-1.0])];
    const EACH: [f32; 3] = Each::probabilities([1.0]);
    assert_eq!(SHARES, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    assert_eq!(DOUBLE, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    assert_eq!(BOTH, [[0.0, 1.0], [1.0, 0.0]]);
    assert_eq!(EACH, [1.0, 0.0, 0.5]);
    let now = Three::probabilities(std::hint::black_box([1.0]));
    assert_eq!(now, SHARES[0]);
}

/// Of the classes 0, 1 and 2 the losses are 0, 20000 and 10000. Each for itself, none, two and one of
/// three outputs are wrong by 10000, and the score of 0 costs ln 2.
#[test]
fn training_and_evaluation_agree_on_the_losses_of_far_scores() {
    let each = (10_000.0 * (0.0 + 2.0 + 1.0) / 3.0 + 2.0_f64.ln()) / 3.0;
    for (name, losses, expected) in [
        ("Three", [Three::LOSS, Three::LOSSES[0]], 10_000.0),
        (
            "ThreeDouble",
            [ThreeDouble::LOSS, ThreeDouble::LOSSES[0]],
            10_000.0,
        ),
        ("One", [One::LOSS, One::LOSSES[0]], 5_000.0),
        ("Each", [Each::LOSS, Each::LOSSES[0]], each),
    ] {
        for loss in losses {
            let near = (loss - expected).abs() <= 1e-6 * expected;
            assert!(near, "{name}: {losses:?}, expected {expected}");
        }
    }
}

/// One row pulls at the weights with the whole gradient, or not at all; the other has the input 0.
#[test]
fn far_scores_that_are_wrong_make_a_whole_step_and_others_none() {
    for precision in [Precision::F32, Precision::F64] {
        for loss in [cross_entropy(), binary_cross_entropy()] {
            for (start, class, moved) in [
                (1e4, -1, 1e4 - 0.5),
                (1e4, 1, 1e4),
                (-1e4, 1, -1e4 + 0.5),
                (-1e4, -1, -1e4),
            ] {
                let rows = points([([1.0], class), ([0.0], -class)]);
                let one = model("One", [1, 1]).data(rows).loss(loss.clone());
                let one = one.init(values([start, 0.0])).optimizer(sgd(1.0));
                let trained = one.epochs(1).precision(precision).train().unwrap();
                let found = trained.weights()[0];
                assert_eq!(found, moved, "{precision:?} {loss:?} {start} {class}");
            }
        }
        // Each output for itself, of which a row's loss is the mean.
        let rows = points([([1.0], 1), ([0.0], 0)]);
        let each = model("Each", [1, 2]).data(rows);
        let each = each.loss(binary_cross_entropy()).optimizer(sgd(1.0));
        let each = each.init(values([1e4, 0.0, -1e4, 0.0])).epochs(1);
        let trained = each.precision(precision).train().unwrap();
        let found = [trained.weights()[0], trained.weights()[2]];
        assert_eq!(found, [1e4 - 0.25, -1e4 + 0.25], "{precision:?}");
    }
}
