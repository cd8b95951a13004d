//! How many bytes it takes to quantise a network, told before it is.

use super::calibration::{CHUNK, Column};
use super::layer::Steps;
use crate::kernels::Number;
use crate::kernels::network::Shape;
use crate::kernels::scores::Scorer;
use crate::spec::parameters;

/// What each neuron of a layer takes while its weights are rounded, in lists of which some have twice the
/// room that they need.
const ROUNDED: u64 = 200;

/// Of one that has seen so many rows, while it is made.
pub(crate) fn making<T: Number>(shape: &Shape, rows: usize) -> u64 {
    let Shape { sizes, activations } = shape;
    let (rows, number) = (rows.min(CHUNK), size_of::<T>());
    let through = |index: usize| {
        let [inputs, outputs] = [sizes[index], sizes[index + 1]];
        let layer = Shape {
            sizes: vec![inputs, outputs],
            activations: vec![activations[index]],
        };
        // Outputs are copied out of the scorer; of each, four numbers are summed up, and the means of these are 0.
        let numbers = number * rows * (inputs + 2 * outputs) + 5 * 8 * outputs;
        numbers as u64 + Scorer::<T>::bytes(&layer, rows)
    };
    let hidden = sizes.len() - 2;
    let calibrated = (0..hidden).map(through).max().unwrap_or(0);
    let calibrated = calibrated + (number * parameters(sizes)) as u64;
    let widest = sizes.iter().max().copied().unwrap_or(0) as u64;
    let rounded = made(shape) + ROUNDED * widest;
    // Of sums and values there are sums of all rows, and then columns.
    let neurons: usize = sizes[1..=hidden].iter().sum();
    let seen = 2 * (4 * 8 + size_of::<Column>()) * neurons;
    let inputs = (5 * 8 + size_of::<Column>() + size_of::<Steps>()) * sizes[0];
    calibrated.max(rounded) + (seen + inputs) as u64
}

/// Of one that is made: weights, the bias and the multiplier of each neuron and where it bends, and the scale and
/// the offset of each input.
pub(crate) fn made(shape: &Shape) -> u64 {
    let sizes = &shape.sizes;
    let neurons: usize = sizes[1..].iter().sum();
    (parameters(sizes) + 9 * neurons + 16 * sizes[0]) as u64
}

/// What one that is made takes beside scores while it gives them.
pub(crate) fn scoring<T: Number>(shape: &Shape) -> u64 {
    let sizes = &shape.sizes;
    let widest = sizes.iter().max().copied().unwrap_or(0);
    let outputs = sizes[sizes.len() - 1];
    (2 * size_of::<T>() * sizes[0] + 2 * widest + 4 * outputs) as u64
}
