//! A trained model: its weights, how it got there, and how good it is.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::attempt::{Attempt, Rows};
use crate::data::{Examples, Task};
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::evaluation::{self, Evaluation};
use crate::files;
use crate::inference::{Network, Probabilities};
use crate::key::Keys;
use crate::quantized::{self, Quantized};
use crate::spec::canonical::Canonical;
use crate::spec::{Model, Precision};
use crate::training::checkpoint::Format;
use crate::training::{job, plan::Plan};

/// The result of [`Model::train`].
#[derive(Clone, Debug)]
pub struct Trained {
    pub(crate) model: Model,
    /// The specification in words.
    pub(crate) words: Canonical,
    pub(crate) plan: Plan,
    pub(crate) rows: Rows,
    pub(crate) attempt: Attempt,
    /// What is shipped in place of its weights.
    pub(crate) quantized: Option<Quantized>,
    /// Those that it follows from, as they are named.
    pub(crate) files: Vec<PathBuf>,
    /// By which the store knows it, if there is one.
    pub(crate) keys: Option<Keys>,
    /// That of the weights, once somebody has asked: many do, and of ten million it takes the better part of a second.
    pub(crate) digest: OnceLock<String>,
}

impl Trained {
    /// The name of the model.
    pub fn name(&self) -> &str {
        &self.model.name
    }

    /// Every weight and bias in the paper's order: neuron by neuron, weights then bias: the
    /// numbers of the generated `WEIGHTS`, in the model's precision.
    pub fn weights(&self) -> Vec<f64> {
        self.attempt.weights.clone()
    }

    /// The file that its weights are from, if it was not trained here.
    pub(crate) fn given(&self) -> Option<String> {
        let path = self.model.weights.as_ref()?;
        Some(path.display().to_string())
    }

    /// What the rows of `data` are called.
    pub(crate) fn rows_called(&self) -> &'static str {
        match self.model.weights {
            Some(_) => "data",
            None => "training",
        }
    }

    /// How many rows it was trained on.
    pub(crate) fn trained_on(&self) -> usize {
        match self.model.weights {
            Some(_) => 0,
            None => self.data().rows(),
        }
    }

    /// The mean training loss of each epoch; empty where [`weights`](Model::weights) are given.
    pub fn losses(&self) -> &[f64] {
        &self.attempt.checkpoint.losses
    }

    /// The share of evaluation rows whose class is predicted right.
    pub fn accuracy(&self) -> Option<f64> {
        self.evaluation().and_then(Evaluation::accuracy)
    }

    /// How many evaluation rows get the right class.
    pub fn correct(&self) -> Option<usize> {
        self.evaluation().and_then(|evaluation| evaluation.correct)
    }

    /// How many rows were evaluated.
    pub fn evaluated(&self) -> Option<usize> {
        self.evaluation().map(|evaluation| evaluation.rows)
    }

    /// The mean loss on the evaluation rows.
    pub fn loss(&self) -> Option<f64> {
        self.evaluation().map(|evaluation| evaluation.loss)
    }

    /// The class predicted for each evaluation row, as [`Examples::classes`] has the true ones; empty
    /// without classes.
    pub fn predicted(&self) -> Vec<i32> {
        let Task::Classes(classes) = &self.rows.task else {
            return Vec::new();
        };
        let predicted = self.predicted_places().iter();
        predicted.map(|place| classes.number(*place)).collect()
    }

    /// The places of these among all classes.
    pub(crate) fn predicted_places(&self) -> &[u32] {
        self.evaluation()
            .map_or(&[], |evaluation| &evaluation.predicted)
    }

    /// The rows of `data`, which it was trained on, unless [`weights`](Model::weights) are given.
    pub fn data(&self) -> &Examples {
        &self.rows.data
    }

    /// The rows that it was evaluated on.
    pub fn eval(&self) -> Option<&Examples> {
        self.rows.eval.as_ref()
    }

    /// SHA-256 of the generated `WEIGHTS` as little-endian bytes, in hexadecimal.
    pub fn digest(&self) -> String {
        let digest = || sha256(&self.plan.precision.bytes(&self.attempt.weights));
        self.digest.get_or_init(digest).clone()
    }

    /// What the network answers for an input, with the arithmetic of the generated code.
    ///
    /// # Panics
    /// If there are not as many numbers as the network has inputs.
    pub fn scores(&self, input: &[f64]) -> Vec<f64> {
        let inputs = self.plan.layers[0];
        assert_eq!(input.len(), inputs, "the network takes {inputs} inputs");
        match self.quantized {
            Some(_) => self.scores_of(input),
            None => self.network().scores(input),
        }
    }

    /// The same for rows of inputs, row by row.
    pub(crate) fn scores_of(&self, inputs: &[f64]) -> Vec<f64> {
        match &self.quantized {
            Some(quantized) => quantized::scores_of(quantized, self.plan.precision, inputs),
            None => self.scores_of_floats(inputs),
        }
    }

    /// The same of the floats that integers stand for.
    pub(crate) fn scores_of_floats(&self, inputs: &[f64]) -> Vec<f64> {
        let plan = &self.plan;
        let shape = job::shape(&plan.layers, &plan.activations);
        match plan.precision {
            Precision::F32 => evaluation::scores::<f32>(&shape, &self.attempt.weights, inputs),
            Precision::F64 => evaluation::scores::<f64>(&shape, &self.attempt.weights, inputs),
        }
    }

    /// The probability of each class for an input, in the order of the classes, with the arithmetic
    /// of the generated code. `None` if the loss is no cross entropy, or if there are no classes.
    ///
    /// # Panics
    /// If there are not as many numbers as the network has inputs.
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// let arm = model("Arm", [2, 8, 1]).data(spiral(50)).loss(cross_entropy()).train()?;
    /// let [first, second] = arm.probabilities(&[1.0, 0.5]).unwrap()[..] else { unreachable!() };
    /// assert!((first + second - 1.0).abs() < 1e-6);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn probabilities(&self, input: &[f64]) -> Option<Vec<f64>> {
        let scores = self.scores(input);
        let kind = self.kind_of_probabilities()?;
        Some(self.network().probabilities(kind, &scores))
    }

    pub(crate) fn kind_of_probabilities(&self) -> Option<Probabilities> {
        let outputs = self.plan.layers[self.plan.layers.len() - 1];
        Probabilities::of(&self.plan.loss, &self.rows.task, outputs)
    }

    fn network(&self) -> Network<'_> {
        Network::new(&self.plan, &self.attempt.weights)
    }

    /// Writes a checkpoint. The file appears whole or not at all. Its path is relative to the
    /// crate's `Cargo.toml`, as for [`checkpoint`](Model::checkpoint), if Cargo runs the program.
    ///
    /// A path that ends in `.safetensors` gives a file in that format, with these tensors:
    ///
    /// | name | shape | |
    /// |---|---|---|
    /// | `layers.<i>.weight` | neurons, inputs | the weights of training, before normalisation is folded in |
    /// | `layers.<i>.bias` | neurons | |
    /// | `optimizer.first.layers.<i>.…` | as above | the velocity, or the mean of gradients, where the optimiser has one |
    /// | `optimizer.second.layers.<i>.…` | as above | the mean of their squares |
    /// | `losses` | epochs | the mean training loss of each epoch |
    /// | `rates` | epochs | the learning rates |
    /// | `eval_losses` | epochs | the losses on the evaluation rows, where a stop rule watches them |
    ///
    /// Weights and what the optimiser remembers are numbers of the model's precision, the others
    /// are `f64`. The metadata is the specification, with digests of the rows. Any other path gives
    /// the paper's three lines of text: weights, epochs, losses.
    ///
    /// ```no_run
    /// # use neuralatex_core::prelude::*;
    /// let trained = model("Arm", [2, 8, 1]).data(spiral(50)).train()?;
    /// trained.save("arm.safetensors")?;
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// If the file cannot be written, and of a model with [`weights`](Model::weights), which has no training
    /// to go on from.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        if let Some(file) = &self.model.weights {
            return Err(Error::not_saved(file).in_model(self.name()));
        }
        files::write(&files::in_crate(path), &self.content(path))
    }

    /// What a checkpoint of this name holds.
    pub(crate) fn content(&self, path: &Path) -> Vec<u8> {
        let Attempt {
            checkpoint, seed, ..
        } = &self.attempt;
        let Model {
            restarts,
            normalize,
            ..
        } = self.model;
        let origin = self.rows.origin(&self.plan, *seed, restarts, normalize);
        checkpoint.content(Format::of(path), &origin)
    }

    /// How good the network is that is shipped.
    pub(crate) fn evaluation(&self) -> Option<&Evaluation> {
        match &self.quantized {
            Some(quantized) => quantized.evaluation.as_ref(),
            None => self.attempt.evaluation.as_ref(),
        }
    }

    /// How good the network was before it was quantised, if it was.
    pub(crate) fn evaluation_of_floats(&self) -> Option<&Evaluation> {
        self.quantized.as_ref()?;
        self.attempt.evaluation.as_ref()
    }
}
