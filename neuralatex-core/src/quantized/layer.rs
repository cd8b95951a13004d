//! The weights of a layer, rounded: each neuron in a scale of its own, so that its sum cannot leave the
//! 32 bits that it has.

use super::calibration::Column;
use crate::kernels::integers::{Layer, Then};

/// What the integers of an input stand for: x = scale · (q + 128) + offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    pub(super) scale: f64,
    pub(super) offset: f64,
    /// The mean of q over the training rows.
    mean: f64,
}

impl Steps {
    /// Of what was seen. A scale of 0 is for what was always the same.
    pub(super) fn new(scale: f64, offset: f64, seen: &Column) -> Steps {
        let mean = match scale {
            0.0 => -128.0,
            scale => ((seen.mean - offset) / scale - 128.0).clamp(-128.0, 127.0),
        };
        Steps {
            scale,
            offset,
            mean,
        }
    }
}

/// What the sum of a neuron is brought to: steps of a scale, above an offset. A scale of 0 is for one
/// that comes to the same whatever the input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) scale: f64,
    pub(super) offset: f64,
}

impl Default for Target {
    fn default() -> Target {
        Target {
            scale: 1.0,
            offset: 0.0,
        }
    }
}

/// How many times as large as another a ratio may be.
const SPREAD: f64 = (1 << 20) as f64;

/// The parameters of a layer in integers.
pub(super) struct Rounded {
    weights: Vec<i8>,
    biases: Vec<i32>,
    /// What a sum of 1 is worth, neuron by neuron, and how many steps of its target that is.
    scales: Vec<f64>,
    ratios: Vec<f64>,
    /// What a sum could reach at most, whatever the inputs, and on the way to it too.
    reaches: Vec<i64>,
}

impl Rounded {
    /// Of weights in the paper's order. No ratio is larger than told, nor so much smaller than the largest that its
    /// multiplier has less than eleven bits. `None` if there is no scale.
    pub(super) fn of(
        weights: &[f64],
        inputs: &[Steps],
        targets: &[Target],
        most: f64,
    ) -> Option<Rounded> {
        let neurons = || weights.chunks_exact(inputs.len() + 1).zip(targets);
        let scales: Vec<(f64, f64)> = neurons()
            .map(|(neuron, target)| finest(neuron, inputs, target.offset))
            .collect::<Option<_>>()?;
        let ratio = |scale: f64, target: &Target| match target.scale {
            0.0 => 0.0,
            step => (scale / step).min(most),
        };
        let ratios = scales.iter().zip(targets);
        let ratios = ratios.map(|((finest, _), target)| ratio(*finest, target));
        let floor = ratios.fold(0.0, f64::max) / SPREAD;
        let mut rounded = Rounded {
            weights: Vec::with_capacity(weights.len()),
            biases: Vec::new(),
            scales: Vec::new(),
            ratios: Vec::new(),
            reaches: Vec::new(),
        };
        for ((neuron, target), (finest, sum)) in neurons().zip(scales) {
            let scale = match finest.max(floor * target.scale) {
                0.0 => 1.0,
                scale => scale.max(f64::MIN_POSITIVE),
            };
            rounded.push(neuron, inputs, sum, scale)?;
            rounded.ratios.push(ratio(scale, target));
        }
        Some(rounded)
    }

    /// Adds a neuron whose sum is this one where all integers are 0. What rounding its weights does to the
    /// sum is made up for by the bias, for inputs that are what they are on average.
    fn push(&mut self, neuron: &[f64], inputs: &[Steps], sum: f64, scale: f64) -> Option<()> {
        let (mut lost, mut reach) = (0.0, 0);
        for (weight, input) in neuron.iter().zip(inputs) {
            let exact = weight * input.scale / scale;
            let rounded = exact.round();
            lost += (exact - rounded) * input.mean;
            reach += 128 * rounded.abs() as i64;
            self.weights.push(rounded as i8);
        }
        let bias = (sum / scale + lost).round() as i64;
        reach += bias.abs();
        // So no part of the sum, in any order, is beyond what it has room for.
        if reach > i64::from(i32::MAX) {
            return None;
        }
        self.biases.push(bias as i32);
        self.scales.push(scale);
        self.reaches.push(reach);
        Some(())
    }

    /// The largest number that a sum could stand for.
    pub(super) fn largest(&self) -> f64 {
        let each = self.reaches.iter().zip(&self.scales);
        each.fold(0.0, |most, (reach, scale)| most.max(*reach as f64 * scale))
    }

    /// The layer, whose ratios are divided by a number.
    pub(super) fn layer(self, divisor: f64, then: Then) -> Layer {
        let ratios: Vec<f64> = self.ratios.iter().map(|ratio| ratio / divisor).collect();
        let (multipliers, shift) = multipliers(&ratios);
        let neurons = self.biases.into_iter().zip(multipliers);
        Layer {
            weights: self.weights,
            neurons: neurons
                .map(|(bias, multiplier)| [bias, multiplier])
                .collect(),
            shift,
            then,
        }
    }
}

/// The finest scale that a neuron can have, and its sum where all integers are 0.
fn finest(neuron: &[f64], inputs: &[Steps], offset: f64) -> Option<(f64, f64)> {
    let (weights, bias) = neuron.split_at(inputs.len());
    let (mut most, mut total, mut sum) = (0.0, 0.0, bias.iter().sum::<f64>() - offset);
    for (weight, input) in weights.iter().zip(inputs) {
        let step = (weight * input.scale).abs();
        most = if step > most { step } else { most };
        total += step;
        sum += weight * (input.offset + 128.0 * input.scale);
    }
    // Rounding adds half a step to each weight, and the bias may have to make up for as much.
    let room = f64::from(i32::MAX) - 2.0 - 128.0 * inputs.len() as f64;
    let scale = match most {
        0.0 => sum.abs() / f64::from(1 << 23),
        most => (most / 127.0).max((128.0 * total + sum.abs()) / room.max(1.0)),
    };
    (scale.is_finite() && sum.is_finite()).then_some((scale, sum))
}

/// Ratios as `multiplier / 2^(shift + 1)`, the largest with 31 bits.
pub(super) fn multipliers(ratios: &[f64]) -> (Vec<i32>, u32) {
    let most = ratios.iter().copied().fold(0.0, f64::max);
    let exponent = (most.to_bits() >> 52) as i32 - 1023;
    let power = (30 - exponent).clamp(1, 63) as u32;
    let factor = (1_u64 << power) as f64;
    let multiplier = |ratio: &f64| (ratio * factor).round().min(f64::from(i32::MAX)) as i32;
    (ratios.iter().map(multiplier).collect(), power - 1)
}

#[cfg(test)]
mod tests {
    use super::{Rounded, SPREAD, Steps, Target, multipliers};
    use crate::quantized::calibration::Column;
    use crate::random::{Random, Stream};

    fn steps(scale: f64, offset: f64, mean: f64) -> Steps {
        let seen = Column {
            least: offset,
            most: offset + 255.0 * scale,
            mean,
        };
        Steps::new(scale, offset, &seen)
    }

    /// Inputs and biases of any size, and the worst inputs that there are for each neuron.
    #[test]
    fn no_sum_can_leave_its_32_bits() {
        let mut random = Random::new(1, Stream::Data);
        for case in 0..300 {
            let inputs = 1 + case * case / 10;
            let sizes = [0.0, 1e-12, 1.0, 1e3, 1e12];
            let mut size = || sizes[random.below(5)] * random.uniform(-1.0, 1.0);
            let steps: Vec<Steps> = (0..inputs)
                .map(|_| steps(size().abs() / 255.0, size(), size()))
                .collect();
            let weights: Vec<f64> = (0..3 * (inputs + 1)).map(|_| size()).collect();
            let targets = [(); 3].map(|()| Target {
                scale: size().abs(),
                offset: size(),
            });
            let rounded = Rounded::of(&weights, &steps, &targets, 512.0).unwrap();
            let neurons = rounded.weights.chunks(inputs).zip(&rounded.biases);
            for (weights, bias) in neurons {
                for worst in [1_i32, -1] {
                    let mut sum = *bias;
                    for weight in weights {
                        let input = match i32::from(*weight) * worst {
                            ..0 => -128,
                            _ => 127,
                        };
                        sum = sum.checked_add(i32::from(*weight) * input).unwrap();
                    }
                }
                assert!(weights.iter().all(|weight| *weight != i8::MIN));
            }
        }
    }

    #[test]
    fn a_sum_that_could_is_refused() {
        let mut rounded = Rounded {
            weights: Vec::new(),
            biases: Vec::new(),
            scales: Vec::new(),
            ratios: Vec::new(),
            reaches: Vec::new(),
        };
        let inputs = [steps(1.0, 0.0, 0.0); 2];
        let most = f64::from(i32::MAX) - 128.0 * 200.0;
        // What rounding lost, if something had been, would be made up for.
        assert!(
            rounded
                .push(&[100.0, -100.0, 0.0], &inputs, most, 1.0)
                .is_some()
        );
        assert!(
            rounded
                .push(&[100.0, -100.0, 0.0], &inputs, most + 1.0, 1.0)
                .is_none()
        );
        assert!(
            rounded
                .push(&[100.0, -100.0, 0.0], &inputs, -most - 1.0, 1.0)
                .is_none()
        );
    }

    /// All small weights are rounded to 0, and their inputs are far from it in integers.
    #[test]
    fn rounding_leaves_the_mean_of_a_sum_as_it_is() {
        let inputs = [steps(1.0, 0.0, 10.0); 500];
        let mut weights = vec![0.4; 501];
        (weights[0], weights[500]) = (127.0, 3.0);
        let rounded = Rounded::of(&weights, &inputs, &[Target::default()], 512.0).unwrap();
        assert_eq!(
            (rounded.weights[0], rounded.weights[1], rounded.scales[0]),
            (127, 0, 1.0)
        );
        let found = rounded.biases[0] + 127 * (10 - 128);
        let expected = 10.0 * (127.0 + 499.0 * 0.4) + 3.0;
        assert!(
            (f64::from(found) - expected).abs() <= 0.5,
            "{found} and {expected}"
        );
    }

    #[test]
    fn multipliers_are_their_ratios() {
        for scale in [1e-30, 1e-6, 0.4, 1.0, 511.0, 1e5] {
            let ratios = [scale, scale / SPREAD, 0.0];
            let (multipliers, shift) = multipliers(&ratios);
            assert!(shift <= 62);
            for (ratio, multiplier) in ratios.iter().zip(multipliers) {
                let found = f64::from(multiplier) / 2.0_f64.powi(shift as i32 + 1);
                assert!(
                    (found - ratio).abs() <= 5e-4 * ratio + 1e-18,
                    "{ratio}: {found}"
                );
            }
        }
    }
}
