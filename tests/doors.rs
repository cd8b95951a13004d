//! One specification through both doors gives the same bits.

use neuralatex::train;

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
