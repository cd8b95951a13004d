//! The graph of an ONNX file: a `Gemm` for each layer, a few nodes for each activation, and for
//! probabilities. Layers and activations have the numbers that they have in `model.safetensors`.

use super::protobuf::Message;
use crate::inference::Probabilities;
use crate::spec::Precision;
use crate::spec::activation::{Activation, Kind};
use crate::trained::Trained;

/// A graph: its nodes as they are written, one after the other.
pub(super) struct Graph {
    precision: Precision,
    pub(super) nodes: Message,
    /// Numbers that nodes take, by name.
    pub(super) constants: Vec<(String, f64)>,
}

enum Attribute {
    Whole(usize),
    Real(f32),
}

/// The number of a kind of numbers.
pub(super) fn kind(precision: Precision) -> usize {
    match precision {
        Precision::F32 => 1,
        Precision::F64 => 11,
    }
}

impl Graph {
    pub(super) fn of(trained: &Trained) -> Graph {
        let plan = &trained.plan;
        let mut graph = Graph {
            precision: plan.precision,
            nodes: Message(Vec::new()),
            constants: Vec::new(),
        };
        let mut input = "input".to_string();
        for (number, activation) in (0..).step_by(2).zip(&plan.activations) {
            let sums = format!("{number}.output");
            graph.layer(number, &input, &sums);
            input = graph.activation(*activation, number + 1, sums);
        }
        graph.layer(2 * plan.activations.len(), &input, "scores");
        if let Some(kind) = trained.kind_of_probabilities() {
            graph.probabilities(kind);
        }
        graph
    }

    fn node(
        &mut self,
        operation: &str,
        inputs: &[&str],
        output: &str,
        attributes: &[(&str, Attribute)],
    ) {
        self.nodes.bytes(1, &|node| {
            for input in inputs {
                node.text(1, input);
            }
            node.text(2, output);
            node.text(3, output);
            node.text(4, operation);
            for (name, value) in attributes {
                node.bytes(5, &|attribute| {
                    attribute.text(1, name);
                    let kind = match value {
                        Attribute::Real(number) => {
                            attribute.real(2, *number);
                            1
                        }
                        Attribute::Whole(number) => {
                            attribute.whole(3, *number);
                            2
                        }
                    };
                    attribute.whole(20, kind);
                });
            }
        });
    }

    /// The layer with this number.
    fn layer(&mut self, number: usize, input: &str, output: &str) {
        let [weight, bias] = ["weight", "bias"].map(|what| format!("{number}.{what}"));
        let transposed = [("transB", Attribute::Whole(1))];
        self.node("Gemm", &[input, &weight, &bias], output, &transposed);
    }

    /// A number that nodes take.
    fn constant(&mut self, name: String, number: f64) -> String {
        if !self.constants.iter().any(|(other, _)| *other == name) {
            self.constants.push((name.clone(), number));
        }
        name
    }

    /// The activation with this number, of the values with this name; the name of what it makes of them.
    fn activation(&mut self, activation: Activation, number: usize, input: String) -> String {
        let part = |what: &str| format!("{number}.{what}");
        let output = part("output");
        match activation.0 {
            Kind::Relu => self.node("Relu", &[&input], &output, &[]),
            Kind::Tanh => self.node("Tanh", &[&input], &output, &[]),
            Kind::Sigmoid => self.node("Sigmoid", &[&input], &output, &[]),
            Kind::LeakyRelu(slope) => match self.precision {
                Precision::F32 => {
                    let slope = [("alpha", Attribute::Real(slope as f32))];
                    self.node("LeakyRelu", &[&input], &output, &slope);
                }
                // An attribute would be a number of 32 bits.
                Precision::F64 => {
                    let slope = self.constant(part("slope"), slope);
                    self.node("PRelu", &[&input, &slope], &output, &[]);
                }
            },
            Kind::Silu => {
                let sigmoid = part("sigmoid");
                self.node("Sigmoid", &[&input], &sigmoid, &[]);
                self.node("Mul", &[&input, &sigmoid], &output, &[]);
            }
            Kind::Gelu => self.gelu(number, &input, &output),
            Kind::Identity => return input,
        }
        output
    }

    /// x · (1 + erf(x / √2)) / 2, with the nodes that runtimes know as one.
    fn gelu(&mut self, number: usize, input: &str, output: &str) {
        let part = |what: &str| format!("{number}.{what}");
        let root = self.constant("sqrt_2".to_string(), std::f64::consts::SQRT_2);
        let one = self.constant("one".to_string(), 1.0);
        let half = self.constant("half".to_string(), 0.5);
        let [scaled, erf, sum, twice] = ["scaled", "erf", "sum", "twice"].map(part);
        self.node("Div", &[input, &root], &scaled, &[]);
        match self.precision {
            Precision::F32 => self.node("Erf", &[&scaled], &erf, &[]),
            // onnxruntime has no other error function than that of f32.
            Precision::F64 => {
                let [narrow, narrow_erf] = ["scaled.f32", "erf.f32"].map(part);
                let to = |precision| [("to", Attribute::Whole(kind(precision)))];
                self.node("Cast", &[&scaled], &narrow, &to(Precision::F32));
                self.node("Erf", &[&narrow], &narrow_erf, &[]);
                self.node("Cast", &[&narrow_erf], &erf, &to(Precision::F64));
            }
        }
        self.node("Add", &[&erf, &one], &sum, &[]);
        self.node("Mul", &[input, &sum], &twice, &[]);
        self.node("Mul", &[&twice, &half], output, &[]);
    }

    fn probabilities(&mut self, kind: Probabilities) {
        let (scores, output) = ("scores", "probabilities");
        let columns = || [("axis", Attribute::Whole(1))];
        match kind {
            Probabilities::Each => self.node("Sigmoid", &[scores], output, &[]),
            Probabilities::Together => self.node("Softmax", &[scores], output, &columns()),
            Probabilities::Both => {
                let [first, both] = ["scores.first", "scores.both"];
                self.node("Neg", &[scores], first, &[]);
                self.node("Concat", &[first, scores], both, &columns());
                self.node("Sigmoid", &[both], output, &[]);
            }
        }
    }
}
