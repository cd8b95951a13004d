// A checkpoint that cannot be used: the error names its line.

use neuralatex::train;

train! {
    model Resumed<2, 4, 1> { data: spiral(5), checkpoint: "Cargo.toml" }
}

fn main() {}
