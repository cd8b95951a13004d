//! Trains the paper's network while this crate compiles, and keeps the points of its figures.

use std::fmt::Write as _;

use neuralatex_core::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let trained = model("Spiral", [2, 4, 4, 1])
        .doc("Which arm of the paper's spiral a point lies on.")
        .data(spiral(50).seed(1))
        .eval(spiral(50).seed(2))
        .loss(max_margin())
        .optimizer(sgd(|epoch: f64| 1.0 - 0.9 * (epoch - 1.0) / 100.0))
        .init(paper())
        .epochs(35)
        .batch(100)
        .seed(7)
        .train()?;
    trained.compile()?;

    let mut points = constant("TRAINING", "was trained on", trained.data());
    if let Some(eval) = trained.eval() {
        points += &constant("EVALUATION", "was evaluated on", eval);
    }
    let folder = std::env::var("OUT_DIR")?;
    Ok(std::fs::write(
        format!("{folder}/spiral_points.rs"),
        points,
    )?)
}

/// Rows as an array of points and labels.
fn constant(name: &str, use_: &str, rows: &Examples) -> String {
    let mut code =
        format!("/// The points that [`Spiral`] {use_}, and the arms that they lie on.\n");
    let _ = writeln!(
        code,
        "pub const {name}: [([f32; 2], i32); {}] = [",
        rows.rows()
    );
    for (row, class) in rows.classes().iter().enumerate() {
        let _ = writeln!(
            code,
            "    ({:?}, {class}),",
            [0, 1].map(|i| rows.inputs(row)[i] as f32)
        );
    }
    code + "];\n"
}
