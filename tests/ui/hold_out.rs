// A share of the data is for `eval` alone, and leaves something to train on.

use neuralatex::train;

train! {
    model Data<2, 4, 1> { data: hold_out(0.2) }

    model Share<2, 4, 1> { data: spiral(5), eval: hold_out(20) }

    model Single<_, 4, _> { data: csv("data/damaged.csv").label("species").ignore("width"), eval: hold_out(0.2) }

    model Word<2, 4, 1> { data: spiral(5), eval: holdout(0.2) }
}

fn main() {}
