//! Uses what `build.rs` trained. Nothing of neuralatex is left in this binary.

include!(concat!(env!("OUT_DIR"), "/ring.rs"));

/// Inference inside a constant.
const CENTRE: i32 = Ring::predict([0.0, 0.0]);

fn main() {
    println!("{} of {} correct", Ring::CORRECT, Ring::EVALUATED);
    println!(
        "the centre is {} the ring",
        if CENTRE == 1 { "in" } else { "not in" }
    );
    for row in 0..15 {
        let y = 1.4 - 0.2 * row as f32;
        let cell = |column: i32| {
            if Ring::predict([0.1 * column as f32 - 1.5, y]) == 1 {
                '#'
            } else {
                '.'
            }
        };
        println!("{}", (0..31).map(cell).collect::<String>());
    }
}
