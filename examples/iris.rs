//! Iris species from four measurements, learned while this example was compiled.

use neuralatex::train;

train! {
    /// Iris species from four measurements in centimetres.
    pub model Iris<4, 16, 3> {
        data: csv("examples/data/iris.csv").label("species"),
        eval: hold_out(0.2),
        normalize: standard,
        loss: cross_entropy,
        optimizer: adam(0.01),
        epochs: 200,
        batch: 16,
        require: [accuracy >= 0.93, loss <= 0.2],
    }
}

/// Inference inside a constant.
const FLOWER: IrisClass = Iris::predict(
    IrisInput {
        sepal_length: 5.1,
        sepal_width: 3.5,
        petal_length: 1.4,
        petal_width: 0.2,
    }
    .to_array(),
);

fn main() {
    println!("{FLOWER}: {} of {}", Iris::CORRECT, Iris::EVALUATED);
    println!(
        "{:?} {:?} {:?}",
        Iris::CONFUSION,
        Iris::PRECISION,
        Iris::RECALL
    );
}
