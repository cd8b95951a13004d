//! Is a tumour malignant? Missing one is worse than a false alarm: the build asks for a recall.

use neuralatex::train;

train! {
    /// Whether a tumour is malignant, from thirty measurements of its cells.
    pub model Tumour<_, 16, _> {
        data: csv("examples/data/breast_cancer.csv").label("diagnosis"),
        eval: hold_out(0.2),
        normalize: standard,
        epochs: 50,
        require: [accuracy >= 0.93, recall(Malignant) >= 0.9],
    }
}

fn main() {
    println!(
        "{} of {} tumours right ({:.1} %)",
        Tumour::CORRECT,
        Tumour::EVALUATED,
        100.0 * Tumour::ACCURACY
    );
    for (place, class) in TumourClass::ALL.iter().enumerate() {
        println!(
            "{class}: precision {:.3}, recall {:.3}",
            Tumour::PRECISION[place],
            Tumour::RECALL[place]
        );
    }
}
