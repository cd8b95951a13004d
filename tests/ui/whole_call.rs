// All that is wrong with a call is told at once: each argument, each method.

use neuralatex::train;

train! {
    model Calls<2, 4, 1> {
        data: blobs(1.5).noise("x").clases(2).dimensions(-2),
        eval: points([(["a", 0.0], "b")]),
        loss: huber("d").scale(2),
        init: uniform(low, high).seed(0.5),
        require: acuracy >= "all",
    }
    model Counts<2, 4, 1> {
        data: spiral().seed(),
        loss: huber,
        optimizer: adam(0.1, 0.2),
        init: uniform(1.0),
    }
}

fn main() {}
