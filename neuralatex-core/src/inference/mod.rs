//! The network as it is shipped: the arithmetic of the generated code, in the core.

use crate::spec::Precision;

/// The source of [`single`] and [`double`], for the emitter.
pub(crate) const SOURCE: &str = include_str!("arithmetic.rs");

macro_rules! arithmetic {
    ($module:ident, $real:ty) => {
        mod $module {
            type Real = $real;

            include!("arithmetic.rs");

            /// The scores of a network, computed by the same calls as in the generated code.
            pub(super) fn scores(layers: &[usize], weights: &[f64], input: &[f64]) -> Vec<f64> {
                let shipped =
                    |numbers: &[f64]| -> Vec<Real> { numbers.iter().map(|&n| n as Real).collect() };
                let weights = shipped(weights);
                let mut weights = &weights[..];
                let mut values = shipped(input);
                for (size, index) in layers[1..].iter().zip(2..) {
                    let mut outputs = vec![0.0; *size];
                    weights = layer(weights, &values, &mut outputs);
                    if index < layers.len() {
                        relu(&mut outputs);
                    }
                    values = outputs;
                }
                debug_assert!(weights.is_empty(), "every weight is used");
                values.into_iter().map(f64::from).collect()
            }

            /// The class that some scores speak for.
            pub(super) fn predict(scores: &[f64], classes: &[i32]) -> i32 {
                let scores: Vec<Real> = scores.iter().map(|&score| score as Real).collect();
                match (&scores[..], classes) {
                    ([score], &[first, second]) => side(*score, [first, second]),
                    _ => best(&scores, classes),
                }
            }
        }
    };
}

arithmetic!(single, f32);
arithmetic!(double, f64);

/// The scores of a network for one input.
pub(crate) fn scores(
    precision: Precision,
    layers: &[usize],
    weights: &[f64],
    input: &[f64],
) -> Vec<f64> {
    match precision {
        Precision::F32 => single::scores(layers, weights, input),
        Precision::F64 => double::scores(layers, weights, input),
    }
}

/// The class that scores speak for. They are numbers of this precision already.
pub(crate) fn predict(precision: Precision, scores: &[f64], classes: &[i32]) -> i32 {
    match precision {
        Precision::F32 => single::predict(scores, classes),
        Precision::F64 => double::predict(scores, classes),
    }
}
