//! Which cultivar was a wine made from? Sizes follow from the data: thirteen inputs, three classes.

use neuralatex::{Classifier, train};

train! {
    /// The cultivar of a wine from a chemical analysis.
    pub model Wine<_, 16, _> {
        data: csv("examples/data/wine.csv").label("cultivar"),
        eval: hold_out(0.2),
        normalize: standard,
        epochs: 50,
        require: [accuracy >= 0.9, parameters <= 300],
    }
}

/// Takes any model that tells classes apart.
fn report<C: Classifier>(name: &str) {
    let accuracy = C::ACCURACY.unwrap_or_default();
    println!("{name}: classes {:?}, accuracy {accuracy:.3}", C::CLASSES);
}

fn main() {
    report::<Wine>("wine");
    println!("{:?}: {} parameters", Wine::LAYERS, Wine::PARAMETERS);
    println!("true against predicted:");
    for row in Wine::CONFUSION {
        println!("  {row:?}");
    }
}
