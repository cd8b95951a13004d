//! What can be told wrong of a specification without its data. All mistakes, not the first.

mod numbers;
mod restarts;
mod training;
mod weights;

use unicode_ident::{is_xid_continue, is_xid_start};

use super::require::MetricKind;
use super::source::{Kind, Source};
use super::{AUTO, Model, parameters};
use crate::error::{Field, Part, Problem};
use crate::files;
pub(crate) use restarts::all_the_same;
pub(crate) use weights::is_of_tensors;

/// More than this is a slip of the keyboard, or needs another tool.
const MOST_PARAMETERS: usize = 50_000_000;
const MOST_EPOCHS: usize = 1_000_000;
const MOST_RESTARTS: usize = 10_000;

/// A checkpoint of the largest network can be read: its weights and two moments, the losses and rates of all epochs,
/// and a header.
const _: () = assert!(
    (3 * MOST_PARAMETERS + 2 * MOST_EPOCHS) as u64 * 8 + (1 << 20) <= files::MOST_OF_WEIGHTS
);

/// The learning rate of each epoch, asked for once. No epochs, or too many, are a mistake in any
/// case; what is wrong with the rate itself is told beside it. Where weights are given, there are none.
pub(crate) fn rates(model: &Model) -> Vec<f64> {
    let epochs = match model.weights {
        Some(_) => 0,
        None => model.epochs.clamp(1, MOST_EPOCHS),
    };
    (1..=epochs)
        .map(|epoch| model.optimizer.rate.at(epoch, epochs))
        .collect()
}

/// The mistakes of a specification.
pub(crate) fn check(model: &Model, rates: &[f64]) -> Vec<Problem> {
    let mut found = Found::default();
    found.name(&model.name);
    found.layers(&model.layers);
    match &model.data {
        None if model.weights.is_some() => found.push(
            Field::Data,
            "`data` is missing: classes, and the names of columns, are those of its rows, with `weights` too",
        ),
        None => found.push(
            Field::Data,
            "`data` is missing: what should the network learn?",
        ),
        Some(Source(Kind::HoldOut(_))) => found.push(
            Field::Data,
            "`hold_out` is a share of `data`, for `eval`: what are the data?",
        ),
        Some(source) => found.source(Field::Data, source),
    }
    if let Some(source) = &model.eval {
        found.source(Field::Eval, source);
    }
    found.activations(model);
    if let Some(loss) = &model.loss {
        found.loss(loss, model.precision);
    }
    match &model.weights {
        Some(path) => found.weights(path, &model.of_training),
        None => found.training(model, rates),
    }
    for index in 0..model.requirements.len() {
        found.requirement(model, index);
    }
    if !model.layers.contains(&AUTO) {
        found.sizes(model, &model.layers);
    }
    found.problems
}

/// The mistakes of sizes that the data has told.
pub(crate) fn check_sizes(model: &Model, layers: &[usize]) -> Vec<Problem> {
    let mut found = Found::default();
    if model.layers.contains(&AUTO) {
        found.sizes(model, layers);
    }
    found.problems
}

/// Whether a network with these sizes is not too large.
pub(crate) fn fits(layers: &[usize]) -> bool {
    parameters(layers) <= MOST_PARAMETERS
}

/// Whether a struct may have this name: an identifier that does not begin with a small letter, so
/// that it is neither a keyword nor a name inside of the generated functions.
pub(crate) fn is_name(name: &str) -> bool {
    let small = |letter: char| letter.is_lowercase();
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|first| first == '_' || is_xid_start(first))
        && letters.all(is_xid_continue)
        && !name.trim_start_matches('_').starts_with(small)
        && !["_", "Self"].contains(&name)
}

#[derive(Default)]
struct Found {
    problems: Vec<Problem>,
}

impl Found {
    fn push(&mut self, field: Field, message: impl Into<String>) {
        self.problems.push(Problem::new(field, message));
    }

    /// As [`push`](Found::push), with the way to what is to blame in the value.
    fn blame<const N: usize>(&mut self, field: Field, path: [Part; N], message: impl Into<String>) {
        let problem = Problem::new(field, message);
        self.problems
            .push(path.into_iter().fold(problem, Problem::at));
    }

    fn name(&mut self, name: &str) {
        if !is_name(name) {
            let message = format!(
                "`{name}` cannot be the name of a struct: expected one such as `Spiral`, with a capital letter"
            );
            self.push(Field::Model, message);
        }
    }

    fn layers(&mut self, layers: &[usize]) {
        if layers.len() < 2 {
            let message = "expected at least two sizes, inputs and outputs, such as `2, 4, 1`";
            self.push(
                if layers.is_empty() {
                    Field::Model
                } else {
                    Field::Layer(0)
                },
                message,
            );
        }
        for (index, _) in layers.iter().enumerate().filter(|(_, size)| **size == 0) {
            self.push(
                Field::Layer(index),
                "a layer needs at least one neuron, found size 0",
            );
        }
        let last = layers.len().saturating_sub(1);
        let inner = |index: usize| index > 0 && index < last;
        for (index, _) in layers.iter().enumerate().filter(|(_, size)| **size == AUTO) {
            if inner(index) {
                let message = "only the first and the last size can follow from the data";
                self.push(Field::Layer(index), message);
            }
        }
    }

    /// What depends on all sizes.
    fn sizes(&mut self, model: &Model, layers: &[usize]) {
        let has = parameters(layers);
        if !fits(layers) {
            let widest = (0..layers.len())
                .max_by_key(|&index| layers[index])
                .unwrap_or(0);
            let message =
                format!("a network of {has} parameters is too large: at most {MOST_PARAMETERS}");
            self.push(Field::Layer(widest), message);
        }
        if let Some(init) = model.init.as_ref().filter(|_| model.weights.is_none()) {
            self.values(init, has);
        }
        for (index, requirement) in model.requirements.iter().enumerate() {
            let counts = requirement.metric == MetricKind::Parameters;
            if counts && !requirement.is_met_by(has as f64) {
                let message = format!("`{requirement}` is not met: the network has {has}");
                self.push(Field::Require(index), message);
            }
        }
    }

    fn source(&mut self, field: Field, source: &Source) {
        for (part, message) in source.mistakes() {
            self.blame(field, [part], message);
        }
    }

    fn count(&mut self, field: Field, name: &str, count: usize, most: usize) {
        if count == 0 {
            self.push(field, format!("`{name}` must be at least 1, found 0"));
        } else if count > most {
            self.push(
                field,
                format!("`{name}` must be at most {most}, found {count}"),
            );
        }
    }

    fn requirement(&mut self, model: &Model, index: usize) {
        let requirement = &model.requirements[index];
        let field = Field::Require(index);
        let (value, name) = (requirement.value, requirement.metric.name());
        let bound = [Part::Argument(requirement.bound.method(), 0)];
        let is_share = matches!(
            requirement.metric,
            MetricKind::Accuracy | MetricKind::Recall(_) | MetricKind::Precision(_)
        );
        let is_evaluated = match requirement.metric {
            MetricKind::Parameters => false,
            // Else there is that of training.
            MetricKind::Loss => model.weights.is_some(),
            _ => true,
        };
        if !value.is_finite() {
            let message = format!("`{value}` is no bound: expected a finite number");
            self.blame(field, bound, message);
        } else if is_share && !(0.0..=1.0).contains(&value) {
            let message =
                format!("`{name}` lies between 0 and 1, so it cannot be compared with {value:?}");
            self.blame(field, bound, message);
        } else if is_share && !requirement.is_met_by(0.0) && !requirement.is_met_by(1.0) {
            let message = format!("`{requirement}` cannot be met: `{name}` lies between 0 and 1");
            self.blame(field, bound, message);
        } else if is_evaluated && model.eval.is_none() {
            let message = format!("`{name}` is measured on `eval`, which is missing");
            self.blame(field, [Part::Word(name)], message);
        }
    }
}
