// Without data there is nothing to learn.

use neuralatex::train;

train! {
    model Nothing<2, 4, 1> { epochs: 3 }
}

fn main() {}
