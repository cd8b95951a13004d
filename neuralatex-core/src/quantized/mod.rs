//! A trained network as integers.
//!
//! Inputs, and the values of hidden neurons, are counted in steps: x = scale · (q + 128) + offset, where
//! -128 and 127 are the least and the largest x that the training rows show. Scales and offsets become part of
//! the layer that follows, before its weights are rounded:
//! Σ w x + b = Σ (w · scale) q + (b + Σ w (offset + 128 · scale)).

mod calibration;
mod curve;
mod layer;
pub(crate) mod size;

use crate::attempt::Rows;
use crate::data::{Listed, Task};
use crate::error::{Error, Field, Result};
use crate::evaluation::Evaluation;
use crate::kernels::integers::{self, Layer, Scales, Then};
use crate::kernels::{self, Number};
use crate::spec::Precision;
use crate::spec::activation::{Activation, Kind};
use crate::training::plan::Plan;
use calibration::{Column, Seen, range};
use curve::Table;
use layer::{Rounded, Steps, Target};

/// The network that is shipped, and how good it is.
#[derive(Clone, Debug)]
pub(crate) struct Quantized {
    /// Of each input, in the precision of the model.
    pub(crate) scales: Vec<f64>,
    pub(crate) offsets: Vec<f64>,
    pub(crate) layers: Vec<Layer>,
    /// What a score of 1 is worth.
    pub(crate) score_scale: f64,
    pub(crate) evaluation: Option<Evaluation>,
}

/// What the largest score that can be is about. Numbers to predict may be of very different size, and have one
/// scale; of classes no two scores that differ become the same number in `f32`, by which they are evaluated.
fn largest_score(task: &Task) -> f64 {
    f64::from(match task {
        Task::Targets => 1 << 30,
        Task::Classes(_) => 1 << 22,
    })
}

impl Quantized {
    /// That of weights as they would be shipped.
    pub(crate) fn of(plan: &Plan, rows: &Rows, weights: &[f64]) -> Result<Quantized> {
        match plan.precision {
            Precision::F32 => of::<f32>(plan, rows, weights),
            Precision::F64 => of::<f64>(plan, rows, weights),
        }
    }

    /// Zeros, in place of one that was not trained.
    pub(crate) fn zeros(plan: &Plan, evaluation: Option<Evaluation>) -> Quantized {
        let sizes = plan.layers.windows(2).enumerate();
        let layer = |(index, pair): (usize, &[usize])| Layer {
            weights: vec![0; pair[0] * pair[1]],
            neurons: vec![[0; 2]; pair[1]],
            shift: 0,
            then: match plan.activations.get(index) {
                None => Then::Scored,
                Some(activation) if curve::of(*activation).is_some() => {
                    Then::Curved(Box::new([[0; 2]; 128]))
                }
                Some(_) => Then::Straight,
            },
        };
        Quantized {
            scales: vec![0.0; plan.layers[0]],
            offsets: vec![0.0; plan.layers[0]],
            layers: sizes.map(layer).collect(),
            score_scale: 0.0,
            evaluation,
        }
    }

    /// The weights of all layers, without biases.
    pub(crate) fn weights(&self) -> impl Iterator<Item = i8> {
        self.layers
            .iter()
            .flat_map(|layer| layer.weights.iter().copied())
    }

    /// The scores for rows of inputs, row by row.
    pub(crate) fn scores<T: Number>(&self, inputs: &[T]) -> Vec<T> {
        let scales = Scales {
            scales: &self.scales,
            offsets: &self.offsets,
            score_scale: self.score_scale,
        };
        integers::scores(&self.layers, &scales, inputs)
    }
}

fn of<T: Listed>(plan: &Plan, rows: &Rows, weights: &[f64]) -> Result<Quantized> {
    let mut quantized = network::<T>(plan, rows, weights)?;
    if let Some(eval) = &rows.eval {
        let inputs = eval.view::<T>([0.0; 2]).inputs;
        let scores = quantized.scores(inputs);
        let evaluation = Evaluation::of_scores(plan, &rows.task, eval, &scores);
        if !evaluation.loss.is_finite() {
            return Err(Error::no_evaluation_of_integers(plan.hazards(&rows.data)));
        }
        quantized.evaluation = Some(evaluation);
    }
    Ok(quantized)
}

fn network<T: Listed>(plan: &Plan, rows: &Rows, weights: &[f64]) -> Result<Quantized> {
    let data = &rows.data;
    let precision = plan.precision;
    let seen = calibration::inputs(data);
    // Generated code takes the least off first.
    let range = |column: &Column| precision.round(column.most - column.least);
    if seen.iter().any(|column| range(column).is_infinite()) {
        return Err(too_large("an input"));
    }
    // What generated code divides by is a number of its precision.
    let scale_of = |column: &Column| precision.round(scale([column.least, column.most]));
    let mut inputs: Vec<Steps> = seen
        .iter()
        .map(|column| Steps::new(scale_of(column), column.least, column))
        .collect();
    let [scales, offsets] = [
        inputs.iter().map(|steps| steps.scale).collect(),
        inputs.iter().map(|steps| steps.offset).collect(),
    ];
    let mut rest = weights;
    let mut layers = Vec::new();
    let hidden = calibration::hidden::<T>(plan, data, weights)?;
    for (index, (seen, activation)) in hidden.iter().zip(&plan.activations).enumerate() {
        let own;
        (own, rest) = rest.split_at((plan.layers[index] + 1) * plan.layers[index + 1]);
        let refused = || too_large(&format!("hidden layer {}", index + 1));
        let layer = hidden_layer(own, &mut inputs, seen, *activation);
        layers.push(layer.ok_or_else(refused)?);
    }
    let refused = || too_large("the last layer");
    let alike = vec![Target::default(); plan.outputs()];
    let rounded = Rounded::of(rest, &inputs, &alike, f64::INFINITY).ok_or_else(refused)?;
    let largest = largest_score(&rows.task);
    let score_scale = match rounded.largest() / largest {
        0.0 => 1.0,
        scale => precision.round(scale),
    };
    if !score_scale.is_normal() || precision.round(score_scale * largest).is_infinite() {
        return Err(refused());
    }
    layers.push(rounded.layer(score_scale, Then::Scored));
    Ok(Quantized {
        scales,
        offsets,
        layers,
        score_scale,
        evaluation: None,
    })
}

/// A hidden layer, whose values are then the inputs. `None` if something is too large for any scale.
///
/// Each neuron has a range of its own, which costs nothing: its sum is multiplied by a number of its own anyway.
/// A curve has one for all of its neurons, as these share its table.
fn hidden_layer(
    weights: &[f64],
    inputs: &mut Vec<Steps>,
    seen: &Seen,
    activation: Activation,
) -> Option<Layer> {
    let mut values = Vec::new();
    let (targets, places, then): (Vec<Target>, f64, Then) = match activation.0 {
        Kind::Relu | Kind::Identity => {
            let is_relu = activation.0 == Kind::Relu;
            for column in &seen.values {
                let least = if is_relu { 0.0 } else { column.least };
                values.push(Steps::new(scale([least, column.most]), least, column));
            }
            let target = |steps: &Steps| Target {
                scale: steps.scale,
                offset: steps.offset,
            };
            (values.iter().map(target).collect(), 256.0, Then::Straight)
        }
        Kind::LeakyRelu(slope) => {
            let mut zeros = Vec::new();
            for column in &seen.values {
                let least = column.least.min(0.0);
                let scale = scale([least, column.most.max(0.0)]);
                // Sums of 0 are where it bends, so that 0 is a whole number of steps above the least value.
                let zero = match scale {
                    0.0 => 0.0,
                    scale => (-least / scale).round(),
                };
                values.push(Steps::new(scale, -zero * scale, column));
                zeros.push((zero - 128.0) as i8);
            }
            let target = |steps: &Steps| Target {
                scale: steps.scale,
                offset: 0.0,
            };
            let slope = (slope * f64::from(1 << 30)).round() as i32;
            let then = Then::Leaky { slope, zeros };
            (values.iter().map(target).collect(), 256.0, then)
        }
        _ => {
            let function = curve::of(activation)?;
            let [least, most] = range(&seen.values);
            let scale = scale([least, most]);
            for column in &seen.values {
                values.push(Steps::new(scale, least, column));
            }
            let curve = Table::of(function, range(&seen.sums), (scale, least));
            let target = Target {
                scale: curve.scale,
                offset: curve.start,
            };
            let then = Then::Curved(curve.pieces);
            (vec![target; values.len()], 65536.0, then)
        }
    };
    // Where a sum of 1 is more than all places there are, it may as well be twice as many.
    let rounded = Rounded::of(weights, inputs, &targets, 2.0 * places)?;
    *inputs = values;
    Some(rounded.layer(1.0, then))
}

/// The size of a step.
fn scale([least, most]: [f64; 2]) -> f64 {
    match (most - least) / 255.0 {
        scale if scale.is_finite() => scale,
        _ => most / 255.0 - least / 255.0,
    }
}

fn too_large(what: &str) -> Error {
    let message = format!(
        "{what} cannot be counted in integers: on the rows of `data` its numbers are too large, or they and \
         its weights too small; bring inputs and targets to a size of about 1, or leave `quantize` out"
    );
    Error::new(Field::Quantize, message)
}

/// Rows of inputs, as the kernels take them.
pub(crate) fn scores_of(quantized: &Quantized, precision: Precision, inputs: &[f64]) -> Vec<f64> {
    fn scores<T: Number>(quantized: &Quantized, inputs: &[f64]) -> Vec<f64> {
        let inputs: Vec<T> = inputs.iter().map(|&input| T::of(input)).collect();
        let mut wide = Vec::new();
        kernels::widen(&quantized.scores(&inputs), &mut wide);
        wide
    }
    match precision {
        Precision::F32 => scores::<f32>(quantized, inputs),
        Precision::F64 => scores::<f64>(quantized, inputs),
    }
}

#[cfg(test)]
mod tests;
