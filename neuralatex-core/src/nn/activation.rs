//! Activations on engine values.

use std::f64::consts::FRAC_1_SQRT_2;

use crate::engine::Value;
use crate::spec::activation::{Activation, Kind};

/// The value that a neuron makes of its sum.
pub(super) fn apply(activation: Activation, sum: Value<'_>) -> Value<'_> {
    match activation.0 {
        Kind::Relu => sum.relu(),
        // Of equal values `max` follows the first: at 0 the slope is that of the left side.
        Kind::LeakyRelu(slope) => (sum * slope).max(sum),
        Kind::Tanh => sum.tanh(),
        Kind::Sigmoid => sum.sigmoid(),
        Kind::Silu => sum * sum.sigmoid(),
        Kind::Gelu => 0.5 * sum * (1.0 + (sum * FRAC_1_SQRT_2).erf()),
        Kind::Identity => sum,
    }
}

#[cfg(test)]
mod tests {
    use super::apply;
    use crate::engine::Graph;
    use crate::golden::{numbers, reference};
    use crate::spec::activation::*;

    #[test]
    fn activations_and_their_derivatives_are_those_of_pytorch() {
        let all = [
            relu(),
            leaky_relu(0.1),
            tanh(),
            sigmoid(),
            silu(),
            gelu(),
            identity(),
        ];
        let reference = reference("pytorch_reference.json");
        let cases = reference["activations"].as_array().unwrap();
        assert_eq!(cases.len(), all.len());
        for (case, activation) in cases.iter().zip(all) {
            assert_eq!(case["name"], activation.name());
            let [points, values, derivatives] =
                ["points", "values", "derivatives"].map(|key| numbers(&case[key]));
            for ((&at, value), slope) in points.iter().zip(values).zip(derivatives) {
                let graph = Graph::new();
                let x = graph.value(at);
                let y = apply(activation, x);
                y.backward();
                let near = |a: f64, b: f64| (a - b).abs() <= 1e-12 * (1.0 + b.abs());
                let what = format!("{activation:?} at {at}: {} and {}", y.data(), x.grad());
                assert!(near(y.data(), value) && near(x.grad(), slope), "{what}");
            }
        }
    }
}
