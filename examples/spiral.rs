//! The paper's experiment: trained while this example was compiled, shown from constants.
//!
//! `cargo run --example spiral`

use std::io::IsTerminal;

use neuralatex::spiral::EVALUATION;
use neuralatex::train;

train! {
    /// Which arm of the spiral a point lies on.
    model Spiral<2, 4, 4, 1> {
        data: spiral(50).seed(1),
        eval: spiral(50).seed(2),
        loss: max_margin,
        optimizer: sgd(|epoch| 1.0 - 0.9 * (epoch - 1.0) / 100.0),
        init: paper,
        epochs: 35,
        batch: 100,
        seed: 7,
        require: accuracy >= 0.5,
    }
}

fn main() {
    let colours = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    println!(
        "A 2-4-4-1 network of {} parameters, trained while this was compiled.\n",
        Spiral::PARAMETERS
    );
    results();
    losses();
    boundary(colours);
}

/// The paper's table.
fn results() {
    println!("Dataset size   Total correct   Accuracy   Loss");
    let (rows, correct) = (Spiral::EVALUATED, Spiral::CORRECT);
    println!(
        "{rows:>12}   {correct:>13}   {:>8.2}   {:.3}\n",
        Spiral::ACCURACY,
        Spiral::LOSS
    );
}

/// The loss of each epoch, a column an epoch, in eighths of a line.
fn losses() {
    const LINES: usize = 8;
    const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let highest = Spiral::LOSSES.iter().copied().fold(0.0, f64::max);
    println!("Training loss");
    for line in (0..LINES).rev() {
        let label = match line {
            _ if line == LINES - 1 => format!("{highest:.2}"),
            0 => "0.00".to_string(),
            _ => String::new(),
        };
        let column = |loss: &f64| {
            let eighths = (loss / highest * 8.0 * LINES as f64).round() as usize;
            EIGHTHS[eighths.saturating_sub(8 * line).min(8)]
        };
        println!(
            "{label:>5} │{}",
            Spiral::LOSSES.iter().map(column).collect::<String>()
        );
    }
    println!("      └{}", "─".repeat(Spiral::EPOCHS));
    println!(
        "       1{:>width$} epoch\n",
        Spiral::EPOCHS,
        width = Spiral::EPOCHS - 1
    );
}

/// What the network answers over the plane, and the evaluation points: `o` and `x` for the two
/// arms, `!` for a point whose arm is not told right.
fn boundary(colours: bool) {
    const EXTENT: f32 = 4.5;
    const ROWS: usize = 31;
    const COLUMNS: usize = 2 * ROWS;
    println!("Decision boundary: . is arm -1, : is arm 1; points o and x, wrong ones !");
    for row in 0..ROWS {
        let y = EXTENT - 2.0 * EXTENT * row as f32 / (ROWS - 1) as f32;
        let mut line = String::new();
        for column in 0..COLUMNS {
            let x = 2.0 * EXTENT * column as f32 / (COLUMNS - 1) as f32 - EXTENT;
            let answer = Spiral::predict([x, y]);
            let cell = EXTENT / (ROWS - 1) as f32;
            let here = |[px, py]: [f32; 2]| (px - x).abs() <= cell / 2.0 && (py - y).abs() <= cell;
            let point = EVALUATION.iter().find(|(point, _)| here(*point));
            let symbol = match point {
                Some((point, arm)) if Spiral::predict(*point) != *arm => '!',
                Some((_, -1)) => 'o',
                Some(_) => 'x',
                None if answer == -1 => '.',
                None => ':',
            };
            line += &paint(symbol, answer, colours);
        }
        println!("  {line}");
    }
}

/// A symbol in the colour of an answer: orange and blue, which nearly everybody can tell apart.
fn paint(symbol: char, answer: i32, colours: bool) -> String {
    if !colours {
        return symbol.to_string();
    }
    let background = if answer == -1 { 130 } else { 24 };
    let foreground = match symbol {
        '.' | ':' => background,
        '!' => 226,
        _ => 231,
    };
    format!("\x1b[48;5;{background};38;5;{foreground}m{symbol}\x1b[0m")
}
