//! What the values of a network come to on the rows that it was trained on, in numbers with a point.

use super::too_large;
use crate::data::{Examples, Listed};
use crate::error::Result;
use crate::kernels;
use crate::kernels::interface::Activation;
use crate::kernels::network::{Answers, Rows, Shape};
use crate::kernels::scores::Scorer;
use crate::training::{job, plan::Plan};

/// How many rows pass through all layers at a time.
pub(super) const CHUNK: usize = 1024;

/// What was seen of an input, or of a neuron.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) mean: f64,
}

/// What was seen of a hidden layer, neuron by neuron.
pub(super) struct Seen {
    /// Where the activation is a curve.
    pub(super) sums: Vec<Column>,
    pub(super) values: Vec<Column>,
}

/// The least and the largest number of some columns.
pub(super) fn range(columns: &[Column]) -> [f64; 2] {
    let least = columns.iter().map(|column| column.least);
    let most = columns.iter().map(|column| column.most);
    [
        least.reduce(f64::min).unwrap_or(0.0),
        most.reduce(f64::max).unwrap_or(0.0),
    ]
}

/// Those of the inputs.
pub(super) fn inputs(data: &Examples) -> Vec<Column> {
    let statistics = data.statistics(&vec![0.0; data.columns()]);
    columns(&statistics, data.rows())
}

/// Those of all hidden layers, with the arithmetic of the generated code.
pub(super) fn hidden<T: Listed>(
    plan: &Plan,
    data: &Examples,
    weights: &[f64],
) -> Result<Vec<Seen>> {
    let Shape { sizes, activations } = job::shape(&plan.layers, &plan.activations);
    let mut numbers: Vec<T> = Vec::new();
    kernels::append(&mut numbers, weights).map_err(|_| too_large("the network"))?;
    let hidden = sizes.len() - 2;
    let mut seen: Vec<[Vec<[f64; 4]>; 2]> = vec![<_>::default(); hidden];
    for chunk in data.view::<T>([0.0; 2]).inputs.chunks(CHUNK * sizes[0]) {
        let mut inputs = chunk.to_vec();
        let mut rest = &numbers[..];
        for (index, [sums, values]) in seen.iter_mut().enumerate() {
            let own;
            (own, rest) = rest.split_at((sizes[index] + 1) * sizes[index + 1]);
            let through = |activation| layer(&sizes[index..index + 2], activation, own, &inputs);
            if !is_straight(activations[index].0) {
                merge(sums, &through((Activation::Identity, 0.0)).1);
            }
            let (outputs, statistics) = through(activations[index]);
            merge(values, &statistics);
            inputs = outputs;
        }
    }
    let rows = data.rows();
    let mut all = Vec::new();
    for (index, [sums, values]) in seen.into_iter().enumerate() {
        let is_sound =
            |[least, most, sum, _]: &[f64; 4]| (most - least).is_finite() && !sum.is_nan();
        if !sums.iter().chain(&values).all(is_sound) {
            return Err(too_large(&format!("hidden layer {}", index + 1)));
        }
        all.push(Seen {
            sums: columns(&sums, rows),
            values: columns(&values, rows),
        });
    }
    Ok(all)
}

/// Whether sums tell what values do.
fn is_straight(activation: Activation) -> bool {
    use Activation::{Identity, LeakyRelu, Relu};
    matches!(activation, Identity | Relu | LeakyRelu)
}

/// What a layer by itself makes of rows, and what is seen of that.
fn layer<T: Listed>(
    sizes: &[usize],
    activation: (Activation, f64),
    weights: &[T],
    inputs: &[T],
) -> (Vec<T>, Vec<[f64; 4]>) {
    let shape = Shape {
        sizes: sizes.to_vec(),
        activations: vec![activation],
    };
    let rows = |inputs, columns| Rows {
        inputs,
        columns,
        normalization: None,
        answers: Answers::Unknown,
    };
    let given = rows(inputs, sizes[0]);
    let outputs = Scorer::new(&shape, given.count())
        .scores(weights, &given)
        .to_vec();
    let statistics = kernels::statistics(&rows(&outputs, sizes[1]), &vec![0.0; sizes[1]]);
    (outputs, statistics)
}

fn merge(all: &mut Vec<[f64; 4]>, more: &[[f64; 4]]) {
    if all.is_empty() {
        return all.extend_from_slice(more);
    }
    for ([least, most, sum, _], other) in all.iter_mut().zip(more) {
        *least = least.min(other[0]);
        *most = most.max(other[1]);
        *sum += other[2];
    }
}

fn columns(statistics: &[[f64; 4]], rows: usize) -> Vec<Column> {
    let column = |[least, most, sum, _]: &[f64; 4]| Column {
        least: *least,
        most: *most,
        // The sum may be beyond all numbers.
        mean: (sum / rows as f64).clamp(*least, *most),
    };
    statistics.iter().map(column).collect()
}
