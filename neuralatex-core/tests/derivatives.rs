//! The gradient that training follows is that of finite differences, for every activation with
//! every loss.

use neuralatex_core::prelude::*;

const ACTIVATIONS: [fn() -> Activation; 7] = [
    relu,
    || leaky_relu(0.1),
    tanh,
    sigmoid,
    silu,
    gelu,
    identity,
];

/// A loss, and how many outputs and which labels it takes.
struct Case {
    loss: Loss,
    outputs: usize,
    labels: [Label; 3],
}

fn cases() -> Vec<Case> {
    let case = |loss: Loss, outputs: usize, labels: [Label; 3]| Case {
        loss,
        outputs,
        labels,
    };
    let classes = || [0, 1, 0].map(Label::from);
    let more = || [2, 0, 1].map(Label::from);
    let numbers = || [[0.3, -1.0], [0.2, 0.5], [2.0, 0.0]].map(Label::from);
    let shares = || [[0.3, 1.0], [0.25, 0.5], [0.0, 0.9]].map(Label::from);
    let squares = custom(|score, target| (score - target).powi(2) * score.sigmoid());
    vec![
        case(max_margin(), 1, classes()),
        case(mse(), 2, numbers()),
        case(mae(), 2, numbers()),
        case(huber(0.6), 2, numbers()),
        case(binary_cross_entropy(), 1, classes()),
        case(binary_cross_entropy(), 3, more()),
        case(binary_cross_entropy(), 2, shares()),
        case(cross_entropy(), 1, classes()),
        case(cross_entropy(), 3, more()),
        case(squares, 2, numbers()),
    ]
}

/// One step at the rate 1 from these weights, over all rows: the loss before, the weights after.
fn step(case: &Case, activation: Activation, weights: &[f64]) -> (f64, Vec<f64>) {
    let inputs = [[0.5, -1.2], [1.1, 0.4], [-0.7, -0.3]];
    let trained = model("Step", [2, 3, 3, case.outputs])
        .data(points(inputs.into_iter().zip(case.labels.clone())))
        .activation(activation)
        .loss(case.loss.clone())
        .init(values(weights))
        .optimizer(sgd(1.0))
        .precision(Precision::F64)
        .epochs(1)
        .train()
        .unwrap();
    (trained.losses()[0], trained.weights())
}

#[test]
fn every_activation_with_every_loss_has_the_gradient_of_finite_differences() {
    for case in cases() {
        for activation in ACTIVATIONS.map(|activation| activation()) {
            let count = 3 * 3 + 3 * 4 + case.outputs * 4;
            let start: Vec<f64> = (1..=count)
                .map(|i| 0.9 * f64::from(i as u32).sin())
                .collect();
            let (_, after) = step(&case, activation, &start);
            for (index, after) in after.iter().enumerate() {
                let at = |shift: f64| {
                    let mut weights = start.clone();
                    weights[index] += shift;
                    step(&case, activation, &weights).0
                };
                let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
                let gradient = start[index] - after;
                let near = (gradient - slope).abs() <= 1e-8 * (1.0 + slope.abs());
                let what = format!("{activation:?}, {:?}, weight {index}", case.loss);
                assert!(near, "{what}: {gradient} should be {slope}");
            }
        }
    }
}
