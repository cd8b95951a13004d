// A layer without neurons.

use neuralatex::train;

train! {
    model Gap<2, 0, 1> { data: spiral(5) }
}

fn main() {}
