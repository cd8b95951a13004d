// Numbers of the right kind that make no sense.

use neuralatex::train;

train! {
    model Ranges<2, 4, 1> {
        data: spiral(5).noise(-1.0),
        eval: spiral(99999999999),
        optimizer: sgd(-0.1),
        init: uniform(1.0, -1.0),
        epochs: 0,
        batch: 0,
        require: parameters <= 3,
    }
    model Seeds<2, 4, 1> { data: spiral(5), seed: 99999999999999999999 }
    model Huge<2, 99999999999, 1> { data: spiral(5), epochs: 99999999999 }
    model Infinite<2, 4, 1> { data: spiral(5), optimizer: sgd(1e999), require: loss <= 1.0 / 0.0 }
}

fn main() {}
