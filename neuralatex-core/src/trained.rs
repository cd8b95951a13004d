//! A trained model: its weights, how it got there, and how good it is.

use std::path::Path;

use crate::data::{self, Examples, Task, Use};
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::files;
use crate::inference;
use crate::spec::loss::Loss;
use crate::spec::require::MetricKind;
use crate::spec::{Model, Precision, check};
use crate::training::{self, checkpoint::Checkpoint};

/// The result of [`Model::train`].
#[derive(Clone, Debug)]
pub struct Trained {
    pub(crate) model: Model,
    pub(crate) task: Task,
    /// How many rows were trained on.
    pub(crate) rows: usize,
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

impl Model {
    /// Trains the model, here and now.
    ///
    /// # Errors
    /// If something is wrong with the specification or its data, if training diverges, or if a
    /// requirement is not met. All independent mistakes are reported together.
    pub fn train(self) -> Result<Trained> {
        let name = self.name.clone();
        train(self).map_err(|error| error.in_model(&name))
    }
}

/// For the macro.
impl Model {
    /// Looks for mistakes as far as that goes without data and training.
    ///
    /// # Errors
    /// With all mistakes that were found.
    pub fn check(&self) -> Result<()> {
        match check::check(self) {
            problems if problems.is_empty() => Ok(()),
            problems => Err(Error::from(problems).in_model(&self.name)),
        }
    }

    /// Source with the types of the generated code and zeros for its numbers: what takes the place
    /// of a model that cannot be trained, so that its uses are not errors as well. Where the
    /// specification does not tell a type, it is a guess.
    #[doc(hidden)]
    pub fn placeholder(&self) -> String {
        let mut model = self.clone();
        model.layers.resize(model.layers.len().max(2), 1);
        let last = model.layers.len() - 1;
        for (index, size) in model.layers.iter_mut().enumerate() {
            // Users see the first and the last size in types; the others only cost time.
            let most = if index == 0 || index == last { 1000 } else { 1 };
            *size = (*size).clamp(1, most);
        }
        model.epochs = model.epochs.clamp(1, 1000);
        let outputs = model.layers[last];
        let task = match prepare(&model) {
            Ok(prepared) => prepared.task,
            Err(_) if outputs == 1 => Task::Classes(vec![-1, 1]),
            Err(_) => Task::Classes((0..outputs as i32).collect()),
        };
        let correct = matches!(task, Task::Classes(_)).then_some(0);
        let evaluation = Evaluation {
            rows: 0,
            loss: 0.0,
            correct,
            predicted: Vec::new(),
        };
        let checkpoint = Checkpoint {
            weights: vec![0.0; model.parameters()],
            losses: vec![0.0; model.epochs],
        };
        Trained {
            model,
            task,
            rows: 0,
            evaluation: Some(evaluation),
            checkpoint,
        }
        .code()
    }
}

fn train(model: Model) -> Result<Trained> {
    let Prepared {
        task,
        loss,
        data,
        eval,
    } = prepare(&model)?;
    let resumed = match &model.checkpoint {
        Some(path) => resume(&model, &files::in_crate(path))?,
        None => None,
    };
    let checkpoint = training::train(&model, &loss, &data, resumed)?;
    let lost = |weight: &&f64| model.precision == Precision::F32 && !(**weight as f32).is_finite();
    if let Some(weight) = checkpoint.weights.iter().find(lost) {
        return Err(Error::too_large_for_f32(*weight));
    }
    let mut trained = Trained {
        model,
        task,
        rows: data.rows(),
        evaluation: None,
        checkpoint,
    };
    if let Some(eval) = eval {
        trained.evaluation = Some(trained.evaluate(&loss, &eval)?);
    }
    trained.check_requirements()?;
    Ok(trained)
}

/// A specification that was found sound, and its rows.
struct Prepared {
    task: Task,
    loss: Loss,
    data: Examples,
    eval: Option<Examples>,
}

fn prepare(model: &Model) -> Result<Prepared> {
    let mut problems = check::check(model);
    let (Some(source), true) = (&model.data, problems.is_empty()) else {
        return Err(problems.into());
    };
    let outputs = model.layers[model.layers.len() - 1];
    let data = data::load(source, Use::Training, model.seed);
    let eval = model
        .eval
        .as_ref()
        .map(|source| data::load(source, Use::Evaluation, model.seed));
    let prepared = data.and_then(|table| {
        let (task, loss) = Task::of(&table, model.loss.as_ref(), outputs)?;
        let data = task.encode(table, Use::Training, &model.layers)?;
        Ok((task, loss, data))
    });
    let eval = match (eval, &prepared) {
        (None, _) => Ok(None),
        (Some(table), Ok((task, ..))) => table
            .and_then(|table| task.encode(table, Use::Evaluation, &model.layers))
            .map(Some),
        (Some(table), Err(_)) => table.map(|_| None),
    };
    match (prepared, eval) {
        (Ok((task, loss, data)), Ok(eval)) => Ok(Prepared {
            task,
            loss,
            data,
            eval,
        }),
        (prepared, eval) => {
            problems.extend(prepared.err());
            problems.extend(eval.err());
            Err(problems.into())
        }
    }
}

/// The checkpoint to go on from, if there is one and it fits.
fn resume(model: &Model, path: &Path) -> Result<Option<Checkpoint>> {
    let Some(checkpoint) = Checkpoint::read(path, model.parameters())? else {
        return Ok(None);
    };
    let (done, wanted) = (checkpoint.losses.len(), model.epochs);
    if done > wanted {
        let what = format!("it has {done} epochs, but `epochs` is {wanted}");
        return Err(Error::checkpoint(path, 2, &what));
    }
    if done < wanted && model.optimizer.has_memory() {
        let what = format!(
            "it has {done} of {wanted} epochs, and this kind of file does not hold what `adam` \
             remembers, so training cannot go on from it"
        );
        return Err(Error::checkpoint(path, 2, &what));
    }
    Ok(Some(checkpoint))
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
        let Model {
            layers, precision, ..
        } = &self.model;
        assert_eq!(
            input.len(),
            layers[0],
            "the network takes {} inputs",
            layers[0]
        );
        inference::scores(*precision, layers, &self.checkpoint.weights, input)
    }

    /// The generated source.
    pub fn code(&self) -> String {
        crate::emit::code(self)
    }

    /// Writes a checkpoint: the paper's three lines of text. The file appears whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.checkpoint.write(path.as_ref())
    }

    fn evaluate(&self, loss: &Loss, eval: &Examples) -> Result<Evaluation> {
        let rows = eval.rows();
        let mut total = 0.0;
        let mut predicted = Vec::new();
        for row in 0..rows {
            let scores = self.scores(eval.inputs_of(row));
            let terms = scores.iter().zip(eval.targets_of(row));
            let sum: f64 = terms
                .map(|(&score, &target)| loss.formula.evaluate(score, target))
                .sum();
            total += sum / scores.len() as f64;
            if let Task::Classes(classes) = &self.task {
                predicted.push(inference::predict(self.model.precision, &scores, classes));
            }
        }
        let loss = total / rows as f64;
        if !loss.is_finite() {
            return Err(Error::diverged(
                self.losses().len(),
                "the loss on the evaluation rows",
            ));
        }
        let correct = match &self.task {
            Task::Targets => None,
            Task::Classes(classes) => {
                let expected = eval.classes.iter().map(|&index| &classes[index]);
                Some(
                    predicted
                        .iter()
                        .zip(expected)
                        .filter(|(a, b)| a == b)
                        .count(),
                )
            }
        };
        Ok(Evaluation {
            rows,
            loss,
            correct,
            predicted,
        })
    }

    fn check_requirements(&self) -> Result<()> {
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
        self.correct
            .map(|correct| correct as f64 / self.rows as f64)
    }
}
