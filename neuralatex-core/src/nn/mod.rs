//! Networks of engine values, after the paper's: neurons in layers in a perceptron.
//!
//! A neuron computes `Σ weight · input + bias`, and an activation of it except in the last layer. Its sum
//! starts at a leaf of its own, 0, and takes the products in order.

mod activation;
pub(crate) mod init;

use std::fmt;

use crate::engine::{Graph, Value, list};
use crate::log::log;
use crate::spec::activation::{Activation, Kind, identity, relu};
use crate::spec::init::Init;
use crate::spec::parameters;

/// One neuron: a weight for each input, and a bias.
#[derive(Clone, Debug)]
pub struct Neuron<'g> {
    id: usize,
    start: Value<'g>,
    weights: Vec<Value<'g>>,
    bias: Value<'g>,
    activation: Activation,
}

/// Neurons that share their inputs.
#[derive(Clone, Debug)]
pub struct Layer<'g> {
    id: usize,
    inputs: usize,
    neurons: Vec<Neuron<'g>>,
}

/// A multi-layer perceptron.
///
/// ```
/// use neuralatex_core::prelude::*;
///
/// let graph = Graph::new();
/// let (x, y) = (graph.value(1.0), graph.value(-1.0));
/// let mlp = Mlp::new(&graph, 2, &[4, 4, 1], paper());
/// let output = mlp.forward(&[x, y])[0];
/// assert!((output.data() - 0.324954976758898240).abs() < 1e-12);
/// assert_eq!((output.id(), output.prev()), (134, vec![133, 61]));
/// ```
#[derive(Clone, Debug)]
pub struct Mlp<'g> {
    id: usize,
    inputs: usize,
    layers: Vec<Layer<'g>>,
}

impl<'g> Neuron<'g> {
    fn new(
        graph: &'g Graph,
        inputs: usize,
        activation: Activation,
        weights: &mut impl Iterator<Item = f64>,
    ) -> Self {
        let id = graph.object();
        let start = graph.value(0.0);
        let mut parameter = || graph.parameter(weights.next().expect("counted before"));
        let neuron = Neuron {
            id,
            start,
            weights: (0..inputs).map(|_| parameter()).collect(),
            bias: parameter(),
            activation,
        };
        log!(Med, "{neuron}");
        neuron
    }

    /// The output for these inputs.
    ///
    /// # Panics
    /// If there are not as many inputs as weights.
    pub fn forward(&self, inputs: &[Value<'g>]) -> Value<'g> {
        let expected = self.weights.len();
        assert_eq!(inputs.len(), expected, "the neuron takes {expected} inputs");
        let products = self
            .weights
            .iter()
            .zip(inputs)
            .map(|(&weight, &input)| weight * input);
        let sum = products.fold(self.start, |sum, product| product + sum) + self.bias;
        activation::apply(self.activation, sum)
    }

    /// Its weights, then its bias.
    pub fn parameters(&self) -> Vec<Value<'g>> {
        self.weights.iter().copied().chain([self.bias]).collect()
    }
}

impl<'g> Layer<'g> {
    fn new(
        graph: &'g Graph,
        [inputs, outputs]: [usize; 2],
        activation: Activation,
        weights: &mut impl Iterator<Item = f64>,
    ) -> Self {
        let id = graph.object();
        let neurons = (0..outputs)
            .map(|_| Neuron::new(graph, inputs, activation, weights))
            .collect();
        let layer = Layer {
            id,
            inputs,
            neurons,
        };
        log!(Med, "{layer}");
        layer
    }

    /// The outputs of its neurons for these inputs.
    ///
    /// # Panics
    /// If there are not as many inputs as a neuron has weights.
    pub fn forward(&self, inputs: &[Value<'g>]) -> Vec<Value<'g>> {
        self.neurons
            .iter()
            .map(|neuron| neuron.forward(inputs))
            .collect()
    }

    /// Its neurons.
    pub fn neurons(&self) -> &[Neuron<'g>] {
        &self.neurons
    }

    /// The parameters of its neurons, one neuron after the other.
    pub fn parameters(&self) -> Vec<Value<'g>> {
        let mut parameters = Vec::new();
        for neuron in &self.neurons {
            parameters.extend(neuron.parameters());
        }
        parameters
    }
}

impl<'g> Mlp<'g> {
    /// A network with this many inputs and these layers, the last of which is the output. All
    /// layers but the last apply ReLU.
    ///
    /// # Panics
    /// If `init` gives values, but not one for each parameter.
    pub fn new(graph: &'g Graph, inputs: usize, sizes: &[usize], init: Init) -> Mlp<'g> {
        let layers: Vec<usize> = [inputs].iter().chain(sizes).copied().collect();
        let weights = init::weights(&init, &layers, 0);
        let hidden = vec![relu(); sizes.len().saturating_sub(1)];
        Mlp::with_weights(graph, &layers, &hidden, weights)
    }

    /// Activations are those of the hidden layers.
    pub(crate) fn with_weights(
        graph: &'g Graph,
        layers: &[usize],
        activations: &[Activation],
        weights: Vec<f64>,
    ) -> Mlp<'g> {
        let (found, expected) = (weights.len(), parameters(layers));
        assert_eq!(
            found, expected,
            "the network has {expected} parameters, found {found} values"
        );
        let id = graph.object();
        let mut weights = weights.into_iter();
        let activations = activations.iter().copied().chain([identity()]);
        let pairs = layers.windows(2).zip(activations);
        let made = pairs
            .map(|(pair, activation)| {
                Layer::new(graph, [pair[0], pair[1]], activation, &mut weights)
            })
            .collect();
        let mlp = Mlp {
            id,
            inputs: layers[0],
            layers: made,
        };
        log!(Med, "{mlp}");
        mlp
    }

    /// The outputs for these inputs. Run again after `set_data` on the inputs, it updates the
    /// same nodes.
    ///
    /// # Panics
    /// If there are not as many inputs as the network takes.
    pub fn forward(&self, inputs: &[Value<'g>]) -> Vec<Value<'g>> {
        self.layers
            .iter()
            .fold(inputs.to_vec(), |values, layer| layer.forward(&values))
    }

    /// Its layers, the output layer last.
    pub fn layers(&self) -> &[Layer<'g>] {
        &self.layers
    }

    /// All parameters in the paper's order: layer by layer, neuron by neuron, weights then bias.
    pub fn parameters(&self) -> Vec<Value<'g>> {
        let mut parameters = Vec::new();
        for layer in &self.layers {
            parameters.extend(layer.parameters());
        }
        parameters
    }
}

impl fmt::Display for Neuron<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weights: Vec<usize> = self.weights.iter().map(|weight| weight.id()).collect();
        write!(
            f,
            "Neuron(self: {}, NumIn: {}, Bias: {}, Activation: {}, Weights IDs: {})",
            self.id,
            weights.len(),
            self.bias.id(),
            match self.activation.0 {
                Kind::Identity => "none",
                _ => self.activation.name(),
            },
            list(&weights)
        )
    }
}

impl fmt::Display for Layer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let neurons: Vec<usize> = self.neurons.iter().map(|neuron| neuron.id).collect();
        write!(
            f,
            "Layer(self: {}, NumIn: {}, NumOut: {}, Neuron IDs: {})",
            self.id,
            self.inputs,
            neurons.len(),
            list(&neurons)
        )
    }
}

impl fmt::Display for Mlp<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<usize> = self
            .layers
            .iter()
            .map(|layer| layer.neurons.len())
            .collect();
        let layers: Vec<usize> = self.layers.iter().map(|layer| layer.id).collect();
        write!(
            f,
            "MLP(self: {}, NumIn: {}, NumLayers: {}, LayerOutputSizes: {}, Layer IDs: {})",
            self.id,
            self.inputs,
            layers.len(),
            list(&sizes),
            list(&layers)
        )
    }
}
