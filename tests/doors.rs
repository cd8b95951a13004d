//! One specification through both doors gives the same bits.

use neuralatex::train;
use neuralatex_core::prelude::*;

train! {
    /// Which arm of the paper's spiral a point lies on.
    pub model Spiral<2, 4, 4, 1> {
        data: spiral(50).seed(1),
        eval: spiral(50).seed(2),
        loss: max_margin,
        optimizer: sgd(|epoch| 1.0 - 0.9 * (epoch - 1.0) / 100.0),
        init: paper,
        epochs: 35,
        batch: 100,
        seed: 7,
        require: accuracy >= 0.5,
    }
}

use neuralatex::spiral::Spiral as Built;

#[test]
fn the_macro_and_the_build_script_train_the_same_network() {
    assert_eq!(Spiral::DIGEST, Built::DIGEST);
    assert_eq!(Spiral::WEIGHTS, Built::WEIGHTS);
    assert_eq!(Spiral::LOSSES, Built::LOSSES);
    assert_eq!(Spiral::LOSS.to_bits(), Built::LOSS.to_bits());
    assert_eq!(
        (Spiral::CORRECT, Spiral::EVALUATED),
        (Built::CORRECT, Built::EVALUATED)
    );
}

train! {
    /// Every field that has a default, with another value.
    pub model Rich<3, 6, 5, 4> {
        data: blobs(20).classes(4).dimensions(3).noise(3.0).seed(1),
        eval: blobs(10).classes(4).dimensions(3).noise(3.0).seed(2),
        activation: [silu, leaky_relu(0.1)],
        loss: cross_entropy,
        optimizer: adamw(cosine(0.05, 0.001).warmup(3)).weight_decay(0.1).clip(1.0),
        init: uniform(-0.5, 0.5),
        normalize: standard,
        epochs: 30,
        batch: 16,
        seed: 7,
        shuffle: false,
        restarts: 2,
        stop: [patience(20), loss_below(0.01)],
        precision: f64,
        require: [accuracy >= 0.5, loss <= 1.0, parameters <= 100],
    }
}

#[test]
fn a_specification_with_every_field_trains_the_same_network_at_run_time() {
    let trained = model("Rich", [3, 6, 5, 4])
        .data(blobs(20).classes(4).dimensions(3).noise(3.0).seed(1))
        .eval(blobs(10).classes(4).dimensions(3).noise(3.0).seed(2))
        .activation([silu(), leaky_relu(0.1)])
        .loss(cross_entropy())
        .optimizer(
            adamw(cosine(0.05, 0.001).warmup(3))
                .weight_decay(0.1)
                .clip(1.0),
        )
        .init(uniform(-0.5, 0.5))
        .normalize(standard())
        .epochs(30)
        .batch(16)
        .seed(7)
        .shuffle(false)
        .restarts(2)
        .stop([patience(20), loss_below(0.01)])
        .precision(Precision::F64)
        .require([
            accuracy().at_least(0.5),
            loss().at_most(1.0),
            parameters().at_most(100),
        ])
        .train()
        .unwrap();
    assert_eq!(Rich::DIGEST, trained.digest());
    assert_eq!(Rich::WEIGHTS[..], trained.weights());
    assert_eq!(Rich::LOSSES[..], *trained.losses());
    assert_eq!(Some(Rich::CORRECT), trained.correct());
    for input in [[0.0; 3], [-9.0, 1e-3, 7.5], [1e4, -1e4, 1e4]] {
        assert_eq!(Rich::scores(input)[..], trained.scores(&input));
    }
}
