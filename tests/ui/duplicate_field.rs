// A field given twice: the second is the mistake.

use neuralatex::train;

train! {
    model Twice<2, 4, 1> { data: spiral(5), epochs: 3, epochs: 4 }
}

fn main() {}
