//! The network as an ONNX file: the graph, its tensors, what goes in and comes out, and metadata.
//!
//! Numbers of fields are those of `onnx.proto`; they ascend, as the official writer has them.

use super::graph::{Graph, kind};
use super::protobuf::Message;
use super::{Metadata, parts};
use crate::data::Task;
use crate::inference::Probabilities;
use crate::spec::Precision;
use crate::spec::activation::gelu;
use crate::trained::Trained;

/// The version of the format, and that of the operators: those of 2022, which current tools all read.
const FORMAT: usize = 8;
const OPERATORS: usize = 17;

pub(super) fn model(trained: &Trained, metadata: &Metadata) -> Vec<u8> {
    let size = trained.attempt.weights.len() * trained.plan.precision.size();
    let mut model = Message(Vec::with_capacity(size + (1 << 14)));
    model.whole(1, FORMAT);
    model.text(2, "neuralatex");
    model.text(3, env!("CARGO_PKG_VERSION"));
    model.text(6, &trained.model.doc);
    model.bytes(7, &|message| graph(message, trained));
    model.bytes(8, &|operators| {
        operators.text(1, "");
        operators.whole(2, OPERATORS);
    });
    for (name, value) in metadata {
        model.bytes(14, &|entry| {
            entry.text(1, name);
            entry.text(2, value);
        });
    }
    model.0
}

fn graph(message: &mut Message, trained: &Trained) {
    let Trained { plan, attempt, .. } = trained;
    let mut graph = Graph::of(trained);
    message.0.append(&mut graph.nodes.0);
    message.text(2, trained.name());
    for part in parts(trained) {
        message.bytes(5, &|message| {
            let numbers = |bytes: &mut Message| part.write(&attempt.weights, &mut bytes.0);
            let (name, shape) = (&part.name, &part.shape);
            numbers_of(message, plan.precision, shape, name, &numbers);
        });
    }
    for (name, number) in &graph.constants {
        message.bytes(5, &|message| {
            let numbers = |bytes: &mut Message| bytes.0.extend(plan.precision.bytes(&[*number]));
            numbers_of(message, plan.precision, &[], name, &numbers);
        });
    }
    if plan.precision == Precision::F64 && plan.activations.contains(&gelu()) {
        message.text(10, "The error function of gelu is computed in f32.");
    }
    let mut value = |field: u8, name: &str, columns: usize, doc: &str| {
        message.bytes(field, &|value| {
            value.text(1, name);
            value.bytes(2, &|kind| {
                kind.bytes(1, &|kind| rows(kind, plan.precision, columns))
            });
            value.text(3, doc);
        });
    };
    let doc = "Rows of inputs as they come: normalisation is in the weights.";
    value(11, "input", plan.layers[0], doc);
    let doc = match (&trained.rows.task, plan.outputs()) {
        (Task::Classes(_), 1) => "0 or more for the second class.",
        (Task::Classes(_), _) => "For each class, in their order; the largest is predicted.",
        (Task::Targets, _) => "The numbers that are predicted.",
    };
    value(12, "scores", plan.outputs(), doc);
    if let Some(kind) = trained.kind_of_probabilities() {
        let columns = match kind {
            Probabilities::Both => 2,
            _ => plan.outputs(),
        };
        let doc = "Of each class, in their order.";
        value(12, "probabilities", columns, doc);
    }
}

/// A tensor: its shape, kind and name, and its numbers as bytes.
fn numbers_of(
    message: &mut Message,
    precision: Precision,
    shape: &[usize],
    name: &str,
    numbers: &dyn Fn(&mut Message),
) {
    for size in shape {
        message.whole(1, *size);
    }
    message.whole(2, kind(precision));
    message.text(8, name);
    message.bytes(9, numbers);
}

/// The kind of rows, of which there are `N`.
fn rows(message: &mut Message, precision: Precision, columns: usize) {
    message.whole(1, kind(precision));
    message.bytes(2, &|shape| {
        shape.bytes(1, &|size| size.text(2, "N"));
        shape.bytes(1, &|size| size.whole(1, columns));
    });
}
