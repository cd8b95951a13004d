//! The trainings that all rivals do: by the loop alone in the rivals' order of rows, with our own
//! shuffling, and from rows to a trained model.

use neuralatex_core::bench::Prepared;
use neuralatex_core::prelude::*;

use crate::clock::samples;
use crate::files::{floats, there, trained, whole};

/// A model whose rows are still to be given; and these.
struct Task {
    name: &'static str,
    model: Model,
    rows: Vec<(Vec<f64>, Label)>,
    /// None where a batch holds all rows.
    orders: Vec<Vec<u32>>,
}

pub fn all() -> Result<()> {
    for (name, epochs) in [("spiral-35", 35), ("spiral-1000", 1000)] {
        measure(spiral(name, epochs))?;
    }
    for (name, layers, batch, epochs) in [
        ("digits", [64, 32, 10], 32, 50),
        ("mnist", [784, 128, 10], 64, 1),
    ] {
        if there(&format!("{name}.weights")) {
            measure(classes(name, layers, batch, epochs))?;
        }
    }
    Ok(())
}

fn spiral(name: &'static str, epochs: usize) -> Task {
    let optimizer = match epochs {
        35 => sgd(|epoch: f64| 1.0 - 0.9 * (epoch - 1.0) / 100.0),
        _ => sgd(0.1),
    };
    let inputs = floats("spiral.inputs");
    let targets = floats("spiral.targets");
    let rows = inputs.chunks(2).zip(targets);
    Task {
        name,
        model: model("Spiral", [2, 4, 4, 1])
            .loss(max_margin())
            .optimizer(optimizer)
            .init(values(floats("spiral.weights")))
            .epochs(epochs)
            .batch(100),
        rows: rows
            .map(|(row, target)| (row.to_vec(), (target as i32).into()))
            .collect(),
        orders: Vec::new(),
    }
}

fn classes(name: &'static str, layers: [usize; 3], batch: usize, epochs: usize) -> Task {
    let inputs = floats(&format!("{name}.train.inputs"));
    let classes = whole(&format!("{name}.train.classes"));
    let count = classes.len();
    let rows = inputs.chunks(layers[0]).zip(classes);
    Task {
        name,
        model: model("Classes", layers)
            .loss(cross_entropy())
            .optimizer(adam(0.001))
            .init(values(floats(&format!("{name}.weights"))))
            .epochs(epochs)
            .batch(batch),
        rows: rows
            .map(|(row, class)| (row.to_vec(), (class as i32).into()))
            .collect(),
        orders: whole(&format!("{name}.order"))
            .chunks(count)
            .map(<[u32]>::to_vec)
            .collect(),
    }
}

fn measure(task: Task) -> Result<()> {
    let Task {
        name,
        model,
        rows,
        orders,
    } = task;
    let mut weights = Vec::new();
    let times = samples(
        || (model.clone(), rows.clone()),
        |(model, rows)| {
            let trained = model.data(points(rows)).train();
            weights = trained.expect("it trains").weights();
        },
    );
    let narrow: Vec<f32> = weights.iter().map(|&weight| weight as f32).collect();
    trained("neuralatex end to end", name, &times, &narrow);
    let mut prepared = Prepared::new(&model.data(points(rows)))?;
    let loop_alone = |who: &str, prepared: &Prepared| {
        let mut weights = Vec::new();
        let times = samples(|| (), |()| weights = prepared.train());
        trained(who, name, &times, &weights);
    };
    if !orders.is_empty() {
        loop_alone("neuralatex shuffling", &prepared);
        prepared = prepared.in_orders(orders);
    }
    loop_alone("neuralatex", &prepared);
    Ok(())
}
