//! How long an epoch takes, on as many threads as `NEURALATEX_THREADS` says.

use std::time::Instant;

use neuralatex_core::prelude::*;

use crate::files::report;

const ROWS: usize = 6_400;
const CLASSES: usize = 10;

pub fn all() -> Result<()> {
    for (layers, batch) in [
        (vec![784, 128, 10], 64),
        (vec![64, 400, 400, 10], 64),
        (vec![256, 512, 512, 10], 128),
    ] {
        measure(&layers, batch)?;
    }
    Ok(())
}

/// By the clock on the wall: what nine epochs take more than one, the least of several tries.
fn measure(layers: &[usize], batch: usize) -> Result<()> {
    let rows = blobs(ROWS / CLASSES).classes(CLASSES).dimensions(layers[0]);
    let model = model("Classes", layers.to_vec()).data(rows).batch(batch);
    let time = |epochs: usize| -> Result<f64> {
        let start = Instant::now();
        model.clone().epochs(epochs).train()?;
        Ok(start.elapsed().as_secs_f64())
    };
    let mut least = [f64::INFINITY; 2];
    for _ in 0..5 {
        for (least, epochs) in least.iter_mut().zip([1, 9]) {
            *least = least.min(time(epochs)?);
        }
    }
    let epoch = (least[1] - least[0]) / 8.0;
    report(&format!(
        r#"{{"layers": {layers:?}, "batch": {batch}, "epoch": {epoch}}}"#
    ));
    Ok(())
}
