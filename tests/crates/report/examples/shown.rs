//! A crate of its own.

neuralatex::train! {
    /// One of an example.
    model Expanded<2, 1> { data: moons(20), epochs: 5 }
}

fn main() {
    println!("{}", Expanded::PARAMETERS);
}
