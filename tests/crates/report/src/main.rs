//! A program beside a library of the same name.

neuralatex::train! {
    /// One of the program.
    model Expanded<2, 5, 1> { data: moons(20), epochs: 5 }
}

fn main() {
    println!("{}", Expanded::PARAMETERS);
}
