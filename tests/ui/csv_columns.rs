// Columns that are not there, or are to be two things at once: errors on their names.

use neuralatex::train;

train! {
    model Label<2, 4, 2> { data: csv("data/flowers.csv").label("specis") }

    model Target<2, 4, 1> { data: csv("data/houses.csv").target("prize").ignore(["area"]) }

    model Columns<2, 4, 2> { data: csv("data/flowers.csv").label("species").columns(["length", "widht"]) }

    model Ignored<2, 4, 2> { data: csv("data/flowers.csv").ignore("colour").label("species") }

    model Number<2, 4, 2> { data: csv("data/flowers.csv").label(5) }

    model Both<2, 4, 2> { data: csv("data/flowers.csv").label("species").columns(["length", "species"]) }

    model LabelAndTarget<2, 4, 2> { data: csv("data/flowers.csv").label("species").target("width") }

    model Nothing<2, 4, 2> { data: csv("data/flowers.csv") }
}

fn main() {}
