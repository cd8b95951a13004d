//! Trains the paper's network while this crate compiles.

use neuralatex_core::prelude::*;

fn main() -> Result<()> {
    model("Spiral", [2, 4, 4, 1])
        .doc("Which arm of the paper's spiral a point lies on.")
        .data(spiral(50).seed(1))
        .eval(spiral(50).seed(2))
        .loss(max_margin())
        .optimizer(sgd(|epoch: f64| 1.0 - 0.9 * (epoch - 1.0) / 100.0))
        .init(paper())
        .epochs(35)
        .batch(100)
        .seed(7)
        .compile()
}
