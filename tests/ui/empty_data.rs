// Data without rows.

use neuralatex::train;

train! {
    model Empty<2, 4, 1> { data: points([]), eval: spiral(0) }
}

fn main() {}
