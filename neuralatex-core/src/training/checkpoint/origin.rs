//! What a training follows from, field by field, in words: a checkpoint is of use only to a
//! training that has them all in common with the one that wrote it.

use crate::data::Examples;
use crate::digest::Sha256;
use crate::engine::{Formula, Step};
use crate::spec::activation::{Activation, Kind as ActivationKind};
use crate::spec::init::{Init, Kind as InitKind};
use crate::spec::loss::{Kind as LossKind, Loss};
use crate::spec::normalize::{Kind as NormalizeKind, Normalize};
use crate::spec::optimizer::Rule;
use crate::spec::stop::{Kind as StopKind, Stop};
use crate::training::plan::Plan;

/// A training, as far as its numbers follow from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin<'t> {
    pub(crate) plan: &'t Plan,
    /// Of start weights and shuffling; that of the plan or, after restarts, of the best.
    pub(crate) seed: u64,
    pub(crate) normalize: Normalize,
    pub(crate) data: &'t Examples,
    pub(crate) eval: Option<&'t Examples>,
}

impl Origin<'_> {
    /// The fields with their values, apart from the learning rates. Rows are told by their digests.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let plan = self.plan;
        let watched = self.eval.filter(|_| !plan.stop.is_empty());
        vec![
            ("layers", list(&plan.layers, usize::to_string)),
            ("activation", list(&plan.activations, activation)),
            ("loss", loss(&plan.loss)),
            ("optimizer", optimizer(&plan.rule)),
            ("init", init(&plan.init)),
            ("normalize", normalize(self.normalize).to_string()),
            ("batch", plan.batch.to_string()),
            ("seed", self.seed.to_string()),
            ("shuffle", plan.shuffle.to_string()),
            ("stop", list(&plan.stop, stop)),
            ("precision", plan.precision.name().to_string()),
            ("data", self.data.digest()),
            // Only a rule that watches the evaluation lets it have a say in training.
            ("eval", watched.map(Examples::digest).unwrap_or_default()),
        ]
    }
}

fn list<T>(items: &[T], word: impl Fn(&T) -> String) -> String {
    let words: Vec<String> = items.iter().map(word).collect();
    words.join(", ")
}

fn activation(activation: &Activation) -> String {
    match activation.0 {
        ActivationKind::LeakyRelu(slope) => format!("leaky_relu({slope:?})"),
        _ => activation.name().to_string(),
    }
}

fn loss(loss: &Loss) -> String {
    match &loss.0 {
        LossKind::MaxMargin => "max_margin".to_string(),
        LossKind::Mse => "mse".to_string(),
        LossKind::Mae => "mae".to_string(),
        LossKind::Huber(delta) => format!("huber({delta:?})"),
        LossKind::BinaryCrossEntropy => "binary_cross_entropy".to_string(),
        LossKind::CrossEntropy => "cross_entropy".to_string(),
        LossKind::Custom(formula) => closure(formula),
    }
}

/// `|0, 1| 2: 1.0, 3: * 0 1, 4: - 2 3; 4`: the score is 0, the target 1, the last number the result.
fn closure(formula: &Formula) -> String {
    let steps = formula.steps.iter().zip(2..).map(|(step, place)| {
        let what = match step {
            Step::Number(number) => format!("{number:?}"),
            Step::Operation(operation, operands) => {
                let operands = &operands[..operation.arity()];
                let places = operands.iter().map(|operand| format!(" {operand}"));
                operation.symbol().to_string() + &places.collect::<String>()
            }
        };
        format!("{place}: {what}")
    });
    let steps: Vec<String> = steps.collect();
    format!("|0, 1| {}; {}", steps.join(", "), formula.result)
}

fn optimizer(rule: &Rule) -> String {
    let mut text = rule.method.name().to_string();
    if let Some(share) = rule.momentum {
        text += &format!(".momentum({share:?})");
    }
    if rule.nesterov {
        text += ".nesterov()";
    }
    if rule.weight_decay != 0.0 {
        text += &format!(".weight_decay({:?})", rule.weight_decay);
    }
    if let Some(norm) = rule.clip {
        text += &format!(".clip({norm:?})");
    }
    text
}

fn init(init: &Init) -> String {
    let kind = match &init.kind {
        InitKind::Uniform(low, high) => format!("uniform({low:?}, {high:?})"),
        InitKind::He => "he".to_string(),
        InitKind::Xavier => "xavier".to_string(),
        InitKind::Paper => "paper".to_string(),
        InitKind::Values(values) => {
            let mut digest = Sha256::new();
            for value in values {
                digest.update(&value.to_le_bytes());
            }
            format!("values({})", digest.finish())
        }
    };
    match init.seed {
        Some(seed) => format!("{kind}.seed({seed})"),
        None => kind,
    }
}

fn normalize(normalize: Normalize) -> &'static str {
    match normalize.0 {
        NormalizeKind::None => "none",
        NormalizeKind::Standard => "standard",
        NormalizeKind::MinMax => "min_max",
    }
}

fn stop(rule: &Stop) -> String {
    match rule.0 {
        StopKind::Patience(epochs) => format!("patience({epochs})"),
        StopKind::LossBelow(bound) => format!("loss_below({bound:?})"),
    }
}
