//! What a training follows from, field by field, in words: a checkpoint is of use only to a
//! training that has them all in common with the one that wrote it.

use crate::data::Examples;
use crate::engine::{Formula, Step};
use crate::spec::loss::{Kind, Loss};
use crate::spec::normalize::Normalize;
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
            ("layers", list(&plan.layers)),
            ("activation", list(&plan.activations)),
            ("loss", loss(&plan.loss)),
            (
                "optimizer",
                plan.rule.method.name().to_string() + &plan.rule.to_string(),
            ),
            ("init", plan.init.to_string()),
            ("normalize", self.normalize.to_string()),
            ("batch", plan.batch.to_string()),
            ("seed", self.seed.to_string()),
            ("shuffle", plan.shuffle.to_string()),
            ("stop", list(&plan.stop)),
            ("precision", plan.precision.name().to_string()),
            ("data", self.data.digest()),
            // Only a rule that watches the evaluation lets it have a say in training.
            ("eval", watched.map(Examples::digest).unwrap_or_default()),
        ]
    }
}

fn list<T: ToString>(items: &[T]) -> String {
    let words: Vec<String> = items.iter().map(T::to_string).collect();
    words.join(", ")
}

/// The word; a closure by its steps.
fn loss(loss: &Loss) -> String {
    match &loss.0 {
        Kind::Custom(formula) => closure(formula),
        _ => loss.to_string(),
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
