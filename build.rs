//! Trains the paper's network while this crate compiles, keeps the points of its figures, and fills
//! in the paper: the documentation of this crate.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use neuralatex_core::prelude::*;

/// The learning rate of an epoch, as in the paper.
fn rate(epoch: f64) -> f64 {
    1.0 - 0.9 * (epoch - 1.0) / 100.0
}

fn main() -> Result<(), Box<dyn Error>> {
    let trained = model("Spiral", [2, 4, 4, 1])
        .doc("Which arm of the paper's spiral a point lies on.")
        .data(spiral(50).seed(1))
        .eval(spiral(50).seed(2))
        .loss(max_margin())
        .optimizer(sgd(rate))
        .init(paper())
        .epochs(35)
        .batch(100)
        .seed(7)
        .exempt()
        .train()?;
    trained.compile()?;

    let mut points = constant("TRAINING", "was trained on", trained.data());
    if let Some(eval) = trained.eval() {
        points += &constant("EVALUATION", "was evaluated on", eval);
    }
    let folder = std::env::var("OUT_DIR")?;
    let folder = Path::new(&folder);
    std::fs::write(folder.join("spiral_points.rs"), points)?;
    println!("cargo::rerun-if-changed=src/experiment.md");
    let experiment = std::fs::read_to_string("src/experiment.md")?;
    std::fs::write(folder.join("experiment.md"), filled(&experiment, &trained)?)?;
    Ok(())
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

/// The text with what stands in braces replaced by results, and the figures drawn.
fn filled(text: &str, trained: &Trained) -> Result<String, Box<dyn Error>> {
    let figures = trained.figures();
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or("a brace is not closed")?;
        filled += before;
        filled += &match name.strip_prefix("figure ") {
            Some(figure) => {
                let (name, number) = figure.split_once(": ").ok_or("a figure has no number")?;
                let figure = figures.iter().find(|figure| figure.name() == name);
                shown(figure.ok_or("there is no such figure")?, number)
            }
            None => result(name, trained).ok_or(format!("there is no result `{name}`"))?,
        };
        rest = after;
    }
    Ok(filled + rest)
}

/// A figure as HTML, in one line: a blank one would end it for Markdown.
fn shown(figure: &Figure, number: &str) -> String {
    format!(
        "<figure style=\"margin:0 0 1em;max-width:480px\">{}<figcaption><b>{number}.</b> {}</figcaption></figure>",
        figure.svg().replacen("width=\"360\"", "width=\"480\"", 1),
        figure.caption()
    )
}

fn result(name: &str, trained: &Trained) -> Option<String> {
    let epochs = trained.losses().len();
    Some(match name {
        "trained" => trained.data().rows().to_string(),
        "per_class" => (trained.data().rows() / 2).to_string(),
        "parameters" => trained.weights().len().to_string(),
        "epochs" => epochs.to_string(),
        "first_rate" => format!("{:?}", rate(1.0)),
        "last_rate" => format!("{:?}", rate(epochs as f64)),
        "evaluated" => trained.evaluated()?.to_string(),
        "correct" => trained.correct()?.to_string(),
        "wrong" => (trained.evaluated()? - trained.correct()?).to_string(),
        "accuracy" => trained.accuracy()?.to_string(),
        "loss" => format!("{:.3}", trained.loss()?),
        "digest" => trained.digest(),
        _ => return None,
    })
}
