// Functions and names that a closure does not know.

use neuralatex::train;

train! {
    model Functions<2, 4, 1> {
        data: spiral(5),
        loss: |score, target| (1.0 - scor * target).rlu(),
        optimizer: sgd(|epoch| 0.1 * cosh(epoch)),
    }
}

fn main() {}
