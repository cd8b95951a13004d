//! Networks of integers, and the scores that they give for many rows.

use super::interface::integers::{Integers, Layer as Packed, Then as Kind};
use super::{Number, quantized};

/// A layer: sums of weights times inputs, brought to the scale of its values.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Layer {
    /// Neuron by neuron.
    pub(crate) weights: Vec<i8>,
    /// The bias of each, and what its sum is multiplied by.
    pub(crate) neurons: Vec<[i32; 2]>,
    /// Sums are divided by 2^(shift + 1) then.
    pub(crate) shift: u32,
    pub(crate) then: Then,
}

/// What becomes of them: see `inference/integer.rs`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Then {
    Straight,
    Leaky { slope: i32, zeros: Vec<i8> },
    Curved(Box<[[i16; 2]; 128]>),
    Scored,
}

/// How integers stand for numbers.
pub(crate) struct Scales<'s> {
    /// Of inputs: an input is `scale · (integer + 128) + offset`.
    pub(crate) scales: &'s [f64],
    pub(crate) offsets: &'s [f64],
    /// Of scores.
    pub(crate) score_scale: f64,
}

/// The scores of rows of inputs, row by row.
///
/// # Panics
/// If layers do not follow each other, the last one alone gives scores, or rows are not whole.
pub(crate) fn scores<T: Number>(layers: &[Layer], scales: &Scales<'_>, inputs: &[T]) -> Vec<T> {
    let columns = scales.scales.len();
    assert_eq!(scales.offsets.len(), columns);
    let mut widths = vec![columns];
    let mut packed = Vec::new();
    for (index, layer) in layers.iter().enumerate() {
        let (before, outputs) = (widths[index], layer.neurons.len());
        assert_eq!(
            layer.weights.len(),
            before * outputs,
            "every input has a weight"
        );
        let is_last = index + 1 == layers.len();
        assert_eq!(
            is_last,
            layer.then == Then::Scored,
            "the last one gives scores"
        );
        if let Then::Leaky { zeros, .. } = &layer.then {
            assert_eq!(zeros.len(), outputs, "every neuron has its own");
        }
        widths.push(outputs);
        packed.push(layer.packed(before));
    }
    let (outputs, widest) = (
        widths[layers.len()],
        widths.iter().fold(0, |a, b| a.max(*b)),
    );
    let rows = inputs.len() / columns.max(1);
    assert_eq!(inputs.len(), rows * columns, "rows are whole");
    let narrow = |numbers: &[f64]| -> Vec<T> { numbers.iter().map(|&n| T::of(n)).collect() };
    let (steps, offsets) = (narrow(scales.scales), narrow(scales.offsets));
    let (mut from, mut to) = (vec![0_i8; widest], vec![0_i8; widest]);
    let mut reached = vec![0_i32; outputs];
    let mut scores = vec![T::of(0.0); rows * outputs];
    let job = Integers {
        layers: packed.as_ptr(),
        depth: packed.len(),
        inputs: inputs.as_ptr(),
        rows,
        columns,
        scales: steps.as_ptr(),
        offsets: offsets.as_ptr(),
        score_scale: T::of(scales.score_scale),
        values: [from.as_mut_ptr(), to.as_mut_ptr()],
        reached: reached.as_mut_ptr(),
        scores: scores.as_mut_ptr(),
    };
    // SAFETY: weights, neurons and rows were counted, there is room for the values of every layer, and all
    // live until the kernel returns.
    unsafe { T::integers(quantized())(&job) };
    scores
}

impl Layer {
    fn packed(&self, inputs: usize) -> Packed {
        let (mut slope, mut zeros, mut curve) = (0, std::ptr::null(), std::ptr::null());
        let then = match &self.then {
            Then::Straight => Kind::Straight,
            Then::Leaky { slope: s, zeros: z } => {
                (slope, zeros) = (*s, z.as_ptr().cast());
                Kind::Leaky
            }
            Then::Curved(pieces) => {
                curve = &raw const **pieces;
                Kind::Curved
            }
            Then::Scored => Kind::Scored,
        };
        Packed {
            inputs,
            outputs: self.neurons.len(),
            weights: self.weights.as_ptr().cast(),
            neurons: self.neurons.as_ptr(),
            shift: self.shift,
            then,
            slope,
            zeros,
            curve,
        }
    }
}
