// Not even the form of a model: each mistake is found, and the next model is still read.

use neuralatex::train;

train! {
    modle Typo<2, 1> { data: spiral(5) }
    pub struct Thing;
    model Colon<2, 1> { data spiral(5), epochs 3 }
    model Value<2, 1> { data: spiral(5), epochs: , seed: @, batch: 3 4 }
}

fn main() {}
