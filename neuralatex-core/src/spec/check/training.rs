//! The words of how to train: activations, loss, optimiser, start weights.

use super::Found;
use crate::error::{Field, Part};
use crate::spec::activation::{Choice, Kind as ActivationKind};
use crate::spec::init::{Init, Kind as InitKind};
use crate::spec::loss::{Kind as LossKind, Loss};
use crate::spec::optimizer::{Method, Optimizer, Rule};
use crate::spec::rate::Kind as RateKind;
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
        for (index, activation) in model.activations.of_layers(1).iter().enumerate() {
            if let ActivationKind::LeakyRelu(slope) = activation.0
                && !(0.0..=1.0).contains(&slope)
            {
                let path = [Part::Element(index), Part::Argument("leaky_relu", 0)];
                let message =
                    format!("the slope of `leaky_relu` lies between 0 and 1, found {slope:?}");
                self.blame(Field::Activation, path, message);
            }
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
                self.blame(Field::Loss, [Part::Argument("huber", 0)], message);
            }
            LossKind::Custom(formula) if !formula.depends_on_score() => self.blame(
                Field::Loss,
                [Part::Argument("custom", 0)],
                "the loss does not depend on the score, so nothing can be learned",
            ),
            _ => {}
        }
    }

    pub(super) fn rates(&mut self, Optimizer { rule, rate }: &Optimizer, rates: &[f64]) {
        if let RateKind::Step { every: 0, .. } = &rate.kind {
            let message = "`every` must be at least 1 epoch, found 0";
            self.blame(Field::Optimizer, [Part::Argument("every", 0)], message);
        }
        let wrong = |(_, rate): &(usize, &f64)| !(rate.is_finite() && **rate >= 0.0);
        if let Some((epoch, rate)) = (1..).zip(rates).find(wrong) {
            let message = format!(
                "the learning rate must be a finite number from 0, found {rate:?} in epoch {epoch}"
            );
            let path = [Part::Argument(rule.method.name(), 0)];
            self.blame(Field::Optimizer, path, message);
        }
    }

    pub(super) fn optimizer(&mut self, rule: &Rule) {
        let name = rule.method.name();
        let momentum = rule.momentum.unwrap_or(0.0);
        let decay = rule.weight_decay;
        let mut wrong = |part, message| self.blame(Field::Optimizer, [part], message);
        if rule.method != Method::Sgd && rule.momentum.is_some() {
            let message = format!("`momentum` belongs to `sgd`, `{name}` has none");
            wrong(Part::Word("momentum"), message);
        } else if !(0.0..1.0).contains(&momentum) {
            let message = format!("the momentum must lie from 0 to below 1, found {momentum:?}");
            wrong(Part::Argument("momentum", 0), message);
        }
        if rule.method != Method::Sgd && rule.nesterov {
            let message = format!("`nesterov` belongs to `sgd`, `{name}` has none");
            wrong(Part::Word("nesterov"), message);
        } else if rule.nesterov && momentum == 0.0 {
            let message = "`nesterov` needs a momentum: `.momentum(0.9)`".to_string();
            wrong(Part::Word("nesterov"), message);
        }
        if !(decay.is_finite() && decay >= 0.0) {
            let message =
                format!("the weight decay must be a finite number from 0, found {decay:?}");
            wrong(Part::Argument("weight_decay", 0), message);
        }
        if let Some(norm) = rule.clip.filter(|norm| !(norm.is_finite() && *norm > 0.0)) {
            let message = format!("`clip` needs a finite norm above 0, found {norm:?}");
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

    pub(super) fn init(&mut self, init: &Init, parameters: usize) {
        match &init.kind {
            InitKind::Uniform(low, high) if !((high - low).is_finite() && low <= high) => {
                let message = format!(
                    "`uniform` needs two finite bounds, the lower one first, found {low:?} and {high:?}"
                );
                self.blame(Field::Init, [Part::Arguments("uniform")], message);
            }
            InitKind::Values(values) if values.len() != parameters => {
                let message = format!(
                    "the network has {parameters} parameters, but `values` gives {}",
                    values.len()
                );
                self.blame(Field::Init, [Part::Argument("values", 0)], message);
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

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
