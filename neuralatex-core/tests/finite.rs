//! What is infinite somewhere, and is not used there, does no harm.

use neuralatex_core::prelude::*;

/// Rows are worked on sixteen at a time, with something in the places of those that are missing.
/// There a neuron of 1e25 · x · 1e25 was infinite, and its gradient no number, when it was zeros.
#[test]
fn rows_that_are_not_there_make_no_training_diverge() {
    for rows in [15, 16, 17, 31] {
        let trained = model("M", [1, 1, 1, 1])
            .data(points(vec![([1.0], 0.5); rows]))
            .activation(identity())
            .loss(mse())
            .init(values([1e25, -1e25, 1e25, 1.0, 1.0, 0.0]))
            .optimizer(sgd(0.0))
            .epochs(1)
            .batch(100)
            .train();
        assert_eq!(trained.unwrap().losses(), [0.25], "{rows} rows");
    }
}

/// A step that leads nowhere has no part in the gradient, even if it has no value.
#[test]
fn steps_of_a_loss_that_lead_nowhere_are_not_taken() {
    let train = |loss: Loss| {
        let model = model("M", [2, 3, 1]).data(moons(20)).loss(loss).epochs(3);
        model.train().unwrap().digest().to_string()
    };
    let idle = train(custom(|score, target| {
        let _ = (score - score).ln() + (score - score - 1.0).sqrt();
        (score - target).powi(2)
    }));
    assert_eq!(
        idle,
        train(custom(|score, target| (score - target).powi(2)))
    );
}
