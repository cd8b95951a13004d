//! How the cost of training grows: with rows, parameters and epochs, three decades each.

use neuralatex_core::bench::Prepared;
use neuralatex_core::prelude::*;

use crate::clock::samples;
use crate::files::report;

pub fn all() -> Result<()> {
    for rows in [100, 1_000, 10_000, 100_000] {
        measure("rows", rows, 32, 1)?;
    }
    for width in [2, 22, 223, 2_232] {
        measure("parameters", 1_000, width, 1)?;
    }
    for epochs in [1, 10, 100, 1_000] {
        measure("epochs", 1_000, 32, epochs)?;
    }
    Ok(())
}

/// A network of 32 inputs, one hidden layer and 10 outputs, on random rows.
fn measure(what: &str, rows: usize, hidden: usize, epochs: usize) -> Result<()> {
    let data = from_fn(rows, |random| {
        let inputs: Vec<f64> = (0..32).map(|_| random.uniform(-1.0, 1.0)).collect();
        (inputs, random.below(10) as i32)
    });
    let parameters = 33 * hidden + (hidden + 1) * 10;
    let model = model("Classes", [32, hidden, 10])
        .data(data)
        .loss(cross_entropy())
        .optimizer(adam(0.001))
        .epochs(epochs)
        .batch(32);
    let prepared = Prepared::new(&model)?;
    let samples = samples(|| (), |()| std::mem::drop(prepared.train()));
    report(&format!(
        r#"{{"grows": "{what}", "rows": {rows}, "parameters": {parameters}, "epochs": {epochs}, "samples": {samples:?}}}"#
    ));
    Ok(())
}
