//! Trains on the 60,000 handwritten digits of MNIST, and evaluates on the 10,000 others.

use neuralatex_core::prelude::*;

fn main() -> Result<()> {
    model("Mnist", [784, 64, 10])
        .doc("A handwritten digit from its 28×28 pixels, each from 0 to 1.")
        .data(idx(
            "data/train-images-idx3-ubyte",
            "data/train-labels-idx1-ubyte",
        ))
        .eval(idx(
            "data/t10k-images-idx3-ubyte",
            "data/t10k-labels-idx1-ubyte",
        ))
        .optimizer(adam(cosine(0.003, 0.0001)))
        .epochs(8)
        .batch(64)
        .require(accuracy().at_least(0.97))
        .compile()
}
