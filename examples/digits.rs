//! Handwritten digits of 8×8 pixels, from 0 to 16.

use neuralatex::train;

train! {
    /// A handwritten digit from its pixels.
    pub model Digit<64, 32, 10> {
        data: csv("examples/data/digits.csv").label("digit"),
        eval: hold_out(0.2),
        normalize: min_max,
        epochs: 50,
        require: accuracy >= 0.95,
    }
}

/// A zero, as the data has it.
const ZERO: [[u8; 8]; 8] = [
    [0, 0, 5, 13, 9, 1, 0, 0],
    [0, 0, 13, 15, 10, 15, 5, 0],
    [0, 3, 15, 2, 0, 11, 8, 0],
    [0, 4, 12, 0, 0, 8, 8, 0],
    [0, 5, 8, 0, 0, 9, 8, 0],
    [0, 4, 11, 0, 1, 12, 7, 0],
    [0, 2, 14, 5, 10, 12, 0, 0],
    [0, 0, 6, 13, 10, 0, 0, 0],
];

fn main() {
    for row in ZERO {
        let line: String = row
            .map(|ink| [' ', '░', '▒', '▓', '█'][usize::from(ink) / 4])
            .iter()
            .collect();
        println!("{line}");
    }
    let pixels: [f32; 64] = core::array::from_fn(|n| f32::from(ZERO[n / 8][n % 8]));
    println!("is a {}", Digit::predict(pixels));
    println!(
        "{} of {} digits right ({:.1} %), {} parameters",
        Digit::CORRECT,
        Digit::EVALUATED,
        100.0 * Digit::ACCURACY,
        Digit::PARAMETERS
    );
}
