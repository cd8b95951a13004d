//! A trained model: its weights, how it got there, and how good it is.

use std::path::Path;

use crate::data::{Examples, Task};
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::files;
use crate::inference::Network;
use crate::spec::activation::Activation;
use crate::spec::loss::Loss;
use crate::spec::require::MetricKind;
use crate::spec::{Model, Precision};
use crate::training::checkpoint::Checkpoint;

/// The result of [`Model::train`].
#[derive(Clone, Debug)]
pub struct Trained {
    pub(crate) model: Model,
    pub(crate) task: Task,
    pub(crate) data: Examples,
    pub(crate) eval: Option<Examples>,
    pub(crate) evaluation: Option<Evaluation>,
    pub(crate) checkpoint: Checkpoint,
}

/// How good a model is on rows that it was not trained on.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    pub(crate) rows: usize,
    pub(crate) loss: f64,
    /// For classes: how many are right, and what was predicted for each row.
    pub(crate) correct: Option<usize>,
    pub(crate) predicted: Vec<i32>,
}

impl Trained {
    /// The name of the model.
    pub fn name(&self) -> &str {
        &self.model.name
    }

    /// Every weight and bias in the paper's order: neuron by neuron, weights then bias. As they
    /// were trained; the generated `WEIGHTS` holds them in the model's precision.
    pub fn weights(&self) -> Vec<f64> {
        self.checkpoint.weights.clone()
    }

    /// The mean training loss of each epoch.
    pub fn losses(&self) -> &[f64] {
        &self.checkpoint.losses
    }

    /// The share of evaluation rows whose class is predicted right.
    pub fn accuracy(&self) -> Option<f64> {
        self.evaluation.as_ref().and_then(Evaluation::accuracy)
    }

    /// How many evaluation rows get the right class.
    pub fn correct(&self) -> Option<usize> {
        self.evaluation
            .as_ref()
            .and_then(|evaluation| evaluation.correct)
    }

    /// How many rows were evaluated.
    pub fn evaluated(&self) -> Option<usize> {
        self.evaluation.as_ref().map(|evaluation| evaluation.rows)
    }

    /// The mean loss on the evaluation rows.
    pub fn loss(&self) -> Option<f64> {
        self.evaluation.as_ref().map(|evaluation| evaluation.loss)
    }

    /// The class predicted for each evaluation row, in their order; empty without classes.
    pub fn predicted(&self) -> &[i32] {
        self.evaluation
            .as_ref()
            .map_or(&[], |evaluation| &evaluation.predicted)
    }

    /// The rows that it was trained on.
    pub fn data(&self) -> &Examples {
        &self.data
    }

    /// The rows that it was evaluated on.
    pub fn eval(&self) -> Option<&Examples> {
        self.eval.as_ref()
    }

    /// SHA-256 of the generated `WEIGHTS` as little-endian bytes, in hexadecimal.
    pub fn digest(&self) -> String {
        let weights = self.checkpoint.weights.iter();
        let bytes: Vec<u8> = match self.model.precision {
            Precision::F32 => weights
                .flat_map(|&weight| (weight as f32).to_le_bytes())
                .collect(),
            Precision::F64 => weights.flat_map(|weight| weight.to_le_bytes()).collect(),
        };
        sha256(&bytes)
    }

    /// What the network answers for an input, with the arithmetic of the generated code.
    ///
    /// # Panics
    /// If there are not as many numbers as the network has inputs.
    pub fn scores(&self, input: &[f64]) -> Vec<f64> {
        let inputs = self.model.layers[0];
        assert_eq!(input.len(), inputs, "the network takes {inputs} inputs");
        self.network(&self.model.activations()).scores(input)
    }

    fn network<'n>(&'n self, activations: &'n [Activation]) -> Network<'n> {
        Network {
            precision: self.model.precision,
            layers: &self.model.layers,
            activations,
            weights: &self.checkpoint.weights,
        }
    }

    /// Writes a checkpoint: the paper's three lines of text. The file appears whole or not at all.
    /// Its path is relative to the crate's `Cargo.toml`, as for
    /// [`checkpoint`](Model::checkpoint), if Cargo runs the program.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.checkpoint.write(&files::in_crate(path.as_ref()))
    }

    /// Counts with the arithmetic that is shipped.
    pub(crate) fn evaluate(&mut self, loss: &Loss) -> Result<()> {
        let Some(eval) = &self.eval else {
            return Ok(());
        };
        let activations = self.model.activations();
        let network = self.network(&activations);
        let rows = eval.rows();
        let mut total = 0.0;
        let mut predicted = Vec::new();
        for row in 0..rows {
            let scores = network.scores(eval.inputs(row));
            total += loss.of_row(&scores, eval.targets(row));
            if let Task::Classes(classes) = &self.task {
                predicted.push(network.predict(&scores, classes));
            }
        }
        let loss = total / rows as f64;
        if !loss.is_finite() {
            return Err(Error::diverged(
                self.losses().len(),
                "the loss on the evaluation rows",
            ));
        }
        let right = || {
            predicted
                .iter()
                .zip(eval.classes())
                .filter(|(a, b)| a == b)
                .count()
        };
        let correct = match &self.task {
            Task::Targets => None,
            Task::Classes(_) => Some(right()),
        };
        self.evaluation = Some(Evaluation {
            rows,
            loss,
            correct,
            predicted,
        });
        Ok(())
    }

    pub(crate) fn check_requirements(&self) -> Result<()> {
        let mut problems = Vec::new();
        for (index, requirement) in self.model.requirements.iter().enumerate() {
            let reached = match requirement.metric {
                MetricKind::Accuracy => self.accuracy(),
                MetricKind::Loss => self.loss().or(self.losses().last().copied()),
                // Checked before training.
                MetricKind::Parameters => continue,
            };
            let error = match reached {
                Some(reached) if requirement.is_met_by(reached) => continue,
                Some(reached) => {
                    Error::unmet(index, &requirement.to_string(), reached, self.losses())
                }
                None => Error::no_accuracy(index),
            };
            problems.extend_from_slice(error.problems());
        }
        if problems.is_empty() {
            Ok(())
        } else {
            Err(problems.into())
        }
    }
}

impl Evaluation {
    fn accuracy(&self) -> Option<f64> {
        // A placeholder has no rows; its accuracy is 0, and not NaN, which is no literal.
        self.correct
            .map(|correct| correct as f64 / self.rows.max(1) as f64)
    }
}
