// Names that cannot be those of structs.

use neuralatex::train;

train! {
    model Same<2, 1> { data: spiral(5), epochs: 1 }
    model Same<2, 4, 1> { data: spiral(5), epochs: 1 }
    model r#type<2, 1> { data: spiral(5), epochs: 1 }
    model f32<2, 1> { data: spiral(5), epochs: 1 }
}

fn main() {}
