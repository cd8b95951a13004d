//! Trains a network while the crate compiles: data, loss and learning rate are real Rust here.

use neuralatex_core::prelude::*;

fn main() -> Result<()> {
    model("Ring", [2, 16, 16, 1])
        .doc("Whether a point lies in the ring between the circles of radius 0.5 and 1.")
        .data(from_fn(500, ring))
        .eval(from_fn(500, ring))
        .loss(custom(|score, target| {
            (1.0 - score * target).relu().powi(2)
        }))
        .optimizer(adam(|epoch: f64| 0.05 / (1.0 + 0.05 * epoch)))
        .epochs(100)
        .require(accuracy().at_least(0.95))
        .compile()
}

fn ring(random: &mut Random) -> ([f64; 2], i32) {
    let [x, y] = [random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5)];
    let inside = (0.25..1.0).contains(&(x * x + y * y));
    ([x, y], if inside { 1 } else { -1 })
}
