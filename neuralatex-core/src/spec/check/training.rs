//! The words of how to train: activations, loss, optimiser, start weights.

use super::numbers::{above_zero, from_zero, lost, mistake};
use super::{Found, MOST_EPOCHS, MOST_RESTARTS};
use crate::engine::{Formula, Step};
use crate::error::{Field, Part, counted};
use crate::spec::activation::{Choice, Kind as ActivationKind};
use crate::spec::budget::Budget;
use crate::spec::init::{Init, Kind as InitKind};
use crate::spec::loss::{Kind as LossKind, Loss};
use crate::spec::optimizer::{Method, Optimizer, Rule};
use crate::spec::rate::Kind as RateKind;
use crate::spec::stop::{Kind as StopKind, Stop};
use crate::spec::{Model, Precision};

/// fp's generator maps 0 and 2^31 - 1 to themselves.
const LARGEST_PAPER_SEED: u64 = 2_147_483_646;

impl Found {
    /// What only a training has.
    pub(super) fn training(&mut self, model: &Model, rates: &[f64]) {
        self.count(Field::Epochs, "epochs", model.epochs, MOST_EPOCHS);
        self.count(Field::Batch, "batch", model.batch, usize::MAX);
        self.rates(&model.optimizer, rates, model.precision);
        self.optimizer(&model.optimizer.rule, model.precision);
        self.count(Field::Restarts, "restarts", model.restarts, MOST_RESTARTS);
        self.stop(&model.stop);
        if let Some(budget) = &model.budget {
            self.budget(budget);
        }
        if let Some(path) = &model.checkpoint {
            self.checkpoint(path);
        }
        if let Some(init) = &model.init {
            self.init(init);
        }
    }

    pub(super) fn activations(&mut self, model: &Model) {
        let hidden = model.layers.len().saturating_sub(2);
        if let Choice::Each(list) = &model.activations.0
            && list.len() != hidden
        {
            let message = format!(
                "the list has {}, but the network has {}",
                counted(list.len(), "activation"),
                counted(hidden, "hidden layer")
            );
            self.push(Field::Activation, message);
        }
        for (index, activation) in model.activations.of_layers(1).iter().enumerate() {
            let ActivationKind::LeakyRelu(slope) = activation.0 else {
                continue;
            };
            let expected = "the slope of `leaky_relu` must be a number from 0 to 1";
            let in_range = |slope| (0.0..=1.0).contains(&slope);
            if let Some(message) = mistake(slope, model.precision, expected, in_range) {
                let path = [Part::Element(index), Part::Argument("leaky_relu", 0)];
                self.blame(Field::Activation, path, message);
            }
        }
    }

    pub(super) fn loss(&mut self, loss: &Loss, precision: Precision) {
        match &loss.0 {
            LossKind::Huber(delta) => {
                let expected = "`huber` needs a finite number above 0";
                if let Some(message) = mistake(*delta, precision, expected, above_zero) {
                    self.blame(Field::Loss, [Part::Argument("huber", 0)], message);
                }
            }
            LossKind::Custom(formula) if !formula.depends_on_score() => self.blame(
                Field::Loss,
                [Part::Argument("custom", 0)],
                "the loss does not depend on the score, so nothing can be learned",
            ),
            LossKind::Custom(formula) => {
                if let Some(message) = lost_constant(formula, precision) {
                    self.blame(Field::Loss, [Part::Argument("custom", 0)], message);
                }
            }
            _ => {}
        }
    }

    pub(super) fn rates(
        &mut self,
        Optimizer { rule, rate }: &Optimizer,
        rates: &[f64],
        precision: Precision,
    ) {
        let mut wrong = |part, message| self.blame(Field::Optimizer, [part], message);
        if let RateKind::Step { every: 0, .. } = &rate.kind {
            let message = "`every` must be at least 1 epoch, found 0";
            wrong(Part::Argument("every", 0), message.to_string());
        }
        // A factor of later epochs may never be used, but the model card quotes it.
        let factor = match rate.kind {
            RateKind::Step { by, .. } => Some(("by", 0, by)),
            RateKind::Exponential(_, factor) => Some(("exponential", 1, factor)),
            _ => None,
        };
        if let Some((word, index, factor)) = factor
            && !factor.is_finite()
        {
            let message = format!("`{word}` needs a finite factor, found {factor:?}");
            return wrong(Part::Argument(word, index), message);
        }
        if let Some(message) = rate_mistake(rates, precision) {
            wrong(Part::Argument(rule.method.name(), 0), message);
        }
    }

    pub(super) fn optimizer(&mut self, rule: &Rule, precision: Precision) {
        let name = rule.method.name();
        let momentum = rule.momentum.unwrap_or(0.0);
        let mut wrong = |part, message| self.blame(Field::Optimizer, [part], message);
        let expected = "the momentum must be a number from 0 to below 1";
        let below_one = |share| (0.0..1.0).contains(&share);
        if rule.method != Method::Sgd && rule.momentum.is_some() {
            let message = format!("`momentum` belongs to `sgd`, `{name}` has none");
            wrong(Part::Word("momentum"), message);
        } else if let Some(message) = mistake(momentum, precision, expected, below_one) {
            wrong(Part::Argument("momentum", 0), message);
        }
        if rule.method != Method::Sgd && rule.nesterov {
            let message = format!("`nesterov` belongs to `sgd`, `{name}` has none");
            wrong(Part::Word("nesterov"), message);
        } else if rule.nesterov && momentum == 0.0 {
            let message = "`nesterov` needs a momentum: `.momentum(0.9)`".to_string();
            wrong(Part::Word("nesterov"), message);
        }
        let expected = "the weight decay must be a finite number from 0";
        if let Some(message) = mistake(rule.weight_decay, precision, expected, from_zero) {
            wrong(Part::Argument("weight_decay", 0), message);
        }
        let expected = "`clip` needs a finite norm above 0";
        let norm = rule.clip.unwrap_or(1.0);
        if let Some(message) = mistake(norm, precision, expected, above_zero) {
            wrong(Part::Argument("clip", 0), message);
        }
    }

    pub(super) fn stop(&mut self, rules: &[Stop]) {
        for (index, rule) in rules.iter().enumerate() {
            let path = |word| [Part::Element(index), Part::Argument(word, 0)];
            match rule.0 {
                StopKind::Patience(0) => {
                    let message = "`patience` must be at least 1 epoch, found 0";
                    self.blame(Field::Stop, path("patience"), message);
                }
                StopKind::LossBelow(bound) if !bound.is_finite() => {
                    let message = format!("`loss_below` needs a finite number, found {bound:?}");
                    self.blame(Field::Stop, path("loss_below"), message);
                }
                _ => {}
            }
        }
    }

    pub(super) fn budget(&mut self, &Budget { unit, count, .. }: &Budget) {
        if !above_zero(count) {
            let message = format!("`{unit}` needs a finite number above 0, found {count:?}");
            self.blame(Field::Budget, [Part::Argument(unit, 0)], message);
        }
    }

    pub(super) fn init(&mut self, init: &Init) {
        match &init.kind {
            InitKind::Uniform(low, high) if !((high - low).is_finite() && low <= high) => {
                let message = format!(
                    "`uniform` needs two finite bounds, the lower one first, found {low:?} and {high:?}"
                );
                self.blame(Field::Init, [Part::Arguments("uniform")], message);
            }
            InitKind::Values(values) => {
                if let Some(index) = values.iter().position(|value| !value.is_finite()) {
                    let message = format!(
                        "value {} is {:?}: expected a finite number",
                        index + 1,
                        values[index]
                    );
                    let path = [Part::Argument("values", 0), Part::Element(index)];
                    self.blame(Field::Init, path, message);
                }
            }
            InitKind::Paper
                if !init
                    .seed
                    .is_none_or(|seed| (1..=LARGEST_PAPER_SEED).contains(&seed)) =>
            {
                let message =
                    format!("the seed of `paper` lies between 1 and {LARGEST_PAPER_SEED}");
                self.blame(Field::Init, [Part::Argument("seed", 0)], message);
            }
            _ => {}
        }
    }
}

impl Found {
    /// Whether start weights that are given are as many as a network has parameters.
    pub(super) fn values(&mut self, init: &Init, parameters: usize) {
        if let InitKind::Values(values) = &init.kind
            && values.len() != parameters
        {
            let message = format!(
                "the network has {}, but `values` gives {}",
                counted(parameters, "parameter"),
                values.len()
            );
            self.blame(Field::Init, [Part::Argument("values", 0)], message);
        }
    }
}

/// A schedule may let the rate vanish: only one that never is above 0 does nothing.
fn rate_mistake(rates: &[f64], precision: Precision) -> Option<String> {
    let epochs = || (1..).zip(rates.iter().copied());
    if let Some((epoch, rate)) = epochs().find(|(_, rate)| !from_zero(*rate)) {
        return Some(format!(
            "the learning rate must be a finite number from 0, found {rate:?} in epoch {epoch}"
        ));
    }
    if let Some((epoch, rate)) = epochs().find(|(_, rate)| !from_zero(precision.round(*rate))) {
        let expected = format!("the learning rate of epoch {epoch} must be a number");
        return Some(lost(precision, &expected, rate));
    }
    let largest = rates.iter().copied().fold(0.0, f64::max);
    let vanishes = largest > 0.0 && precision.round(largest) == 0.0;
    vanishes.then(|| lost(precision, "the learning rate must be a number", largest))
}

/// A constant of the closure that is not what was written.
fn lost_constant(formula: &Formula, precision: Precision) -> Option<String> {
    formula.steps.iter().find_map(|step| match *step {
        Step::Number(number) if number.is_finite() => {
            mistake(number, precision, "the loss needs numbers", f64::is_finite)
        }
        _ => None,
    })
}
