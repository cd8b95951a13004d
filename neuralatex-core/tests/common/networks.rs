//! Networks of every activation, in both precisions, of several shapes, and for every kind of answer.

use crate::common::models::train;
use neuralatex_core::prelude::*;

/// Rows whose inputs and targets follow no pattern.
fn sums(inputs: usize, outputs: usize) -> FromFn {
    from_fn(60, move |random| {
        let row: Vec<f64> = (0..inputs).map(|_| random.uniform(-1.0, 1.0)).collect();
        let sum: f64 = row.iter().sum();
        let targets: Vec<f64> = (0..outputs)
            .map(|place| (sum + place as f64).sin())
            .collect();
        (row, targets)
    })
}

fn models() -> Vec<Model> {
    let activations = [
        relu(),
        // One that is no f32.
        leaky_relu(0.3),
        tanh(),
        sigmoid(),
        silu(),
        gelu(),
        identity(),
    ];
    let mut models: Vec<Model> = activations
        .into_iter()
        .map(|activation| {
            model(
                format!("Sums_{}", activation_name(activation)),
                [3, 7, 5, 2],
            )
            .data(sums(3, 2))
            .activation(activation)
        })
        .collect();
    models.extend([
        model("Line", [1, 1]).data(sums(1, 1)).normalize(standard()),
        model("Side", [2, 1]).data(moons(30)),
        model("Arm", [2, 8, 1])
            .data(spiral(40))
            .loss(cross_entropy()),
        model("Arms", [2, 16, 4])
            .data(blobs(30).classes(4))
            .normalize(min_max())
            .activation(tanh()),
        model("Each", [2, 8, 3])
            .data(blobs(30))
            .loss(binary_cross_entropy())
            .activation(silu()),
        model("Mixed", [4, 9, 8, 7, 6, 3])
            .data(blobs(30).dimensions(4))
            .activation([tanh(), identity(), gelu(), leaky_relu(0.1)]),
        model("Wide", [40, 300, 3])
            .data(blobs(30).dimensions(40))
            .normalize(standard()),
        model("Large", [2, 8, 2])
            .data(points((0..50).map(|n| {
                let [x, y] = [f64::from(n % 7), f64::from(n % 11)];
                (vec![x, y], vec![x + y, 1e4 * x * y])
            })))
            .optimizer(adam(1.0)),
        model("Größe", [1, 1, 1]).data(sums(1, 1)),
    ]);
    models
}

fn activation_name(activation: Activation) -> String {
    let name = activation.to_string();
    name.split('(').next().unwrap_or_default().to_string()
}

/// All of them, trained for a while, with the precision of each.
pub(crate) fn networks() -> Vec<(Precision, Trained)> {
    let both = [Precision::F32, Precision::F64];
    let trained = both.into_iter().flat_map(|precision| {
        let trained = move |model: Model| (precision, train(model.epochs(20).precision(precision)));
        models().into_iter().map(trained)
    });
    trained.collect()
}

/// Inputs that a network was trained on, and others.
pub(crate) fn inputs(trained: &Trained) -> Vec<Vec<f64>> {
    let mut inputs: Vec<Vec<f64>> = (0..6).map(|row| trained.data().inputs(row)).collect();
    let columns = inputs[0].len();
    inputs.push(vec![0.0; columns]);
    inputs.push(
        (0..columns)
            .map(|n| (n as f64 * 0.37).sin() * 2.0)
            .collect(),
    );
    inputs
}
