//! The way of a model through the stages.

use std::path::Path;

use crate::attempt::{Attempt, Rows, Start, evaluation_loss};
use crate::data::{self, Examples, Scaling, Task, Use, loss_of_classes};
use crate::error::{Error, Field, Result};
use crate::evaluation::Evaluation;
use crate::spec::activation::relu;
use crate::spec::canonical::Canonical;
use crate::spec::loss::Loss;
use crate::spec::stop::{Kind as StopKind, Stop};
use crate::spec::{Model, check};
use crate::trained::Trained;
use crate::training::checkpoint::{Checkpoint, Format, Origin};
use crate::training::{history::Frames, plan::Plan, watch::Watch};

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
    /// Looks for mistakes as far as that goes without training.
    ///
    /// # Errors
    /// With all mistakes that were found.
    pub fn check(&self) -> Result<()> {
        match prepare(self) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.in_model(&self.name)),
        }
    }

    /// Source with the types of the generated code and zeros for its numbers: what takes the place
    /// of a model that cannot be trained, so that its uses are not errors as well. Where the
    /// specification does not tell a type, it is a guess.
    #[doc(hidden)]
    pub fn placeholder(&self) -> String {
        let mut model = self.clone();
        if !check::is_name(&model.name) {
            return String::new();
        }
        model.layers.resize(model.layers.len().max(2), 1);
        let most = if check::fits(&model.layers) {
            usize::MAX
        } else {
            100
        };
        model
            .layers
            .iter_mut()
            .for_each(|size| *size = (*size).clamp(1, most));
        model.card = false;
        model.activations = relu().into();
        let outputs = model.layers[model.layers.len() - 1];
        let problems = check::check(&model, &[]);
        let readable = !problems
            .iter()
            .any(|problem| problem.field() == Field::Data);
        let task = model.data.as_ref().filter(|_| readable).and_then(|source| {
            let table = data::load(source, Use::Training, &model).ok()?;
            Task::of(&table, model.loss.as_ref(), outputs).ok()
        });
        let (task, loss) = task.unwrap_or_else(|| {
            let classes = match outputs {
                1 => vec![-1, 1],
                _ => (0..outputs as i32).collect(),
            };
            let loss = loss_of_classes(model.loss.as_ref(), outputs);
            (Task::Classes(classes), loss)
        });
        let rates = vec![0.0; check::rates(&model).len()];
        let weights = vec![0.0; model.parameters()];
        let attempt = Attempt {
            seed: model.seed,
            checkpoint: Checkpoint {
                weights: weights.clone(),
                losses: rates.clone(),
                ..Checkpoint::default()
            },
            weights,
            evaluation: Some(Evaluation::none(&task)),
            history: Frames::default(),
        };
        let rows = Rows {
            task,
            data: Examples::default(),
            eval: None,
            scaling: None,
        };
        Trained {
            words: Canonical::of(&model, &loss, &rates),
            plan: plan(&model, loss, rates),
            model,
            rows,
            attempt,
        }
        .code()
    }
}

fn train(mut model: Model) -> Result<Trained> {
    let (plan, rows) = prepare(&model)?;
    let words = Canonical::of(&model, &plan.loss, &plan.rates);
    // The rows are there in the precision of the model; what they were made from may be large.
    (model.data, model.eval) = (None, None);
    let start = match &model.checkpoint {
        Some(path) => resume(&rows.origin(&plan, plan.seed, model.normalize), &rows, path)?,
        None => Start::Weights,
    };
    let attempt = Attempt::best(&plan, &rows, model.restarts, start)?;
    let trained = Trained {
        model,
        words,
        plan,
        rows,
        attempt,
    };
    trained.check_requirements()?;
    Ok(trained)
}

/// Checks the specification and reads its rows. Mistakes that do not follow from each other are
/// found together.
pub(crate) fn prepare(model: &Model) -> Result<(Plan, Rows)> {
    let rates = check::rates(model);
    let mut problems = check::check(model, &rates);
    let sound = |field: fn(Field) -> bool| !problems.iter().any(|problem| field(problem.field()));
    if !sound(|field| matches!(field, Field::Layer(_) | Field::Model)) {
        return Err(problems.into());
    }
    let outputs = model.layers[model.layers.len() - 1];
    let data = match &model.data {
        Some(source) if sound(|field| matches!(field, Field::Data | Field::Loss)) => {
            Some(data::load(source, Use::Training, model).and_then(|table| {
                let (task, loss) = Task::of(&table, model.loss.as_ref(), outputs)?;
                Ok((
                    task.encode(table, Use::Training, &loss, model.precision, outputs)?,
                    task,
                    loss,
                ))
            }))
        }
        _ => None,
    };
    let eval = match &model.eval {
        Some(source) if sound(|field| field == Field::Eval) => {
            let table = data::load(source, Use::Evaluation, model);
            Some(match &data {
                Some(Ok((_, task, loss))) => table.and_then(|table| {
                    task.encode(table, Use::Evaluation, loss, model.precision, outputs)
                }),
                _ => table.map(|_| Examples::default()),
            })
        }
        _ => None,
    };
    let mut keep = |problem| problems.push(problem);
    let data = data.and_then(|data| data.map_err(&mut keep).ok());
    let eval = eval.and_then(|eval| eval.map_err(&mut keep).ok());
    let scaling = data.as_ref().and_then(|(data, ..)| {
        let scaling = Scaling::of(model.normalize, data, model.precision);
        scaling.map_err(&mut keep).ok().flatten()
    });
    if let Some((data, ..)) = &data {
        problems.extend(check::all_the_same(model, data.rows()));
    }
    match data {
        Some((data, task, loss)) if problems.is_empty() => {
            let rows = Rows {
                task,
                data,
                eval,
                scaling,
            };
            Ok((plan(model, loss, rates), rows))
        }
        _ => Err(problems.into()),
    }
}

/// What is left of a specification when its data and its closures have been asked.
fn plan(model: &Model, loss: Loss, rates: Vec<f64>) -> Plan {
    Plan {
        name: model.name.clone(),
        layers: model.layers.clone(),
        activations: model.activations(),
        loss,
        rule: model.optimizer.rule,
        rates,
        init: model.start(),
        batch: model.batch,
        seed: model.seed,
        shuffle: model.shuffle,
        stop: model.stop.clone(),
        precision: model.precision,
    }
}

/// Where to begin, with a checkpoint that may be there.
fn resume(origin: &Origin<'_>, rows: &Rows, path: &Path) -> Result<Start> {
    let plan = origin.plan;
    let Some(checkpoint) = Checkpoint::read(path, origin)? else {
        return Ok(Start::Weights);
    };
    let place = Format::of(path).place_of_epochs();
    let (done, wanted) = (checkpoint.losses.len(), plan.epochs());
    if done > wanted {
        let what = format!("it has {done} epochs, but `epochs` is {wanted}");
        return Err(Error::checkpoint(path, place, &what));
    }
    if done == wanted || has_stopped(plan, rows, &checkpoint) {
        return Ok(Start::Complete(checkpoint));
    }
    let waits = |rule: &Stop| matches!(rule.0, StopKind::Patience(_));
    let remembers = checkpoint
        .memory
        .each_ref()
        .map(|moment| !moment.is_empty());
    let compared = checkpoint.evaluation_losses.len() == done;
    let lacks = if remembers != plan.rule.remembers() {
        let name = plan.rule.method.name();
        format!("what `{name}` remembers, so that only `sgd` without momentum can go on from it")
    } else if rows.eval.is_some() && !compared && plan.stop.iter().any(waits) {
        "the losses on `eval` that `patience` compares".to_string()
    } else {
        return Ok(Start::Checkpoint(checkpoint));
    };
    let hint = match Format::of(path) {
        Format::Text => "; a `.safetensors` file has room for that",
        Format::Safetensors => "",
    };
    let what = format!("it has {done} of {wanted} epochs, but not {lacks}{hint}");
    Err(Error::checkpoint(path, place, &what))
}

/// Whether a rule has ended this training, as far as its checkpoint tells.
fn has_stopped(plan: &Plan, rows: &Rows, checkpoint: &Checkpoint) -> bool {
    let seen = match &rows.eval {
        _ if plan.stop.is_empty() || checkpoint.losses.is_empty() => Vec::new(),
        Some(_) if !checkpoint.evaluation_losses.is_empty() => checkpoint.evaluation_losses.clone(),
        Some(_) => evaluation_loss(plan, rows)
            .map(|mut loss| loss(&checkpoint.weights))
            .into_iter()
            .collect(),
        None => checkpoint.losses.clone(),
    };
    let mut watch = Watch::new(&plan.stop);
    seen.into_iter().any(|loss| watch.sees(loss))
}
