//! dfdx.

use common::{Classes, Layer, floats, measure, spirals, start};
use dfdx::optim::{Adam, AdamConfig, Sgd, SgdConfig};
use dfdx::prelude::*;

type Spiral = ((Linear<2, 4>, ReLU), (Linear<4, 4>, ReLU), Linear<4, 1>);
type Network<const I: usize, const H: usize> = ((Linear<I, H>, ReLU), Linear<H, 10>);
type Dense<const I: usize, const O: usize> = dfdx::nn::modules::Linear<I, O, f32, Cpu>;

fn load<const I: usize, const O: usize>(to: &mut Dense<I, O>, from: &Layer) {
    to.weight.copy_from(&from.weights);
    to.bias.copy_from(&from.biases);
}

fn layer<const I: usize, const O: usize>(from: &Dense<I, O>) -> Layer {
    Layer {
        inputs: I,
        outputs: O,
        weights: from.weight.as_vec(),
        biases: from.bias.as_vec(),
    }
}

fn spiral(layers: &[Layer], rates: &[f64]) -> Vec<Layer> {
    let device = Cpu::default();
    let inputs = device.tensor_from_vec(floats("spiral.inputs"), (Const::<100>, Const::<2>));
    let targets = device.tensor_from_vec(floats("spiral.targets"), (Const::<100>, Const::<1>));
    let mut network = device.build_module::<Spiral, f32>();
    load(&mut network.0.0, &layers[0]);
    load(&mut network.1.0, &layers[1]);
    load(&mut network.2, &layers[2]);
    let mut gradients = network.alloc_grads();
    let settings = SgdConfig {
        lr: 0.1,
        momentum: None,
        weight_decay: None,
    };
    let mut optimizer = Sgd::new(&network, settings);
    for &rate in rates {
        optimizer.cfg.lr = rate;
        let scores = network.forward_mut(inputs.trace(gradients));
        let loss = ((scores * targets.clone()) * -1.0 + 1.0).relu().mean();
        gradients = loss.backward();
        optimizer
            .update(&mut network, &gradients)
            .expect("all are used");
        network.zero_grads(&mut gradients);
    }
    vec![layer(&network.0.0), layer(&network.1.0), layer(&network.2)]
}

fn classes<const I: usize, const H: usize, const B: usize>(task: &Classes) -> Vec<Layer> {
    let device = Cpu::default();
    let mut network = device.build_module::<Network<I, H>, f32>();
    load(&mut network.0.0, &task.start[0]);
    load(&mut network.1, &task.start[1]);
    let mut gradients = network.alloc_grads();
    let settings = AdamConfig {
        lr: 0.001,
        ..Default::default()
    };
    let mut optimizer = Adam::new(&network, settings);
    for (inputs, classes) in task.batches() {
        let mut targets = vec![0.0; B * 10];
        for (row, class) in classes.into_iter().enumerate() {
            targets[row * 10 + class] = 1.0;
        }
        let inputs = device.tensor_from_vec(inputs, (Const::<B>, Const::<I>));
        let targets = device.tensor_from_vec(targets, (Const::<B>, Const::<10>));
        let scores = network.forward_mut(inputs.trace(gradients));
        gradients = cross_entropy_with_logits_loss(scores, targets).backward();
        optimizer
            .update(&mut network, &gradients)
            .expect("all are used");
        network.zero_grads(&mut gradients);
    }
    vec![layer(&network.0.0), layer(&network.1)]
}

fn main() {
    let weights = start("spiral", &[2, 4, 4, 1]);
    for (task, rates) in spirals() {
        measure("dfdx", task, || spiral(&weights, &rates));
    }
    if let Some(task) = Classes::read("digits", [64, 32, 10], 32) {
        measure("dfdx", "digits", || classes::<64, 32, 32>(&task));
    }
    if let Some(task) = Classes::read("mnist", [784, 128, 10], 64) {
        measure("dfdx", "mnist", || classes::<784, 128, 64>(&task));
    }
}
