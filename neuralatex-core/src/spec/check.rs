//! What can be told wrong of a specification without its data. All mistakes, not the first.

use unicode_ident::{is_xid_continue, is_xid_start};

use super::activation::{Activation, Choice, Kind as ActivationKind};
use super::init::{Init, Kind as InitKind};
use super::loss::{Kind as LossKind, Loss};
use super::require::{Bound, MetricKind};
use super::source::Source;
use super::{Model, parameters};
use crate::error::{Field, Problem};

/// More than this is a slip of the keyboard, or needs another tool.
const MOST_PARAMETERS: usize = 1_000_000;
const MOST_EPOCHS: usize = 1_000_000;

/// fp's generator maps 0 and 2^31 - 1 to themselves.
const LARGEST_PAPER_SEED: u64 = 2_147_483_646;

/// The learning rate of each epoch, asked for once. Too many epochs are a mistake in any case.
pub(crate) fn rates(model: &Model) -> Vec<f64> {
    let epochs = model.epochs.min(MOST_EPOCHS);
    (1..=epochs)
        .map(|epoch| model.optimizer.rate.at(epoch))
        .collect()
}

/// The mistakes of a specification.
pub(crate) fn check(model: &Model, rates: &[f64]) -> Vec<Problem> {
    let mut found = Found::default();
    found.name(&model.name);
    found.layers(&model.layers);
    match &model.data {
        None => found.push(
            Field::Data,
            "`data` is missing: what should the network learn?",
        ),
        Some(source) => found.source(Field::Data, source),
    }
    if let Some(source) = &model.eval {
        found.source(Field::Eval, source);
    }
    found.activations(model);
    if let Some(loss) = &model.loss {
        found.loss(loss);
    }
    found.count(Field::Epochs, "epochs", model.epochs, MOST_EPOCHS);
    found.count(Field::Batch, "batch", model.batch, usize::MAX);
    found.rates(rates);
    if let Some(init) = &model.init {
        found.init(init, parameters(&model.layers));
    }
    for (index, requirement) in model.requirements.iter().enumerate() {
        let (Bound::AtLeast(value) | Bound::AtMost(value)) = requirement.bound;
        let has = model.parameters();
        let problem = match requirement.metric {
            _ if !value.is_finite() => format!("`{value}` is no bound: expected a finite number"),
            MetricKind::Accuracy if !(0.0..=1.0).contains(&value) => {
                format!("`accuracy` lies between 0 and 1, so it cannot be compared with {value:?}")
            }
            MetricKind::Accuracy if model.eval.is_none() => {
                "`accuracy` is measured on `eval`, which is missing".to_string()
            }
            MetricKind::Parameters if !requirement.is_met_by(has as f64) => {
                format!("`{requirement}` is not met: the network has {has}")
            }
            _ => continue,
        };
        found.push(Field::Require(index), problem);
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
            let message = "expected at least two sizes, inputs and outputs, such as `<2, 4, 1>`";
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
        if !fits(layers) {
            let count = parameters(layers);
            let widest = (0..layers.len())
                .max_by_key(|&index| layers[index])
                .unwrap_or(0);
            let message =
                format!("a network of {count} parameters is too large: at most {MOST_PARAMETERS}");
            self.push(Field::Layer(widest), message);
        }
    }

    fn source(&mut self, field: Field, source: &Source) {
        for message in source.mistakes() {
            self.push(field, message);
        }
    }

    fn activations(&mut self, model: &Model) {
        let hidden = model.layers.len().saturating_sub(2);
        if let Choice::Each(list) = &model.activations.0
            && list.len() != hidden
        {
            let found = list.len();
            let message = format!(
                "the list has {found} activation{}, but the network has {hidden} hidden layer{}",
                plural(found),
                plural(hidden)
            );
            self.push(Field::Activation, message);
        }
        let wrong = |activation: &Activation| match activation.0 {
            ActivationKind::LeakyRelu(slope) if !(0.0..=1.0).contains(&slope) => Some(slope),
            _ => None,
        };
        if let Some(slope) = model.activations.of_layers(1).iter().find_map(wrong) {
            let message =
                format!("the slope of `leaky_relu` lies between 0 and 1, found {slope:?}");
            self.push(Field::Activation, message);
        }
    }

    fn loss(&mut self, loss: &Loss) {
        match &loss.0 {
            LossKind::Huber(delta) if !(delta.is_finite() && *delta > 0.0) => {
                let message = format!("`huber` needs a finite number above 0, found {delta:?}");
                self.push(Field::Loss, message);
            }
            LossKind::Custom(formula) if !formula.depends_on_score() => self.push(
                Field::Loss,
                "the loss does not depend on the score, so nothing can be learned",
            ),
            _ => {}
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

    fn rates(&mut self, rates: &[f64]) {
        let wrong = |(_, rate): &(usize, &f64)| !(rate.is_finite() && **rate >= 0.0);
        if let Some((epoch, rate)) = (1..).zip(rates).find(wrong) {
            let message = format!(
                "the learning rate must be a finite number from 0, found {rate:?} in epoch {epoch}"
            );
            self.push(Field::Optimizer, message);
        }
    }

    fn init(&mut self, init: &Init, parameters: usize) {
        match &init.kind {
            InitKind::Uniform(low, high) if !((high - low).is_finite() && low <= high) => {
                let message = format!(
                    "`uniform` needs two finite bounds, the lower one first, found {low:?} and {high:?}"
                );
                self.push(Field::Init, message);
            }
            InitKind::Values(values) if values.len() != parameters => {
                let message = format!(
                    "the network has {parameters} parameters, but `values` gives {}",
                    values.len()
                );
                self.push(Field::Init, message);
            }
            InitKind::Values(values) => {
                if let Some(index) = values.iter().position(|value| !value.is_finite()) {
                    let message = format!(
                        "value {} is {:?}: expected a finite number",
                        index + 1,
                        values[index]
                    );
                    self.push(Field::Init, message);
                }
            }
            InitKind::Paper
                if !init
                    .seed
                    .is_none_or(|seed| (1..=LARGEST_PAPER_SEED).contains(&seed)) =>
            {
                let message =
                    format!("the seed of `paper` lies between 1 and {LARGEST_PAPER_SEED}");
                self.push(Field::Init, message);
            }
            _ => {}
        }
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
