// A method or a parameter for the second time: only one of them can be meant.

use neuralatex::train;

train! {
    model Methods<2, 4, 1> {
        data: spiral(5).seed(1).noise(0.1).seed(2),
        eval: blobs(5).classes(2).classes.nose(1).nose(2),
        optimizer: sgd(step(0.1).by(0.5).by(0.1)).momentum(0.9).nesterov().momentum(0.1),
        init: he.seed(1).seed(1),
    }
    model Parameters<2, 4, 1> { data: spiral(5), loss: |score, score| score * score }
    model Fine<2, 4, 1> { data: spiral(5), epochs: 1, loss: |score, _| score.abs().abs() }
}

fn main() {}
