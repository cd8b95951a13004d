// Not even the form of a model: each mistake is found, and the next model is still read.

use neuralatex::train;

train! {
    modle Typo<2, 1> { data: spiral(5) }
    pub struct Thing;
    model Colon<2, 1> { data spiral(5), epochs 3 }
    model Value<2, 1> { data: spiral(5), epochs: , seed: @, batch: 3 4 }
    model Size<2, -4, 1> { data: spiral(5) }
    model Open<2, 1 { data: spiral(5) }
    model Part<2, 1.5, 1> { data: spiral(5) }
    model Dots<2, 1> { data: spiral(5)., optimizer: adam(0.1)..clip(1), eval: spiral(5).3 }
}

fn main() {}
