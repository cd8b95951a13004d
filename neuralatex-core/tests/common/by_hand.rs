//! The paper's network written with engine values alone. `Mlp` keeps its sums to itself; here
//! every node is at hand, to be compared.

use neuralatex_core::prelude::*;

pub(crate) struct ByHand<'g> {
    layers: Vec<Vec<HandNeuron<'g>>>,
}

struct HandNeuron<'g> {
    start: Value<'g>,
    weights: Vec<Value<'g>>,
    bias: Value<'g>,
}

impl<'g> ByHand<'g> {
    /// Takes ids in the paper's order: the network, each layer, each neuron with its start, its
    /// weights and its bias. Puts what it makes into `made`.
    pub(crate) fn new(
        graph: &'g Graph,
        inputs: usize,
        sizes: &[usize],
        weights: &[f64],
        made: &mut Vec<Value<'g>>,
    ) -> ByHand<'g> {
        let mut weights = weights.iter();
        let mut keep = |value: Value<'g>| {
            made.push(value);
            value
        };
        let mut layers = Vec::new();
        let mut width = inputs;
        keep(graph.value(0.0));
        for &size in sizes {
            keep(graph.value(0.0));
            let mut layer = Vec::new();
            for _ in 0..size {
                keep(graph.value(0.0));
                let start = keep(graph.value(0.0));
                let mut parameters: Vec<Value<'g>> = (0..=width)
                    .map(|_| keep(graph.parameter(*weights.next().unwrap())))
                    .collect();
                layer.push(HandNeuron {
                    start,
                    bias: parameters.pop().unwrap(),
                    weights: parameters,
                });
            }
            layers.push(layer);
            width = size;
        }
        assert_eq!(weights.next(), None, "every weight is used");
        ByHand { layers }
    }

    /// The outputs. Puts every node into `made`, in the order in which they are first made.
    pub(crate) fn forward(
        &self,
        inputs: &[Value<'g>],
        made: &mut Vec<Value<'g>>,
    ) -> Vec<Value<'g>> {
        let mut keep = |value: Value<'g>| {
            made.push(value);
            value
        };
        let mut values = inputs.to_vec();
        for (i, layer) in self.layers.iter().enumerate() {
            let hidden = i + 1 < self.layers.len();
            let mut outputs = Vec::new();
            for neuron in layer {
                let mut sum = neuron.start;
                for (&weight, &input) in neuron.weights.iter().zip(&values) {
                    let product = keep(weight * input);
                    sum = keep(product + sum);
                }
                let sum = keep(sum + neuron.bias);
                outputs.push(if hidden { keep(sum.relu()) } else { sum });
            }
            values = outputs;
        }
        values
    }

    pub(crate) fn parameters(&self) -> Vec<Value<'g>> {
        let neurons = self.layers.iter().flatten();
        neurons
            .flat_map(|neuron| neuron.weights.iter().chain([&neuron.bias]).copied())
            .collect()
    }
}
