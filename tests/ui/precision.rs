// Numbers that the precision of a model cannot hold, and restarts that would all be the same.

use neuralatex::train;

train! {
    model Rate<2, 4, 1> { data: spiral(5), optimizer: sgd(1e39) }
    model Clip<2, 4, 1> { data: spiral(5), optimizer: adam(0.1).clip(1e-300) }
    model Momentum<2, 4, 1> { data: spiral(5), optimizer: sgd(0.1).momentum(0.999999999) }
    model Decay<2, 4, 1> { data: spiral(5), optimizer: adamw(0.1).weight_decay(1e39) }
    model Slope<2, 4, 1> { data: spiral(5), activation: leaky_relu(1e-60) }
    model Constant<2, 4, 1> { data: spiral(5), loss: |score, target| (score - target) * 1e39 }
    model Restarts<2, 4, 1> { data: spiral(5), init: paper, batch: 100, restarts: 3 }
    model Close<1, 4, 1> {
        data: points([([1e-310], 1), ([2e-310], -1)]),
        normalize: min_max,
        precision: f64,
    }
}

fn main() {}
