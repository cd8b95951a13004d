// Words and values that a file does not take.

use neuralatex::train;

train! {
    model Method<2, 4, 2> { data: csv("data/flowers.csv").labels("species") }

    model Delimiter<2, 4, 2> { data: csv("data/flowers.csv").label("species").delimiter(";") }

    model Sign<2, 4, 2> { data: csv("data/flowers.csv").label("species").delimiter('0') }

    model Header<2, 4, 2> { data: csv("data/flowers.csv").label("species").header(no) }

    model Missing<2, 4, 2> { data: csv("data/flowers.csv").label("species").missing(median) }

    model Unquoted<2, 4, 2> { data: csv("data/flowers.csv").label(species) }

    model Path<2, 4, 2> { data: csv(data).label("species") }

    model Seed<2, 4, 2> { data: csv("data/flowers.csv").label("species").seed(1) }
}

fn main() {}
