//! The tensors of a network.

use super::Part;
use crate::spec::Precision;

/// The weights and the biases of each layer, by the name of the layer. In the paper's order every neuron's
/// weights stand before its bias.
pub(crate) fn of_network(
    layers: &[usize],
    precision: Precision,
    name: impl Fn(usize) -> String,
) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (layer, pair) in layers.windows(2).enumerate() {
        let [inputs, outputs] = [pair[0], pair[1]];
        let name = name(layer);
        let part = |what: &str, shape: Vec<usize>, start: usize, run: usize| Part {
            name: format!("{name}.{what}"),
            precision,
            shape,
            start,
            run,
            runs: outputs,
            distance: inputs + 1,
        };
        parts.push(part("weight", vec![outputs, inputs], start, inputs));
        parts.push(part("bias", vec![outputs], start + inputs, 1));
        start += outputs * (inputs + 1);
    }
    parts
}
