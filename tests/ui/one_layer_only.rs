// Inputs without outputs, and no sizes at all.

use neuralatex::train;

train! {
    model Inputs<2> { data: spiral(5) }
    model None { data: spiral(5) }
    model Empty<> { data: spiral(5) }
}

fn main() {}
