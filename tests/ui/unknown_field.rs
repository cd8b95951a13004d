// A field that does not exist, near one that does, and near none.

use neuralatex::train;

train! {
    model Near<2, 4, 1> { data: spiral(5), epoch: 3 }
    model Far<2, 4, 1> { data: spiral(5), colour: 3 }
}

fn main() {}
