//! The training loop over engine values, which the kernels are tested against: the paper's, with
//! its slips mended.
//!
//! One graph serves all rows: set the inputs, run forward, run backward, gather the gradients of
//! a batch in the parameters, step. The gradient of a batch is the mean over its rows, also in
//! a last batch that is smaller.

mod loss;
mod optimizer;

use crate::data::Examples;
use crate::engine::{Graph, Value};
use crate::nn::{Mlp, init};
use crate::random::{Random, Stream};
use crate::spec::optimizer::Rule;
use crate::training::plan::Plan;
use optimizer::Memory;

/// Trains from the start weights; the weights and the loss of each epoch.
pub(crate) fn train(plan: &Plan, data: &Examples) -> (Vec<f64>, Vec<f64>) {
    let graph = Graph::new();
    let start = init::weights(&plan.init, &plan.layers, plan.seed);
    let network = Network::new(&graph, plan, start);
    let mut memory = Memory::new(&plan.rule, network.parameters.len());
    let mut losses = Vec::new();
    let mut order: Vec<usize> = (0..data.rows()).collect();
    for (epoch, &rate) in (1..).zip(&plan.rates) {
        if plan.shuffles(data.rows()) {
            order.iter_mut().enumerate().for_each(|(i, row)| *row = i);
            Random::nth(plan.seed, Stream::Shuffle, epoch).shuffle(&mut order);
        }
        let mut total = 0.0;
        for batch in order.chunks(plan.batch) {
            for &row in batch {
                total += network.accumulate(data, row, batch.len());
            }
            network.step(&plan.rule, &mut memory, rate);
        }
        losses.push(total / data.rows() as f64);
    }
    (network.weights(), losses)
}

const BEFORE: &str = "it went backward before";

/// The graph of one row: inputs and targets, and the loss that they lead to.
struct Network<'g> {
    inputs: Vec<Value<'g>>,
    targets: Vec<Value<'g>>,
    parameters: Vec<Value<'g>>,
    loss: Value<'g>,
    /// The share of a row in its batch, and the loss times it.
    share: Value<'g>,
    root: Value<'g>,
}

impl<'g> Network<'g> {
    fn new(graph: &'g Graph, plan: &Plan, weights: Vec<f64>) -> Network<'g> {
        let leaves =
            |count: usize| -> Vec<Value<'g>> { (0..count).map(|_| graph.value(0.0)).collect() };
        let inputs = leaves(plan.layers[0]);
        let targets = leaves(plan.layers[plan.layers.len() - 1]);
        let mlp = Mlp::with_weights(graph, &plan.layers, &plan.activations, weights);
        let scores = mlp.forward(&inputs);
        let loss = plan.loss.on_values(&scores, &targets);
        let share = graph.value(1.0);
        Network {
            inputs,
            targets,
            parameters: mlp.parameters(),
            loss,
            share,
            root: loss * share,
        }
    }

    /// Adds one row's gradients to those of its batch; returns the row's loss.
    fn accumulate(&self, data: &Examples, row: usize, batch: usize) -> f64 {
        set(&self.inputs, &data.inputs(row));
        set(&self.targets, &data.targets(row));
        self.share.set_data(1.0 / batch as f64);
        self.root.refresh();
        self.root.backward();
        self.root.zero_non_parameters().expect(BEFORE);
        self.loss.data()
    }

    fn weights(&self) -> Vec<f64> {
        self.parameters.iter().map(|value| value.data()).collect()
    }

    /// Moves the parameters along the gradients of a batch, and clears these.
    fn step(&self, rule: &Rule, memory: &mut Memory, rate: f64) {
        let mut weights = self.weights();
        let gradients: Vec<f64> = self.parameters.iter().map(|value| value.grad()).collect();
        optimizer::step(rule, memory, rate, &mut weights, &gradients);
        set(&self.parameters, &weights);
        self.root.zero().expect(BEFORE);
    }
}

fn set(values: &[Value<'_>], numbers: &[f64]) {
    for (value, &number) in values.iter().zip(numbers) {
        value.set_data(number);
    }
}
