//! Which iris is it? The network was trained, and tested on a fifth of the flowers, while this example
//! was compiled.

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
const SPECIES: IrisClass = Iris::predict(FLOWER.to_array());

const FLOWER: IrisInput = IrisInput {
    sepal_length: 5.1,
    sepal_width: 3.5,
    petal_length: 1.4,
    petal_width: 0.2,
};

fn main() {
    println!(
        "{} of {} flowers right, loss {:.4}",
        Iris::CORRECT,
        Iris::EVALUATED,
        Iris::LOSS
    );
    println!("{:<12} {:>9} {:>9}", "species", "precision", "recall");
    for (place, species) in IrisClass::ALL.iter().enumerate() {
        let (precision, recall) = (Iris::PRECISION[place], Iris::RECALL[place]);
        println!("{species:<12} {precision:>9.3} {recall:>9.3}");
    }
    println!("{FLOWER:?} is {SPECIES}");
    let probabilities = Iris::probabilities(FLOWER.to_array());
    for (species, probability) in IrisClass::ALL.iter().zip(probabilities) {
        println!("  {species}: {:.2} %", 100.0 * probability);
    }
}
