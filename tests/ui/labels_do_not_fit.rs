// Rows that do not fit the network: their labels, their number of inputs, each other.

use neuralatex::train;

train! {
    model ThreeClasses<1, 1> { data: points([([0.0], 0), ([1.0], 1), ([2.0], 2)]) }
    model OneClass<1, 1> { data: points([([0.0], 1), ([1.0], 1)]) }
    model Outputs<1, 3> { data: points([([0.0], 0), ([1.0], 1)]) }
    model Fractions<1, 1> { data: points([([0.0], 0.5), ([1.0], 1.0)]), loss: max_margin }
    model Inputs<3, 1> { data: spiral(5) }
    model Ragged<2, 1> { data: points([([0.0, 1.0], 0), ([1.0], 1)]) }
    model NewClass<1, 1> {
        data: points([([0.0], 0), ([1.0], 1)]),
        eval: points([([0.0], 0), ([1.0], 7)]),
    }
    model Targets<1, 2> { data: points([([0.0], [0.5, 1.0]), ([1.0], [0.5])]) }
}

fn main() {}
