// Networks that do not fit their files: errors on sizes and data.

use neuralatex::train;

train! {
    model Middle<_, _, 2> { data: csv("data/flowers.csv").label("species") }

    model Inputs<3, 4, 2> { data: csv("data/flowers.csv").label("species") }

    model Outputs<2, 4, 3> { data: csv("data/flowers.csv").label("species") }

    model Loss<2, 4, 1> { data: csv("data/houses.csv").target("price"), loss: cross_entropy }
}

fn main() {}
