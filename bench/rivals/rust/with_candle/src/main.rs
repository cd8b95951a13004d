//! candle: it trains, or it answers if the word is `infer`.

mod infer;

use candle_core::{Device::Cpu, Result, Tensor, Var};
use candle_nn::loss::cross_entropy;
use candle_nn::{AdamW, Optimizer, ParamsAdamW};
use common::{Classes, Layer, floats, measure, spirals, start};

struct Network(Vec<[Var; 2]>);

impl Network {
    fn new(layers: &[Layer]) -> Result<Network> {
        let layer = |layer: &Layer| {
            let shape = (layer.outputs, layer.inputs);
            let weights = Tensor::from_slice(&layer.weights, shape, &Cpu)?;
            let biases = Tensor::from_slice(&layer.biases, layer.outputs, &Cpu)?;
            Ok([Var::from_tensor(&weights)?, Var::from_tensor(&biases)?])
        };
        layers.iter().map(layer).collect::<Result<_>>().map(Network)
    }

    fn forward(&self, inputs: &Tensor) -> Result<Tensor> {
        let mut values = inputs.clone();
        for (index, [weights, biases]) in self.0.iter().enumerate() {
            values = values.matmul(&weights.t()?)?.broadcast_add(biases)?;
            if index + 1 < self.0.len() {
                values = values.relu()?;
            }
        }
        Ok(values)
    }

    fn layers(&self) -> Result<Vec<Layer>> {
        let layer = |[weights, biases]: &[Var; 2]| {
            let (outputs, inputs) = weights.dims2()?;
            Ok(Layer {
                inputs,
                outputs,
                weights: weights.flatten_all()?.to_vec1()?,
                biases: biases.to_vec1()?,
            })
        };
        self.0.iter().map(layer).collect()
    }
}

fn spiral(start: &[Layer], inputs: &Tensor, targets: &Tensor, rates: &[f64]) -> Result<Vec<Layer>> {
    let network = Network::new(start)?;
    for &rate in rates {
        let scores = network.forward(inputs)?.squeeze(1)?;
        let loss = (scores * targets)?.affine(-1.0, 1.0)?.relu()?.mean_all()?;
        let gradients = loss.backward()?;
        for variable in network.0.iter().flatten() {
            if let Some(gradient) = gradients.get(variable) {
                variable.set(&variable.sub(&(gradient * rate)?)?)?;
            }
        }
    }
    network.layers()
}

fn classes(task: &Classes) -> Result<Vec<Layer>> {
    let network = Network::new(&task.start)?;
    let parameters = ParamsAdamW {
        lr: 0.001,
        weight_decay: 0.0,
        ..Default::default()
    };
    let mut optimizer = AdamW::new(network.0.iter().flatten().cloned().collect(), parameters)?;
    for (inputs, classes) in task.batches() {
        let shape = (classes.len(), inputs.len() / classes.len());
        let inputs = Tensor::from_vec(inputs, shape, &Cpu)?;
        let classes: Vec<u32> = classes.into_iter().map(|class| class as u32).collect();
        let classes = Tensor::from_vec(classes, shape.0, &Cpu)?;
        optimizer.backward_step(&cross_entropy(&network.forward(&inputs)?, &classes)?)?;
    }
    network.layers()
}

fn main() -> Result<()> {
    if std::env::args().any(|word| word == "infer") {
        let network = |task: &_| infer::Network::new(task).expect("it takes the weights");
        common::infer::infer("candle", "", network);
        return Ok(());
    }
    let inputs = Tensor::from_vec(floats("spiral.inputs"), (100, 2), &Cpu)?;
    let targets = Tensor::from_vec(floats("spiral.targets"), 100, &Cpu)?;
    let weights = start("spiral", &[2, 4, 4, 1]);
    for (task, rates) in spirals() {
        measure("candle", task, || {
            spiral(&weights, &inputs, &targets, &rates).expect("it trains")
        });
    }
    for (name, sizes, batch) in [("digits", [64, 32, 10], 32), ("mnist", [784, 128, 10], 64)] {
        if let Some(task) = Classes::read(name, sizes, batch) {
            measure("candle", name, || classes(&task).expect("it trains"));
        }
    }
    Ok(())
}
