//! The way of a model through the stages.

use std::path::{Path, PathBuf};

use crate::attempt::{Attempt, Rows, Start, evaluation_loss};
use crate::data::{self, Asked, Classes, Examples, Header, Learned, Scaling, Task, Use};
use crate::data::{loss_of_classes, names};
use crate::error::{Error, Field, Problem, Result};
use crate::evaluation::Evaluation;
use crate::requirements;
use crate::spec::activation::relu;
use crate::spec::canonical::Canonical;
use crate::spec::loss::Loss;
use crate::spec::source::{Kind, Source};
use crate::spec::stop::{Kind as StopKind, Stop};
use crate::spec::{AUTO, Model, check};
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

    /// The files that the model follows from, as they are named: of data, and the checkpoint.
    pub fn files(&self) -> Vec<PathBuf> {
        let sources = self.data.iter().chain(&self.eval);
        let mut files: Vec<PathBuf> = sources.flat_map(Source::files).collect();
        files.extend(self.checkpoint.clone());
        files
    }

    /// A model with the types of the generated code and zeros for its numbers: what takes the place
    /// of one that cannot be trained, so that its uses are not errors as well. Where the
    /// specification does not tell a type, it is a guess.
    #[doc(hidden)]
    pub fn placeholder(&self) -> Option<Trained> {
        let mut model = self.clone();
        if !check::is_name(&model.name) {
            return None;
        }
        let problems = check::check(&model, &[]);
        let readable = !problems
            .iter()
            .any(|problem| problem.field() == Field::Data);
        let table = model.data.as_ref().filter(|_| readable);
        let table = table.and_then(|source| data::load(source, &model, true).ok());
        model.layers.resize(model.layers.len().max(2), 1);
        let last = model.layers.len() - 1;
        if let (AUTO, Some(table)) = (model.layers[0], &table) {
            model.layers[0] = table.columns;
        }
        let asked = table.as_ref().and_then(|table| {
            Asked::of(&table.labels, model.loss.as_ref(), model.layers[last]).ok()
        });
        if let Some(asked) = &asked {
            model.layers[last] = asked.outputs;
        }
        model
            .layers
            .iter_mut()
            .filter(|size| **size == AUTO)
            .for_each(|size| *size = 1);
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
        let outputs = model.layers[last];
        let header = table.and_then(|table| table.header);
        let asked = asked.filter(|asked| names::check(header.as_ref(), &asked.task).is_ok());
        let header = header.filter(|_| asked.is_some());
        let (task, loss) = match asked {
            Some(asked) => (asked.task, asked.loss),
            None => {
                let classes = match outputs {
                    1 => vec![-1, 1],
                    _ => (0..outputs as i32).collect(),
                };
                let loss = loss_of_classes(model.loss.as_ref(), outputs);
                (Task::Classes(Classes::Whole(classes)), loss)
            }
        };
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
            header,
        };
        Some(Trained {
            words: Canonical::of(&model, &loss, &rates),
            plan: plan(&model, model.layers.clone(), loss, rates),
            model,
            rows,
            attempt,
            files: Vec::new(),
        })
    }
}

fn train(mut model: Model) -> Result<Trained> {
    let (plan, rows) = prepare(&model)?;
    model.layers.clone_from(&plan.layers);
    let words = Canonical::of(&model, &plan.loss, &plan.rates);
    let files = model.files();
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
        files,
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
    let data = match &model.data {
        Some(source) if sound(|field| matches!(field, Field::Data | Field::Loss)) => {
            Some(read_data(source, model))
        }
        _ => None,
    };
    let eval = match &model.eval {
        Some(source) if sound(|field| field == Field::Eval) => Some(source),
        _ => None,
    };
    let mut keep = |problem| problems.push(problem);
    let mut data = data.and_then(|data| data.map_err(&mut keep).ok());
    let eval = eval.and_then(|source| {
        let eval = read_eval(source, model, data.as_mut());
        eval.map_err(&mut keep).ok()
    });
    let (eval, scaling) = match &mut data {
        Some(data) => {
            let eval = data.fill(eval).map_err(&mut keep).ok().flatten();
            let scaling = Scaling::of(model.normalize, &data.examples, model.precision);
            (eval, scaling.map_err(&mut keep).ok().flatten())
        }
        None => (None, None),
    };
    if let Some(data) = &data {
        problems.extend(check::all_the_same(model, data.examples.rows()));
        problems.extend(check::check_sizes(model, &data.layers));
        problems.extend(requirements::check(model, &data.asked.task));
    }
    match data {
        Some(data) if problems.is_empty() => {
            let plan = plan(model, data.layers, data.asked.loss, rates);
            let rows = Rows {
                task: data.asked.task,
                data: data.examples,
                eval,
                scaling,
                header: data.header,
            };
            Ok((plan, rows))
        }
        _ => Err(problems.into()),
    }
}

/// The rows of `data`, and what follows from them.
struct Data {
    examples: Examples,
    asked: Asked,
    /// The sizes, with those that follow from the data.
    layers: Vec<usize>,
    header: Option<Header>,
    has_gaps: bool,
}

fn read_data(source: &Source, model: &Model) -> Result<Data, Problem> {
    let mut table = data::load(source, model, false)?;
    let mut layers = model.layers.clone();
    let last = layers.len() - 1;
    match layers[0] {
        AUTO => layers[0] = table.columns,
        inputs => table.fits(inputs, Use::Training)?,
    }
    let asked = Asked::of(&table.labels, model.loss.as_ref(), layers[last])?;
    layers[last] = asked.outputs;
    let header = table.header.take();
    names::check(header.as_ref(), &asked.task)?;
    Ok(Data {
        has_gaps: table.has_gaps,
        examples: asked.encode(table, Use::Training, model.precision)?,
        asked,
        layers,
        header,
    })
}

/// The rows of `eval`, and whether something is missing in them; without those of `data`, of which
/// something was wrong, they are only looked at.
fn read_eval(
    source: &Source,
    model: &Model,
    data: Option<&mut Data>,
) -> Result<(Examples, bool), Problem> {
    let Some(data) = data else {
        return match &source.0 {
            Kind::HoldOut(_) => Ok(<_>::default()),
            _ => {
                let table = data::load_eval(source, model, None)?;
                match model.layers[0] {
                    AUTO => {}
                    inputs => table.fits(inputs, Use::Evaluation)?,
                }
                Ok(<_>::default())
            }
        };
    };
    if let Kind::HoldOut(held) = &source.0 {
        let held = data::hold_out(held, model.seed, &data.asked.task, &mut data.examples)?;
        return Ok((held, data.has_gaps));
    }
    let learned = Learned {
        header: data.header.as_ref(),
        task: &data.asked.task,
    };
    let table = data::load_eval(source, model, Some(learned))?;
    table.fits(data.layers[0], Use::Evaluation)?;
    let has_gaps = table.has_gaps;
    let examples = data.asked.encode(table, Use::Evaluation, model.precision)?;
    Ok((examples, has_gaps))
}

impl Data {
    /// Fills in what is missing, here and in the rows of `eval`, which are given back.
    fn fill(&mut self, eval: Option<(Examples, bool)>) -> Result<Option<Examples>, Problem> {
        let has_gaps = self.has_gaps || eval.as_ref().is_some_and(|(_, has_gaps)| *has_gaps);
        let mut eval = eval.map(|(eval, _)| eval);
        if has_gaps {
            data::fill(self.header.as_ref(), &mut self.examples, eval.as_mut())?;
        }
        Ok(eval)
    }
}

/// What is left of a specification when its data and its closures have been asked.
fn plan(model: &Model, layers: Vec<usize>, loss: Loss, rates: Vec<f64>) -> Plan {
    Plan {
        name: model.name.clone(),
        layers,
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
