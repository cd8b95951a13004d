//! How much memory the training of MNIST takes, at its peak.

use neuralatex_core::prelude::*;

use crate::files::{bytes, report, whole};

const COLUMNS: usize = 784;

/// One image as inputs.
fn inputs(image: &[u8]) -> Vec<f64> {
    image.iter().map(|&byte| f64::from(byte) / 255.0).collect()
}

/// The rows are all there, as a list of `f64`, before the model takes them.
pub fn points() -> Result<()> {
    let images = bytes("mnist.train.bytes");
    let classes = whole("mnist.train.classes");
    let rows = images.chunks(COLUMNS).zip(&classes);
    let rows = rows.map(|(image, &class)| (inputs(image), class as i32));
    let given = classes.len() * COLUMNS * size_of::<f64>() + images.len();
    train(
        "points",
        neuralatex_core::prelude::points(rows).into(),
        classes.len(),
        given,
    )
}

/// The model asks for one row after another.
pub fn from_function() -> Result<()> {
    let images = bytes("mnist.train.bytes");
    let classes = whole("mnist.train.classes");
    let (rows, given) = (classes.len(), images.len());
    let next = std::cell::Cell::new(0);
    let row = move |_: &mut Random| {
        let row = next.replace(next.get() + 1);
        (
            inputs(&images[row * COLUMNS..][..COLUMNS]),
            classes[row] as i32,
        )
    };
    train("from_fn", from_fn(rows, row).into(), rows, given)
}

fn train(door: &str, data: Source, rows: usize, given: usize) -> Result<()> {
    let trained = model("Mnist", [COLUMNS, 128, 10])
        .data(data)
        .loss(cross_entropy())
        .optimizer(adam(0.001))
        .epochs(1)
        .batch(64)
        .train()?;
    let loss = trained.losses()[0];
    let data = rows * COLUMNS * size_of::<f32>();
    report(&format!(
        r#"{{"door": "{door}", "peak": {}, "given": {given}, "data": {data}, "loss": {loss:?}}}"#,
        peak()
    ));
    Ok(())
}

/// The most bytes that this process ever had in memory.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("this is Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
    kilobytes.map_or(0, |kilobytes: usize| kilobytes * 1024)
}
