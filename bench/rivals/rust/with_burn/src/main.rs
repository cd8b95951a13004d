//! burn, with its flex backend.

use burn::module::{Module, Param};
use burn::nn::Linear;
use burn::nn::loss::CrossEntropyLossConfig;
use burn::optim::{AdamConfig, GradientsParams, SgdConfig};
use burn::tensor::activation::relu;
use burn::tensor::{Device, Int, Tensor, TensorData};
use common::{Classes, Layer, floats, measure, spirals, start};

#[derive(Module, Debug)]
struct Network {
    layers: Vec<Linear>,
}

/// A matrix with rows and columns exchanged.
fn turned(matrix: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    let place = |at: usize| matrix[at % rows * columns + at / rows];
    (0..rows * columns).map(place).collect()
}

impl Network {
    fn new(layers: &[Layer], device: &Device) -> Network {
        let layer = |layer: &Layer| {
            let weights = turned(&layer.weights, layer.outputs, layer.inputs);
            let weights = TensorData::new(weights, [layer.inputs, layer.outputs]);
            let biases = TensorData::new(layer.biases.clone(), [layer.outputs]);
            Linear {
                weight: Param::from_data(weights, device),
                bias: Some(Param::from_data(biases, device)),
            }
        };
        Network {
            layers: layers.iter().map(layer).collect(),
        }
    }

    fn forward(&self, mut values: Tensor<2>) -> Tensor<2> {
        for (index, layer) in self.layers.iter().enumerate() {
            values = layer.forward(values);
            if index + 1 < self.layers.len() {
                values = relu(values);
            }
        }
        values
    }

    fn layers(&self) -> Vec<Layer> {
        let layer = |layer: &Linear| {
            let [inputs, outputs] = layer.weight.dims();
            let weights = layer.weight.val().into_data().to_vec::<f32>();
            let biases = layer.bias.as_ref().expect("there is one").val();
            Layer {
                inputs,
                outputs,
                weights: turned(&weights.expect("it is f32"), inputs, outputs),
                biases: biases.into_data().to_vec().expect("it is f32"),
            }
        };
        self.layers.iter().map(layer).collect()
    }
}

fn spiral(start: &[Layer], rates: &[f64], device: &Device) -> Vec<Layer> {
    let inputs = TensorData::new(floats("spiral.inputs"), [100, 2]);
    let inputs = Tensor::<2>::from_data(inputs, device);
    let targets = TensorData::new(floats("spiral.targets"), [100, 1]);
    let targets = Tensor::<2>::from_data(targets, device);
    let mut network = Network::new(start, device);
    let mut optimizer = SgdConfig::new().init();
    for &rate in rates {
        let scores = network.forward(inputs.clone());
        let loss = relu((targets.clone() * scores).neg() + 1.0).mean();
        let gradients = GradientsParams::from_grads(loss.backward(), &network);
        network = optimizer.step(rate, network, gradients);
    }
    network.layers()
}

fn classes(task: &Classes, device: &Device) -> Vec<Layer> {
    let mut network = Network::new(&task.start, device);
    let mut optimizer = AdamConfig::new().with_epsilon(1e-8).init();
    let cross_entropy = CrossEntropyLossConfig::new().init(device);
    for (inputs, classes) in task.batches() {
        let shape = [classes.len(), inputs.len() / classes.len()];
        let inputs = Tensor::<2>::from_data(TensorData::new(inputs, shape), device);
        let classes: Vec<i32> = classes.into_iter().map(|class| class as i32).collect();
        let classes = TensorData::new(classes, [shape[0]]);
        let classes = Tensor::<1, Int>::from_data(classes, device);
        let loss = cross_entropy.forward(network.forward(inputs), classes);
        let gradients = GradientsParams::from_grads(loss.backward(), &network);
        network = optimizer.step(0.001, network, gradients);
    }
    network.layers()
}

fn main() {
    let device = Device::flex().autodiff();
    let weights = start("spiral", &[2, 4, 4, 1]);
    for (task, rates) in spirals() {
        measure("burn", task, || spiral(&weights, &rates, &device));
    }
    for (name, sizes, batch) in [("digits", [64, 32, 10], 32), ("mnist", [784, 128, 10], 64)] {
        if let Some(task) = Classes::read(name, sizes, batch) {
            measure("burn", name, || classes(&task, &device));
        }
    }
}
