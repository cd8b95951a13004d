//! What scores say of the classes, where the loss is a cross entropy.

use neuralatex_core::prelude::*;

/// A network that gives these scores, whatever its input.
fn scoring<const N: usize>(scores: [f64; N], loss: Loss, precision: Precision) -> Trained {
    let classes = N.max(2);
    let start: Vec<f64> = scores.iter().flat_map(|&score| [0.0, score]).collect();
    model("Scores", [1, N])
        .data(points((0..classes).map(|class| ([class as f64], class))))
        .loss(loss)
        .init(values(start))
        .optimizer(sgd(0.0))
        .precision(precision)
        .epochs(1)
        .train()
        .unwrap()
}

#[track_caller]
fn assert_probabilities<const N: usize>(scores: [f64; N], loss: Loss, expected: &[f64]) {
    for (precision, tolerance) in [(Precision::F32, 1e-6), (Precision::F64, 1e-15)] {
        let trained = scoring(scores, loss.clone(), precision);
        let found = trained.probabilities(&[0.5]).unwrap();
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            let near = (found - expected).abs() <= tolerance;
            assert!(near, "{precision:?}, {scores:?}: {found} {expected}");
        }
    }
}

#[test]
fn one_output_tells_the_probabilities_of_both_classes() {
    let quarter = 3.0_f64.ln();
    for loss in [cross_entropy(), binary_cross_entropy()] {
        assert_probabilities([quarter], loss.clone(), &[0.25, 0.75]);
        assert_probabilities([-quarter], loss.clone(), &[0.75, 0.25]);
        assert_probabilities([0.0], loss.clone(), &[0.5, 0.5]);
        assert_probabilities([1e4], loss.clone(), &[0.0, 1.0]);
        assert_probabilities([-1e4], loss, &[1.0, 0.0]);
    }
}

#[test]
fn cross_entropy_shares_one_among_the_classes() {
    let [two, five] = [2.0_f64.ln(), 5.0_f64.ln()];
    assert_probabilities([0.0, two, five], cross_entropy(), &[0.125, 0.25, 0.625]);
    assert_probabilities([7.0, 7.0], cross_entropy(), &[0.5, 0.5]);
    assert_probabilities([1e4, -1e4, 1e4], cross_entropy(), &[0.5, 0.0, 0.5]);
    assert_probabilities([-1e4, -1e4], cross_entropy(), &[0.5, 0.5]);
}

#[test]
fn binary_cross_entropy_gives_each_class_its_own() {
    let quarter = 3.0_f64.ln();
    let expected = [0.75, 0.5, 0.25];
    assert_probabilities([quarter, 0.0, -quarter], binary_cross_entropy(), &expected);
    assert_probabilities([1e4, -1e4], binary_cross_entropy(), &[1.0, 0.0]);
}

#[test]
fn other_losses_and_targets_have_none() {
    let none = |loss: Loss| {
        let trained = scoring([0.5, 1.0], loss, Precision::F32);
        assert_eq!(trained.probabilities(&[0.5]), None);
        assert!(!trained.code().contains("probabilities"));
    };
    none(mse());
    none(custom(|score, target| (score - target).abs()));
    let shares = model("Shares", [1, 1]).data(points([([0.0], 0.25), ([1.0], 1.0)]));
    let shares = shares.loss(binary_cross_entropy()).epochs(1).train();
    assert_eq!(shares.unwrap().probabilities(&[0.5]), None);
    let margin = model("Arm", [2, 1]).data(spiral(3)).epochs(1).train();
    assert_eq!(margin.unwrap().probabilities(&[0.5, 0.5]), None);
}

/// So that its uses are no errors beside the one that is told.
#[test]
fn a_placeholder_has_the_functions_of_its_loss() {
    for (outputs, loss, has) in [
        (1, Some(cross_entropy()), true),
        (1, Some(binary_cross_entropy()), true),
        (3, None, true),
        (3, Some(mse()), false),
        (1, None, false),
    ] {
        let mut model = model("Empty", [2, outputs]);
        if let Some(loss) = loss {
            model = model.loss(loss);
        }
        let code = model.placeholder().unwrap().code();
        assert_eq!(code.contains("fn probabilities("), has, "{code}");
    }
}
