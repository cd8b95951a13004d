//! The training loop over engine values: the paper's, with its slips mended.
//!
//! One graph serves all rows: set the inputs, run forward, run backward, gather the gradients of
//! a batch in the parameters, step. The gradient of a batch is the mean over its rows, also in
//! a last batch that is smaller.

pub(crate) mod checkpoint;
mod loss;
mod optimizer;
pub(crate) mod plan;
pub(crate) mod watch;

use crate::data::Examples;
use crate::engine::{Graph, Value};
use crate::error::{Error, Result};
use crate::log::log;
use crate::nn::{Mlp, init};
use crate::random::{Random, Stream};
use crate::spec::optimizer::Rule;
use checkpoint::Checkpoint;
use optimizer::Memory;
use plan::Plan;
use watch::Watch;

/// The loss that weights have on rows which training does not see.
pub(crate) type EvaluationLoss<'e> = &'e dyn Fn(&[f64]) -> f64;

/// Trains from the start, or on from a checkpoint, up to the epochs of the plan or to where one of
/// its rules ends it. These watch the loss of the evaluation, if there is one.
pub(crate) fn train(
    plan: &Plan,
    data: &Examples,
    evaluation: Option<EvaluationLoss<'_>>,
    checkpoint: Option<Checkpoint>,
) -> Result<Checkpoint> {
    let Checkpoint {
        weights,
        mut losses,
    } = checkpoint.unwrap_or_else(|| Checkpoint {
        weights: init::weights(&plan.init, &plan.layers, plan.seed),
        losses: Vec::new(),
    });
    let graph = Graph::new();
    let network = Network::new(&graph, plan, weights);
    let mut memory = Memory::new(&plan.rule, network.parameters.len());
    let mut watch = Watch::new(&plan.stop);
    for &loss in losses.iter().filter(|_| evaluation.is_none()) {
        watch.sees(loss);
    }
    let mut order: Vec<usize> = (0..data.rows()).collect();
    for (epoch, &rate) in (1..).zip(&plan.rates).skip(losses.len()) {
        if plan.shuffles(data.rows()) {
            order.iter_mut().enumerate().for_each(|(i, row)| *row = i);
            Random::nth(plan.seed, Stream::Shuffle, epoch as u64).shuffle(&mut order);
        }
        let mut total = 0.0;
        let mut iteration = 0;
        for batch in order.chunks(plan.batch) {
            for &row in batch {
                let loss = network.accumulate(data, row, batch.len())?;
                total += loss;
                iteration += 1;
                log!(Low, "Epoch {epoch}, iter {iteration}, loss = {loss:?}");
            }
            log!(Low, "Gradient descent step");
            network.step(&plan.rule, &mut memory, rate)?;
        }
        let mean = total / data.rows() as f64;
        log!(Low, "Loss for epoch {epoch} = {mean:?}");
        if !mean.is_finite() {
            return Err(Error::diverged(epoch, "the loss"));
        }
        if !network.weights().iter().all(|weight| weight.is_finite()) {
            return Err(Error::diverged(epoch, "a weight"));
        }
        losses.push(mean);
        let watched = evaluation.map_or(mean, |loss| loss(&network.weights()));
        if watch.sees(watched) {
            log!(Low, "Stopped after epoch {epoch}");
            break;
        }
    }
    Ok(Checkpoint {
        weights: network.weights(),
        losses,
    })
}

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
    fn accumulate(&self, data: &Examples, row: usize, batch: usize) -> Result<f64> {
        set(&self.inputs, data.inputs(row));
        set(&self.targets, data.targets(row));
        self.share.set_data(1.0 / batch as f64);
        self.root.refresh();
        self.root.backward();
        self.root.zero_non_parameters()?;
        Ok(self.loss.data())
    }

    fn weights(&self) -> Vec<f64> {
        self.parameters.iter().map(|value| value.data()).collect()
    }

    /// Moves the parameters along the gradients of a batch, and clears these.
    fn step(&self, rule: &Rule, memory: &mut Memory, rate: f64) -> Result<()> {
        let mut weights = self.weights();
        let gradients: Vec<f64> = self.parameters.iter().map(|value| value.grad()).collect();
        optimizer::step(rule, memory, rate, &mut weights, &gradients);
        set(&self.parameters, &weights);
        self.root.zero()
    }
}

fn set(values: &[Value<'_>], numbers: &[f64]) {
    for (value, &number) in values.iter().zip(numbers) {
        value.set_data(number);
    }
}
