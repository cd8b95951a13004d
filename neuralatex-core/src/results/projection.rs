//! Inputs of many dimensions in the plane: the projection onto the two directions in which they
//! differ most, their leading principal components.
//!
//! The directions are found by subspace iteration: V ← XᵀX V, made orthonormal, some dozen times. The
//! products are those of a layer without activation, so that the kernels compute them.

use crate::data::Scaling;
use crate::evaluation::scores;
use crate::kernels::interface::Activation;
use crate::kernels::network::Shape;

/// Where inputs go, and how much of their variance is left.
pub(crate) struct Projection {
    columns: usize,
    /// Two neurons: a direction and a bias each.
    weights: Vec<f64>,
    /// From 0 to 1.
    pub(crate) share: f64,
}

const ITERATIONS: usize = 40;

impl Projection {
    /// Of rows of inputs, as the network sees them.
    pub(crate) fn of(inputs: &[f64], columns: usize, scaling: Option<&Scaling>) -> Projection {
        let [shifts, factors] = match scaling {
            Some(scaling) => [scaling.shifts(), scaling.factors()],
            None => [vec![0.0; columns], vec![1.0; columns]],
        };
        let rows = inputs.len() / columns;
        let seen = inputs.iter().enumerate().map(|(place, input)| {
            let column = place % columns;
            (input - shifts[column]) * factors[column]
        });
        let mut centred: Vec<f64> = seen.collect();
        let mut means = vec![0.0; columns];
        for row in centred.chunks(columns) {
            let pairs = means.iter_mut().zip(row);
            pairs.for_each(|(mean, input)| *mean += input / rows as f64);
        }
        for row in centred.chunks_mut(columns) {
            let pairs = row.iter_mut().zip(&means);
            pairs.for_each(|(input, mean)| *input -= mean);
        }
        // Squares of what is very large or very small are no numbers.
        let largest = centred
            .iter()
            .fold(0.0, |most: f64, input| most.max(input.abs()));
        if largest > 0.0 && largest.is_finite() {
            centred.iter_mut().for_each(|input| *input /= largest);
        }
        let mut across = vec![0.0; centred.len()];
        for (place, input) in centred.iter().enumerate() {
            across[place % columns * rows + place / columns] = *input;
        }
        let [first, second] = directions(&centred, &across, columns);
        let along = linear(&centred, columns, [&first, &second]);
        let total: f64 = centred.iter().map(|input| input * input).sum();
        let left: f64 = along.iter().map(|input| input * input).sum();
        // For inputs as they are: d · (x - shift) · factor - d · mean.
        let neuron = |direction: &[f64]| {
            let mut neuron: Vec<f64> = direction.iter().zip(&factors).map(|(d, f)| d * f).collect();
            let shift: f64 = neuron.iter().zip(&shifts).map(|(w, s)| w * s).sum();
            let mean: f64 = direction.iter().zip(&means).map(|(d, m)| d * m).sum();
            neuron.push(-shift - mean);
            neuron
        };
        Projection {
            columns,
            weights: [neuron(&first), neuron(&second)].concat(),
            share: if total > 0.0 { left / total } else { 1.0 },
        }
    }

    /// Places of rows of inputs.
    pub(crate) fn places(&self, inputs: &[f64]) -> Vec<[f64; 2]> {
        let places = scores::<f64>(&layer(self.columns, 2), &self.weights, inputs);
        places.chunks(2).map(|place| [place[0], place[1]]).collect()
    }

    /// As a layer of two neurons, weights then bias.
    pub(crate) fn weights(&self) -> &[f64] {
        &self.weights
    }
}

/// The two leading directions of centred rows, which are given row by row and column by column.
fn directions(rows: &[f64], across: &[f64], columns: usize) -> [Vec<f64>; 2] {
    // Any start will do that no direction is at right angles to.
    let start = |step: f64| (1..=columns).map(move |n| 0.5 + (n as f64 * step).fract());
    let mut first: Vec<f64> = start(0.618_033_988_749_894_8).collect();
    let mut second: Vec<f64> = start(0.414_213_562_373_095_1).map(|x| x - 1.0).collect();
    for _ in 0..ITERATIONS {
        unit(&mut first, &[]);
        unit(&mut second, &first);
        let along = linear(rows, columns, [&first, &second]);
        let pick = |which: usize| along.iter().skip(which).step_by(2).copied().collect();
        let [a, b]: [Vec<f64>; 2] = [pick(0), pick(1)];
        let back = linear(across, a.len(), [&a, &b]);
        first = back.iter().step_by(2).copied().collect();
        second = back.iter().skip(1).step_by(2).copied().collect();
    }
    unit(&mut first, &[]);
    unit(&mut second, &first);
    // Which way a direction points is left open by all this.
    for direction in [&mut first, &mut second] {
        let largest =
            direction.iter().fold(
                0.0,
                |largest: f64, x| {
                    if x.abs() > largest.abs() { *x } else { largest }
                },
            );
        if largest < 0.0 {
            direction.iter_mut().for_each(|x| *x = -*x);
        }
    }
    [first, second]
}

/// Makes a direction one of length 1, at right angles to another, or nothing if none is left.
fn unit(direction: &mut [f64], other: &[f64]) {
    let product: f64 = direction.iter().zip(other).map(|(a, b)| a * b).sum();
    let pairs = direction.iter_mut().zip(other);
    pairs.for_each(|(a, b)| *a -= product * b);
    let largest = direction.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let scale = if largest > 0.0 { 1.0 / largest } else { 0.0 };
    let square: f64 = direction.iter().map(|x| (x * scale) * (x * scale)).sum();
    let factor = if square > 0.0 {
        scale / square.sqrt()
    } else {
        0.0
    };
    direction.iter_mut().for_each(|x| *x *= factor);
}

/// The products of rows with two directions.
fn linear(rows: &[f64], columns: usize, [first, second]: [&[f64]; 2]) -> Vec<f64> {
    let weights = [first, &[0.0], second, &[0.0]].concat();
    scores::<f64>(&layer(columns, 2), &weights, rows)
}

fn layer(columns: usize, neurons: usize) -> Shape {
    Shape {
        sizes: vec![columns, neurons],
        activations: vec![(Activation::Identity, 0.0)],
    }
}

#[cfg(test)]
mod tests {
    use super::Projection;

    #[test]
    fn the_plane_is_that_in_which_rows_differ_most() {
        // Mostly along (3, 4, 0) / 5, less along (0, 0, 1), a little along (4, -3, 0) / 5.
        let mut rows = Vec::new();
        for n in 0..60 {
            let [a, b, c] = [1.7, 0.9, 0.3].map(|step: f64| (f64::from(n) * step).sin());
            let [a, b, c] = [10.0 * a, 3.0 * b, 0.1 * c];
            rows.extend([0.6 * a + 0.8 * c + 5.0, 0.8 * a - 0.6 * c - 2.0, b]);
        }
        let projection = Projection::of(&rows, 3, None);
        assert!(projection.share > 0.999, "{}", projection.share);
        let weights = projection.weights();
        for (weight, expected) in weights.iter().zip([0.6, 0.8, 0.0]) {
            assert!((weight - expected).abs() < 0.05, "{weights:?}");
        }
        assert!(weights[6].abs() > 0.99, "{weights:?}");
        let mean = projection
            .places(&rows)
            .iter()
            .fold([0.0; 2], |sum, place| {
                [sum[0] + place[0], sum[1] + place[1]]
            });
        assert!(mean.iter().all(|sum| sum.abs() < 1e-9), "{mean:?}");
    }

    #[test]
    fn rows_that_do_not_differ_lie_in_one_place() {
        for rows in [vec![1.0, 2.0, 3.0], vec![1.0, 2.0, 3.0, 1.0, 2.0, 3.0]] {
            let places = Projection::of(&rows, 3, None).places(&rows);
            assert!(
                places.iter().flatten().all(|x| x.abs() < 1e-9),
                "{places:?}"
            );
        }
    }
}
