//! The paper's training loop, written with engine values: step by step and node by node.

mod common;

use common::by_hand::ByHand;
use common::{
    TRACES, assert_all_close, assert_close, assert_modules, assert_snapshot, fp_seed, list, number,
    numbers, rate, trace, whole,
};
use neuralatex_core::prelude::*;
use serde_json::Value as Json;

/// A network of values, or one of the crate's own.
enum Network<'g> {
    ByHand(ByHand<'g>),
    Mlp(Mlp<'g>),
}

impl<'g> Network<'g> {
    fn forward(&self, inputs: &[Value<'g>], made: &mut Vec<Value<'g>>) -> Value<'g> {
        match self {
            Network::ByHand(network) => network.forward(inputs, made)[0],
            Network::Mlp(mlp) => {
                let output = mlp.forward(inputs)[0];
                made.push(output);
                output
            }
        }
    }

    fn parameters(&self) -> Vec<Value<'g>> {
        match self {
            Network::ByHand(network) => network.parameters(),
            Network::Mlp(mlp) => mlp.parameters(),
        }
    }
}

/// The objects of a run, made in the paper's order.
struct Run<'g> {
    /// x, y and the target.
    row: [Value<'g>; 3],
    network: Network<'g>,
    /// -1, 1, 1/rows, which the paper never uses, and 1/batch.
    constants: [Value<'g>; 4],
    leaves: Vec<Value<'g>>,
}

impl<'g> Run<'g> {
    fn new(graph: &'g Graph, trace: &Json, by_hand: bool) -> Run<'g> {
        let row = [0.0; 3].map(|data| graph.value(data));
        let mut leaves = row.to_vec();
        let network = if by_hand {
            let weights = numbers(&trace["init_weights"]);
            Network::ByHand(ByHand::new(graph, 2, &[4, 4, 1], &weights, &mut leaves))
        } else {
            let mlp = Mlp::new(graph, 2, &[4, 4, 1], fp_seed(trace));
            assert_modules(&mlp, &trace["snapshots"][0]);
            leaves.extend(mlp.parameters());
            Network::Mlp(mlp)
        };
        let drawn: Vec<f64> = network.parameters().iter().map(|w| w.data()).collect();
        assert_eq!(drawn, numbers(&trace["init_weights"]));
        for (parameter, weight) in network
            .parameters()
            .iter()
            .zip(numbers(&trace["start_weights"]))
        {
            parameter.set_data(weight);
        }
        let rows = list(&trace["dataset"]).len() as f64;
        let batch = whole(&trace["config"]["batch_size"]) as f64;
        let constants = [-1.0, 1.0, 1.0 / rows, 1.0 / batch].map(|data| graph.value(data));
        leaves.extend(constants);
        Run {
            row,
            network,
            constants,
            leaves,
        }
    }

    /// The output and the loss for a row, and every value that is at hand.
    fn forward(&self, row: &[f64]) -> (Value<'g>, Value<'g>, Vec<Value<'g>>) {
        let [x, y, target] = self.row;
        let [minus_one, one, _, share] = self.constants;
        for (value, &data) in self.row.iter().zip(row) {
            value.set_data(data);
        }
        let mut values = self.leaves.clone();
        let output = self.network.forward(&[x, y], &mut values);
        let agreement = output * target;
        let negated = agreement * minus_one;
        let margin = negated + one;
        let positive = margin.relu();
        let loss = positive * share;
        values.extend([agreement, negated, margin, positive, loss]);
        (output, loss, values)
    }

    fn of_parameters(&self, get: impl Fn(Value<'g>) -> f64) -> Vec<f64> {
        self.network.parameters().into_iter().map(get).collect()
    }
}

/// The paper's loop beside its trace.
fn replay(trace: &Json, by_hand: bool) {
    let graph = Graph::new();
    let run = Run::new(&graph, trace, by_hand);
    let snapshots = list(&trace["snapshots"]);
    let mut compared = 1;
    assert_eq!(snapshots[0]["when"], "before-training");
    assert_snapshot(&run.leaves, &snapshots[0]);
    let mut compare = |values: &[Value<'_>], when: &str, epoch: usize, step: usize| {
        let wanted = |s: &&Json| s["when"] == when && s["epoch"] == epoch && s["step"] == step;
        if let Some(snapshot) = snapshots.iter().find(wanted) {
            assert!(!by_hand || values.len() == whole(&snapshot["object_count"]));
            assert_snapshot(values, snapshot);
            compared += 1;
        }
    };
    let mut iterations = list(&trace["iterations"]).iter();
    let mut steps = list(&trace["steps"]).iter();
    let mut epochs = list(&trace["epochs"]).iter();
    let first = whole(&trace["start"]["start_epoch"]);
    for epoch in first..=whole(&trace["config"]["number_of_epochs"]) {
        let mut total = 0.0;
        for (row, step) in list(&trace["dataset"]).iter().zip(1..) {
            let at = format!("epoch {epoch}, step {step}");
            let golden = iterations.next().unwrap();
            assert_eq!(
                [whole(&golden["epoch"]), whole(&golden["step"])],
                [epoch, step]
            );
            let (output, loss, values) = run.forward(&numbers(row));
            compare(&values, "forward", epoch, step);
            total += loss.data();
            assert_close(output.data(), number(&golden["score"]), &at);
            assert_close(loss.data(), number(&golden["loss"]), &at);
            assert_close(total, number(&golden["running_total_loss"]), &at);
            loss.backward();
            compare(&values, "backward", epoch, step);
            loss.zero_non_parameters().unwrap();
            compare(&values, "zerononparams", epoch, step);
            let gradients = run.of_parameters(Value::grad);
            assert_all_close(&gradients, &numbers(&golden["param_grads"]), &at);
            let counters = run.of_parameters(Value::grad_counter);
            assert_eq!(counters, numbers(&golden["param_gc"]), "{at}");
            if step % whole(&trace["config"]["batch_size"]) == 0 {
                let golden = steps.next().unwrap();
                assert_close(rate(epoch as f64), number(&golden["lr"]), &at);
                loss.step(rate(epoch as f64)).unwrap();
                compare(&values, "step", epoch, step);
                loss.zero().unwrap();
                compare(&values, "zero", epoch, step);
                let weights = run.of_parameters(Value::data);
                assert_all_close(&weights, &numbers(&golden["weights"]), &at);
            }
        }
        let golden = epochs.next().unwrap();
        assert_close(total, number(&golden["total_loss"]), "loss of an epoch");
        let weights = run.of_parameters(Value::data);
        assert_all_close(
            &weights,
            &numbers(&golden["weights"]),
            "weights of an epoch",
        );
    }
    let left = [iterations.len(), steps.len(), epochs.len()];
    assert_eq!(left, [0; 3], "nothing of the trace is left out");
    assert_eq!(compared, snapshots.len());
    for item in list(&trace["eval"]["items"]) {
        let row = ["x", "y", "target"].map(|key| number(&item[key]));
        let score = run.forward(&row).0.data();
        assert_close(score, number(&item["score"]), "evaluation");
    }
}

#[test]
fn every_node_of_the_papers_loop_is_as_recorded() {
    TRACES.iter().for_each(|name| replay(&trace(name), true));
}

#[test]
fn the_papers_loop_over_a_network_of_this_crate_is_as_recorded() {
    TRACES.iter().for_each(|name| replay(&trace(name), false));
}
