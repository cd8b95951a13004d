//! From a specification to a plan and its rows, or to all mistakes that were found.

use crate::attempt::{Rows, need};
use crate::data::{self, Asked, Examples, Header, Learned, Scaling, Use, names};
use crate::error::{Field, Problem, Result};
use crate::requirements;
use crate::spec::loss::Loss;
use crate::spec::source::{Kind, Source};
use crate::spec::{AUTO, Model, check};
use crate::training::given;
use crate::training::plan::Plan;

/// Checks the specification, whose learning rates are given, and reads its rows. Mistakes that do not
/// follow from each other are found together.
pub(crate) fn prepare(model: &Model, rates: Vec<f64>) -> Result<(Plan, Rows)> {
    let (plan, rows) = prepare_elsewhere(model, rates)?;
    need::check(&plan, &rows, model.quantize).map_err(|problem| vec![problem])?;
    Ok((plan, rows))
}

/// The same where there need not be room for the training.
pub(super) fn prepare_elsewhere(model: &Model, rates: Vec<f64>) -> Result<(Plan, Rows)> {
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
            let scaling = Scaling::of(
                model.normalize,
                &data.examples,
                data.header.as_ref(),
                model.precision,
            );
            (eval, scaling.map_err(&mut keep).ok().flatten())
        }
        None => (None, None),
    };
    if let Some(data) = &data {
        problems.extend(check::all_the_same(model, data.examples.rows()));
        problems.extend(check::check_sizes(model, &data.layers));
        problems.extend(requirements::check(model, &data.asked.task));
    }
    let layers = data.as_ref().map_or(&model.layers, |data| &data.layers);
    let is_sized = !layers.contains(&AUTO) && check::fits(layers);
    let given = match &model.weights {
        Some(path) if is_sized && check::is_of_tensors(path) => {
            let rows = data.as_ref().map(|data| given::Of {
                examples: &data.examples,
                header: data.header.as_ref(),
                task: &data.asked.task,
                loss: &data.asked.loss,
            });
            let given = given::read(path, model, layers, rows);
            given.map_err(|problem| problems.push(problem)).ok()
        }
        _ => None,
    };
    match data {
        Some(data) if problems.is_empty() => {
            let mut plan = plan(model, data.layers, data.asked.loss, rates);
            let is_folded = given.as_ref().is_some_and(|given| given.is_folded);
            let is_foreign = given.as_ref().is_some_and(|given| !given.knows_rows);
            plan.given = given.map(|given| given.weights);
            let rows = Rows {
                task: data.asked.task,
                data: data.examples,
                eval,
                scaling: scaling.map(|scaling| scaling.with(is_folded)),
                header: data.header,
                is_held_out: matches!(&model.eval, Some(Source(Kind::HoldOut(_)))),
                is_foreign,
            };
            Ok((plan, rows))
        }
        _ => Err(problems.into()),
    }
}

/// That of a model without mistakes.
#[cfg(test)]
pub(crate) fn prepared(model: &Model) -> (Plan, Rows) {
    prepare(model, check::rates(model)).unwrap()
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
        bytes: data.examples.bytes(),
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
pub(super) fn plan(model: &Model, layers: Vec<usize>, loss: Loss, rates: Vec<f64>) -> Plan {
    Plan {
        name: model.name.clone(),
        layers,
        activations: model.activations(),
        loss,
        rule: model.optimizer.rule,
        rates,
        init: model.start(),
        given: None,
        batch: model.batch,
        seed: model.seed,
        shuffle: model.shuffle,
        stop: model.stop.clone(),
        precision: model.precision,
    }
}
