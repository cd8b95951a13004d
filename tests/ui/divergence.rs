// A learning rate that throws the weights out of all bounds.

use neuralatex::train;

train! {
    model Wild<2, 4, 1> { data: spiral(20), optimizer: sgd(1e30), epochs: 10 }
}

fn main() {}
