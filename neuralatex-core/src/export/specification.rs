//! The specification of a training in JSON: all that the script has to know, with every default and every
//! learning rate, a line for each field.

use super::FORMAT;
use crate::attempt::Rows;
use crate::data::Task;
use crate::engine::{Formula, Step};
use crate::json::{list, number, object, string};
use crate::spec::Model;
use crate::spec::activation::{Activation, Kind as ActivationKind};
use crate::spec::loss::{Kind as LossKind, Loss};
use crate::spec::optimizer::{Method, Rule};
use crate::spec::stop::{Kind as StopKind, Stop};
use crate::training::job::targets_of_class;
use crate::training::plan::Plan;

pub(super) fn text(
    model: &Model,
    plan: &Plan,
    rows: &Rows,
    digests: Vec<(&'static str, String)>,
) -> String {
    let (classes, targets) = match &rows.task {
        Task::Classes(classes) => {
            let names = classes.names();
            let names = names.iter().map(|name| string(name));
            (list(names), list(targets_of_class(plan).map(number)))
        }
        Task::Targets => ("null".to_string(), "null".to_string()),
    };
    let evaluated = rows.eval.as_ref().map_or(0, |eval| eval.rows());
    let digests = digests.into_iter();
    let fields = [
        ("format", string(FORMAT)),
        ("model", string(&plan.name)),
        ("layers", list(&plan.layers)),
        (
            "activations",
            list(plan.activations.iter().map(|&word| activation(word))),
        ),
        ("loss", loss(&plan.loss)),
        ("optimizer", optimizer(&plan.rule)),
        ("batch", plan.batch.to_string()),
        ("seed", plan.seed.to_string()),
        ("shuffle", plan.shuffle.to_string()),
        ("restarts", model.restarts.to_string()),
        ("stop", list(plan.stop.iter().map(rule))),
        ("precision", string(plan.precision.name())),
        ("normalize", string(&model.normalize.to_string())),
        ("classes", classes),
        ("class_targets", targets),
        ("origin", object(origin(model, plan, rows))),
        (
            "rows",
            object([("train", rows.data.rows()), ("eval", evaluated)]),
        ),
        (
            "sha256",
            object(digests.map(|(name, digest)| (name, string(&digest)))),
        ),
        ("rates", list(plan.rates.iter().copied().map(number))),
    ];
    let lines = fields.map(|(name, value)| format!("  {}: {value}", string(name)));
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// What the script writes beside the weights and the activations: of which rows they are, and what scores mean.
fn origin(model: &Model, plan: &Plan, rows: &Rows) -> [(&'static str, String); 3] {
    [
        ("neuralatex.loss", string(&plan.loss.in_full())),
        ("neuralatex.normalize", string(&model.normalize.to_string())),
        ("neuralatex.rows", string(&rows.data.digest())),
    ]
}

/// Whether an export has written this.
pub(super) fn is_ours(text: &str) -> bool {
    text.starts_with(&format!("{{\n  \"format\": \"{FORMAT}\",\n"))
}

/// A word with its arguments.
fn named(name: &str, arguments: impl IntoIterator<Item = (&'static str, String)>) -> String {
    object([("name", string(name))].into_iter().chain(arguments))
}

fn activation(word: Activation) -> String {
    let slope = match word.0 {
        ActivationKind::LeakyRelu(slope) => Some(("slope", number(slope))),
        _ => None,
    };
    named(word.name(), slope)
}

fn loss(loss: &Loss) -> String {
    match &loss.0 {
        LossKind::Huber(delta) => named("huber", [("delta", number(*delta))]),
        LossKind::Custom(formula) => named("custom", steps(formula)),
        _ => named(&loss.to_string(), []),
    }
}

/// The score has the place 0, the target 1, the first step 2.
fn steps(formula: &Formula) -> [(&'static str, String); 2] {
    let step = |step: &Step| match step {
        // What is no number in JSON is a text.
        Step::Number(constant) if !constant.is_finite() => {
            list([string("number"), string(&constant.to_string())])
        }
        Step::Number(constant) => list([string("number"), number(*constant)]),
        Step::Operation(operation, operands) => {
            let operands = operands[..operation.arity()].iter();
            let name = [string(operation.symbol())].into_iter();
            list(name.chain(operands.map(usize::to_string)))
        }
    };
    [
        ("steps", list(formula.steps.iter().map(step))),
        ("result", formula.result.to_string()),
    ]
}

/// PyTorch's defaults are not asked: one version may have others than another.
fn optimizer(rule: &Rule) -> String {
    let epsilon = ("epsilon", "1e-8".to_string());
    let own = match rule.method {
        Method::Sgd => vec![
            ("momentum", number(rule.momentum.unwrap_or(0.0))),
            ("nesterov", rule.nesterov.to_string()),
        ],
        Method::Adam | Method::Adamw => vec![("betas", list(["0.9", "0.999"])), epsilon],
        Method::Rmsprop => vec![("alpha", "0.99".to_string()), epsilon],
    };
    let shared = [
        ("weight_decay", number(rule.weight_decay)),
        ("clip", rule.clip.map_or("null".to_string(), number)),
    ];
    named(rule.method.name(), own.into_iter().chain(shared))
}

fn rule(stop: &Stop) -> String {
    match stop.0 {
        StopKind::Patience(epochs) => named("patience", [("epochs", epochs.to_string())]),
        StopKind::LossBelow(bound) => named("loss_below", [("loss", number(bound))]),
    }
}
