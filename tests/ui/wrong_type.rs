// A value of the wrong kind, for each kind of value.

use neuralatex::train;

train! {
    model Kinds<2, 4, 1> {
        data: 5,
        eval: points([1, 2]),
        activation: 0.1,
        loss: 0.5,
        optimizer: 0.1,
        init: [0.5],
        epochs: 3.5,
        batch: "all",
        seed: -1,
        normalize: 2.0,
        shuffle: 1,
        restarts: patience(3),
        stop: [10, patience(0.5)],
        precision: 32,
        checkpoint: 7,
        budget: 60,
        require: accuracy,
    }
    model Times<2, 1> { data: spiral(5), budget: seconds("60") }
    model Arguments<2, 1> { data: spiral(5), budget: seconds(1, 30) }
    model Sizes<2, x, 1> { data: spiral(5) }
}

fn main() {}
