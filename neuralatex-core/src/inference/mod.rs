//! The network as it is shipped: the arithmetic of the generated code, in the core.

use crate::data::Task;
use crate::spec::Precision;
use crate::spec::activation::Activation;
use crate::spec::loss::{Kind as LossKind, Loss};
use crate::training::plan::Plan;

/// The sources of generated functions, for the emitter. All but the last have `Real` for the type.
pub(crate) fn sources(precision: Precision) -> [&'static str; 3] {
    let elementary = match precision {
        Precision::F32 => include_str!("elementary_f32.rs"),
        Precision::F64 => include_str!("elementary_f64.rs"),
    };
    let [panels, arithmetic] = [include_str!("panels.rs"), include_str!("arithmetic.rs")];
    [panels, arithmetic, elementary]
}

/// How many outputs of a layer stand side by side: numbers in 64 bytes.
pub(crate) fn panel(precision: Precision) -> usize {
    64 / precision.size()
}

/// Those of networks that are quantised. The first has `Weight` for the type of weights, the second `Real`.
pub(crate) const SOURCES_OF_INTEGERS: [&str; 2] =
    [include_str!("integer.rs"), include_str!("scaled.rs")];

/// A trained network: weights are numbers of its precision already.
#[derive(Clone, Copy)]
pub(crate) struct Network<'n> {
    precision: Precision,
    layers: &'n [usize],
    activations: &'n [Activation],
    weights: &'n [f64],
}

/// How scores become the probabilities of classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Probabilities {
    /// One score for two classes.
    Both,
    /// One for each class, each for itself.
    Each,
    /// One for each class, all together.
    Together,
}

impl Probabilities {
    /// Those that a loss has trained for; `None` if it knows of none.
    pub(crate) fn of(loss: &Loss, task: &Task, outputs: usize) -> Option<Probabilities> {
        match (&loss.0, task) {
            (LossKind::CrossEntropy, Task::Classes(_)) if outputs == 1 => Some(Probabilities::Both),
            (LossKind::CrossEntropy, Task::Classes(_)) => Some(Probabilities::Together),
            (LossKind::BinaryCrossEntropy, Task::Classes(_)) => Some(Probabilities::Each),
            _ => None,
        }
    }
}

macro_rules! arithmetic {
    ($module:ident, $real:ty, $elementary:literal) => {
        #[allow(
            dead_code,
            clippy::approx_constant,
            clippy::excessive_precision,
            reason = "written for both precisions, and for generated code, which allows the same"
        )]
        mod $module {
            use super::{Network, Probabilities};
            use crate::spec::activation::{Activation, Kind};

            type Real = $real;

            include!("arithmetic.rs");
            include!($elementary);

            /// The sum of a neuron with the bias last of its weights, in the order of `panels.rs`:
            /// every second or every fourth input has a sum of its own.
            fn neuron(weights: &[Real], inputs: &[Real], sums: usize) -> Real {
                let (bias, weights) = weights.split_last().unwrap_or((&0.0, &[]));
                let mut all = [*bias, -0.0, -0.0, -0.0];
                for (index, (weight, input)) in weights.iter().zip(inputs).enumerate() {
                    all[index % sums] += *weight * *input;
                }
                let [first, second, third, fourth] = all;
                (first + second) + (third + fourth)
            }

            /// The scores of a network, to the bit those of the generated code.
            pub(super) fn scores(network: &Network<'_>, input: &[f64]) -> Vec<f64> {
                let weights = shipped(network.weights);
                let mut weights = &weights[..];
                let mut values = shipped(input);
                let mut activations = network.activations.iter();
                for size in &network.layers[1..] {
                    let panel = 64 / size_of::<Real>();
                    let length = values.len() + 1;
                    let neurons = weights.chunks_exact(length).take(*size).enumerate();
                    let mut outputs: Vec<Real> = neurons
                        .map(|(index, weights)| {
                            let is_in_panel = index < size - size % panel;
                            neuron(weights, &values, if is_in_panel { 2 } else { 4 })
                        })
                        .collect();
                    weights = &weights[length * size..];
                    if let Some(activation) = activations.next() {
                        apply(*activation, &mut outputs);
                    }
                    values = outputs;
                }
                debug_assert!(weights.is_empty(), "every weight is used");
                values.into_iter().map(f64::from).collect()
            }

            fn apply(activation: Activation, values: &mut [Real]) {
                match activation.0 {
                    Kind::Relu => apply_relu(values),
                    Kind::LeakyRelu(slope) => apply_leaky_relu(values, slope as Real),
                    Kind::Tanh => apply_tanh(values),
                    Kind::Sigmoid => apply_sigmoid(values),
                    Kind::Silu => apply_silu(values),
                    Kind::Gelu => apply_gelu(values),
                    Kind::Identity => {}
                }
            }

            /// Which of some classes scores speak for.
            pub(super) fn predict(scores: &[f64], classes: &[u32]) -> u32 {
                match (&shipped(scores)[..], classes) {
                    ([score], &[first, second]) => side(*score, [first, second]),
                    (scores, _) => best(scores, classes, 0),
                }
            }

            /// What some scores say of the classes.
            pub(super) fn probabilities(kind: Probabilities, scores: &[f64]) -> Vec<f64> {
                let mut scores = shipped(scores);
                match (kind, &scores[..]) {
                    (Probabilities::Both, [score]) => scores = both(*score).to_vec(),
                    (Probabilities::Each, _) => apply_sigmoid(&mut scores),
                    _ => softmax(&mut scores),
                }
                scores.into_iter().map(f64::from).collect()
            }

            fn shipped(numbers: &[f64]) -> Vec<Real> {
                numbers.iter().map(|&number| number as Real).collect()
            }
        }
    };
}

arithmetic!(single, f32, "elementary_f32.rs");
arithmetic!(double, f64, "elementary_f64.rs");

impl<'n> Network<'n> {
    /// The network of a plan with these weights.
    pub(crate) fn new(plan: &'n Plan, weights: &'n [f64]) -> Network<'n> {
        Network {
            precision: plan.precision,
            layers: &plan.layers,
            activations: &plan.activations,
            weights,
        }
    }

    /// The scores for one input.
    pub(crate) fn scores(&self, input: &[f64]) -> Vec<f64> {
        match self.precision {
            Precision::F32 => single::scores(self, input),
            Precision::F64 => double::scores(self, input),
        }
    }

    /// What its scores say of the classes.
    pub(crate) fn probabilities(&self, kind: Probabilities, scores: &[f64]) -> Vec<f64> {
        match self.precision {
            Precision::F32 => single::probabilities(kind, scores),
            Precision::F64 => double::probabilities(kind, scores),
        }
    }

    /// Which of some classes its scores speak for.
    pub(crate) fn predict(&self, scores: &[f64], classes: &[u32]) -> u32 {
        match self.precision {
            Precision::F32 => single::predict(scores, classes),
            Precision::F64 => double::predict(scores, classes),
        }
    }
}
