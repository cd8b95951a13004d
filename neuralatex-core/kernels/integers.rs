//! The scores of quantised networks, with the functions that generated code has, of which the compiler
//! makes vectors by itself.

use core::convert::identity as number;
use core::slice::{from_raw_parts, from_raw_parts_mut};

use super::interface::integers::{Integers, Layer, Quantized, Then};

pub(crate) static QUANTIZED: Quantized = Quantized {
    single: single::scores,
    double: double::scores,
};

// The functions are also written into generated code, which is why they are files of their own.
type Weight = u8;
type Word = i32;
include!("../src/inference/integer.rs");

macro_rules! scaled {
    ($module:ident, $real:ident) => {
        mod $module {
            use super::number;

            type Real = $real;
            type Stored = $real;
            include!("../src/inference/scaled.rs");

            pub(super) unsafe extern "C" fn scores(job: *const super::Integers<Real>) {
                // SAFETY: the caller vouches for the job.
                unsafe { super::run(&*job, in_steps, in_numbers) }
            }
        }
    };
}

scaled!(single, f32);
scaled!(double, f64);

/// Row by row, with what is between numbers and integers.
///
/// # Safety
/// The job must be sound.
unsafe fn run<T: Copy>(
    job: &Integers<T>,
    in_steps: impl Fn(&[T], &[T], &[T], &mut [i8]),
    in_numbers: impl Fn(&[i32], T, &mut [T]),
) {
    // SAFETY: the caller vouches for the job.
    unsafe {
        let columns = job.columns;
        let scales = from_raw_parts(job.scales, columns);
        let offsets = from_raw_parts(job.offsets, columns);
        for row in 0..job.rows {
            let [mut from, mut to] = job.values;
            let inputs = from_raw_parts(job.inputs.add(row * columns), columns);
            in_steps(inputs, scales, offsets, from_raw_parts_mut(from, columns));
            for index in 0..job.depth {
                let layer = &*job.layers.add(index);
                let inputs = from_raw_parts(from, layer.inputs);
                if layer.then == Then::Scored {
                    let outputs = layer.outputs;
                    let (weights, neurons) = parameters(layer);
                    let reached = from_raw_parts_mut(job.reached, outputs);
                    scored(weights, neurons, inputs, layer.shift, reached);
                    let scores = from_raw_parts_mut(job.scores.add(row * outputs), outputs);
                    in_numbers(reached, job.score_scale, scores);
                } else {
                    hidden(layer, inputs, from_raw_parts_mut(to, layer.outputs));
                }
                (from, to) = (to, from);
            }
        }
    }
}

/// The values of a layer.
///
/// # Safety
/// Its pointers must be valid.
unsafe fn hidden(layer: &Layer, inputs: &[i8], outputs: &mut [i8]) {
    // SAFETY: the caller vouches for the layer. A curve is 128 pairs, however they are grouped.
    unsafe {
        let (weights, neurons) = parameters(layer);
        let shift = layer.shift;
        match layer.then {
            Then::Leaky => {
                let bend = (layer.slope, from_raw_parts(layer.zeros, layer.outputs));
                leaky(weights, neurons, inputs, shift, bend, outputs);
            }
            Then::Curved => {
                let curve = &*layer.curve.cast::<Curve>();
                curved(weights, neurons, inputs, shift, curve, outputs);
            }
            _ => {
                straight(weights, neurons, inputs, shift, outputs);
            }
        }
    }
}

/// Its weights, and its neurons.
///
/// # Safety
/// Its pointers must be valid.
unsafe fn parameters(layer: &Layer) -> (&[u8], &[[i32; 2]]) {
    // SAFETY: the caller vouches for the layer.
    unsafe {
        (
            from_raw_parts(layer.weights, layer.inputs * layer.outputs),
            from_raw_parts(layer.neurons, layer.outputs),
        )
    }
}
