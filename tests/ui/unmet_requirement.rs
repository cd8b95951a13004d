// A model that is not good enough: the error is on the comparison. Its uses are no errors.

use neuralatex::train;

train! {
    model Poor<2, 4, 1> {
        data: spiral(20),
        eval: spiral(20),
        epochs: 2,
        require: [parameters <= 17, accuracy >= 0.99, loss <= 0.01],
    }
    model NoEval<2, 4, 1> { data: spiral(5), require: accuracy >= 0.5 }
    model Strict<2, 4, 1> { data: spiral(5), eval: spiral(5), require: accuracy == 1.0 }
}

fn main() {
    let _ = (Poor::ACCURACY, Poor::predict([0.0, 0.0]), NoEval::WEIGHTS);
}
