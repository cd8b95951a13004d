// A cell that is no number: an error on the path of its file. Types from the data are there all the
// same, so that their uses are not errors as well.

use neuralatex::train;

train! {
    model Flower<_, 4, _> { data: csv("data/damaged.csv").label("species"), eval: hold_out(0.25) }
}

fn main() {
    let flower = FlowerInput { length: 1.4, width: 0.2 };
    let scores: [f32; 3] = Flower::scores(flower.to_array());
    match Flower::predict(flower.to_array()) {
        FlowerClass::Rose | FlowerClass::Lily => println!("{scores:?}"),
        FlowerClass::TigerLily => println!("{}", FlowerClass::ALL.len()),
    }
}
