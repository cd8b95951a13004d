//! The words of how to train: activations, loss, optimiser, start weights.

use super::Found;
use crate::error::Field;
use crate::spec::activation::{Activation, Choice, Kind as ActivationKind};
use crate::spec::init::{Init, Kind as InitKind};
use crate::spec::loss::{Kind as LossKind, Loss};
use crate::spec::optimizer::{Method, Rule};
use crate::spec::rate::{Kind as RateKind, Rate};
use crate::spec::stop::{Kind as StopKind, Stop};
use crate::spec::{Model, Precision};

/// fp's generator maps 0 and 2^31 - 1 to themselves.
const LARGEST_PAPER_SEED: u64 = 2_147_483_646;

impl Found {
    pub(super) fn activations(&mut self, model: &Model) {
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

    pub(super) fn loss(&mut self, loss: &Loss, precision: Precision) {
        match &loss.0 {
            LossKind::Huber(delta) if !(delta.is_finite() && precision.round(*delta) > 0.0) => {
                let held = match delta.is_finite() && *delta > 0.0 {
                    true => format!(" that `{}` can hold", precision.name()),
                    false => String::new(),
                };
                let message =
                    format!("`huber` needs a finite number above 0{held}, found {delta:?}");
                self.push(Field::Loss, message);
            }
            LossKind::Custom(formula) if !formula.depends_on_score() => self.push(
                Field::Loss,
                "the loss does not depend on the score, so nothing can be learned",
            ),
            _ => {}
        }
    }

    pub(super) fn rates(&mut self, rate: &Rate, rates: &[f64]) {
        if let RateKind::Step { every: 0, .. } = &rate.kind {
            let message = "`every` must be at least 1 epoch, found 0";
            self.push(Field::Optimizer, message);
        }
        let wrong = |(_, rate): &(usize, &f64)| !(rate.is_finite() && **rate >= 0.0);
        if let Some((epoch, rate)) = (1..).zip(rates).find(wrong) {
            let message = format!(
                "the learning rate must be a finite number from 0, found {rate:?} in epoch {epoch}"
            );
            self.push(Field::Optimizer, message);
        }
    }

    pub(super) fn optimizer(&mut self, rule: &Rule) {
        let name = rule.method.name();
        let momentum = rule.momentum.unwrap_or(0.0);
        let decay = rule.weight_decay;
        let mut wrong = Vec::new();
        if rule.method != Method::Sgd && rule.momentum.is_some() {
            wrong.push(format!("`momentum` belongs to `sgd`, `{name}` has none"));
        } else if !(0.0..1.0).contains(&momentum) {
            wrong.push(format!(
                "the momentum must lie from 0 to below 1, found {momentum:?}"
            ));
        }
        if rule.method != Method::Sgd && rule.nesterov {
            wrong.push(format!("`nesterov` belongs to `sgd`, `{name}` has none"));
        } else if rule.nesterov && momentum == 0.0 {
            wrong.push("`nesterov` needs a momentum: `.momentum(0.9)`".to_string());
        }
        if !(decay.is_finite() && decay >= 0.0) {
            wrong.push(format!(
                "the weight decay must be a finite number from 0, found {decay:?}"
            ));
        }
        if let Some(norm) = rule.clip.filter(|norm| !(norm.is_finite() && *norm > 0.0)) {
            wrong.push(format!(
                "`clip` needs a finite norm above 0, found {norm:?}"
            ));
        }
        for message in wrong {
            self.push(Field::Optimizer, message);
        }
    }

    pub(super) fn stop(&mut self, rules: &[Stop]) {
        for rule in rules {
            match rule.0 {
                StopKind::Patience(0) => {
                    self.push(Field::Stop, "`patience` must be at least 1 epoch, found 0");
                }
                StopKind::LossBelow(bound) if !bound.is_finite() => {
                    let message = format!("`loss_below` needs a finite number, found {bound:?}");
                    self.push(Field::Stop, message);
                }
                _ => {}
            }
        }
    }

    pub(super) fn init(&mut self, init: &Init, parameters: usize) {
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
