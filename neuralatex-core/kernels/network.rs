//! A chunk of rows through the network and back.

use super::activation::{activate, differentiate};
use super::interface::{Activation, Layer};
use super::product::{Target, Then, Walk, long_product};
use super::share::Share;
use super::sums::sums;
use super::vector::Vector;

/// The features of a panel of a layer's outputs: as the next layer takes them.
///
/// # Safety
/// `index` must be that of a layer.
#[inline(always)]
unsafe fn output_features<T>(layers: *const Layer<T>, depth: usize, index: usize) -> usize {
    // SAFETY: the next layer is there if its index is below the depth.
    unsafe {
        match index + 1 < depth {
            true => (*layers.add(index + 1)).stride,
            false => (*layers.add(index)).outputs,
        }
    }
}

/// Runs panels forward through all layers. `FUSED` multiplies and adds in one; without it the
/// arithmetic is that of generated code.
///
/// # Safety
/// The layers must hold the panels, `inputs` those of the first layer, `weights` what the layers
/// take.
pub(crate) unsafe fn forward<V: Vector, const FUSED: bool>(
    layers: *const Layer<V::Real>,
    depth: usize,
    weights: *const V::Real,
    inputs: *const V::Real,
    panels: Share,
) {
    let lanes = V::LANES;
    let mut before = inputs;
    // SAFETY: the caller vouches for layers and panels.
    unsafe {
        for index in 0..depth {
            let layer = &*layers.add(index);
            let from = layer.stride * lanes;
            let to = output_features(layers, depth, index) * lanes;
            let walk = Walk {
                a: weights.add(layer.weights),
                a_row: layer.weights_step,
                a_step: 1,
                a_block: 0,
                b: before.add(panels.start * from),
                b_column: from,
                b_step: lanes,
                b_block: 0,
                steps: layer.inputs,
                blocks: 1,
            };
            let target = Target {
                c: layer.values.add(panels.start * to),
                row: lanes,
                column: to,
                goes_on: false,
                then: Then::Bias {
                    biases: weights.add(layer.biases),
                    step: layer.biases_step,
                    relu: layer.activation == Activation::Relu,
                },
            };
            match FUSED {
                true => long_product::<V>(layer.outputs, panels.count, &walk, &target),
                false => sums::<V>(layer.outputs, panels.count, &walk, &target),
            }
            before = layer.values;
            if matches!(layer.activation, Activation::Relu | Activation::Identity) {
                continue;
            }
            let numbers = layer.outputs * lanes;
            for panel in panels.start..panels.end() {
                let slopes = match layer.slopes.is_null() {
                    true => layer.slopes,
                    false => layer.slopes.add(panel * numbers),
                };
                let values = layer.values.add(panel * to);
                activate::<V>(layer.activation, layer.slope, values, slopes, layer.outputs);
            }
        }
    }
}

/// Takes the errors of the last layer's sums back to those of all layers, and turns the values of
/// layers into rows where the next one's gradients need them.
///
/// # Safety
/// As for [`forward`], which must have come before.
pub(crate) unsafe fn backward<V: Vector>(
    layers: *const Layer<V::Real>,
    depth: usize,
    weights: *const V::Real,
    panels: Share,
) {
    let lanes = V::LANES;
    // SAFETY: the caller vouches for layers and panels.
    unsafe {
        for index in (1..depth).rev() {
            let layer = &*layers.add(index);
            let before = &*layers.add(index - 1);
            let (from, to) = (layer.outputs * lanes, before.outputs * lanes);
            let values_step = layer.stride * lanes;
            let relu = before.activation == Activation::Relu;
            let walk = Walk {
                a: weights.add(layer.weights),
                a_row: 1,
                a_step: layer.weights_step,
                a_block: 0,
                b: layer.errors.add(panels.start * from),
                b_column: from,
                b_step: lanes,
                b_block: 0,
                steps: layer.outputs,
                blocks: 1,
            };
            let target = Target {
                c: before.errors.add(panels.start * to),
                row: lanes,
                column: to,
                goes_on: false,
                then: match relu {
                    true => Then::Gate {
                        values: before.values.add(panels.start * values_step),
                        step: values_step,
                    },
                    false => Then::Nothing,
                },
            };
            long_product::<V>(before.outputs, panels.count, &walk, &target);
            if relu && !layer.wide {
                continue;
            }
            for panel in panels.start..panels.end() {
                let values = before.values.add(panel * values_step);
                if !relu {
                    let slopes = match before.slopes.is_null() {
                        true => before.slopes,
                        false => before.slopes.add(panel * to),
                    };
                    let errors = before.errors.add(panel * to);
                    let (activation, slope, count) =
                        (before.activation, before.slope, before.outputs);
                    differentiate::<V>(activation, slope, values, slopes, errors, count);
                }
                if layer.wide {
                    rows::<V>(layer, values, panel);
                }
            }
        }
    }
}

/// A panel of a layer's inputs, row by row.
#[inline(always)]
unsafe fn rows<V: Vector>(layer: &Layer<V::Real>, values: *const V::Real, panel: usize) {
    let lanes = V::LANES;
    for feature in (0..layer.stride).step_by(lanes) {
        // SAFETY: both have room for whole vectors.
        unsafe {
            let to = layer.rows.add(panel * lanes * layer.stride + feature);
            V::transpose(values.add(feature * lanes), lanes, to, layer.stride);
        }
    }
}
