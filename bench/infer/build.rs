//! Trains four networks for an epoch, and writes their code, and their weights for the rivals.

use std::path::Path;
use std::{env, fs};

use neuralatex_core::prelude::*;

fn main() -> Result<()> {
    println!("cargo::rerun-if-env-changed=BENCH_DATA");
    network("spiral", model("Spiral", [2, 4, 4, 1]).data(spiral(50)))?;
    network("digits", classes("Digits", [64, 32, 10]))?;
    network("mnist", classes("Mnist", [784, 128, 10]))?;
    network("motion", classes("Motion", [6, 64, 8, 4]))
}

/// A network that learns which of its first inputs is the greatest.
fn classes<const N: usize>(name: &str, layers: [usize; N]) -> Model {
    let (inputs, outputs) = (layers[0], layers[N - 1]);
    model(name, layers).data(from_fn(1000, move |random| {
        let row: Vec<f64> = (0..inputs).map(|_| random.uniform(0.0, 1.0)).collect();
        let greatest = (0..outputs).max_by(|&one, &other| row[one].total_cmp(&row[other]));
        (row, greatest.unwrap_or(0) as i32)
    }))
}

fn network(name: &str, model: Model) -> Result<()> {
    let model = model.epochs(1).allow([unfinished(), unscaled()]);
    let weights = model.clone().train()?.weights();
    let bytes: Vec<u8> = weights
        .iter()
        .flat_map(|&weight| (weight as f32).to_le_bytes())
        .collect();
    // Without a variable, somebody compiles it for its lints.
    if let Ok(folder) = env::var("BENCH_DATA") {
        fs::write(Path::new(&folder).join(format!("{name}.weights")), bytes)
            .expect("there is room");
    }
    model.compile()
}
