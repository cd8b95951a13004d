// Files that are not there, or not what they should be: errors on their paths.

use neuralatex::train;

train! {
    model Typo<2, 4, 2> { data: csv("data/flower.csv").label("species") }

    model Folder<2, 4, 2> { data: csv("dat/flowers.csv").label("species") }

    model Nowhere<2, 4, 2> { data: csv("data/flowers.csv").label("species"), eval: csv("trees.csv") }

    model Directory<2, 4, 2> { data: csv("data").label("species") }

    model Limit<2, 4, 2> { data: csv("data/flowers.csv").label("species").limit(10) }

    model Images<784, 4, 10> { data: idx("data/flowers.csv", "data/labels.gz") }

    model Labels<784, 4, 10> { data: idx("data/images.gz", "data/flowers.csv") }
}

fn main() {}
