//! The tensors of a checkpoint: which there are, and which numbers each holds.

use super::Fault;
use super::origin::Origin;
use crate::safetensors::{Part, of_network};
use crate::spec::Precision;

/// The lists of numbers that a checkpoint has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum List {
    Losses,
    Rates,
    EvaluationLosses,
    Weights,
    First,
    Second,
}

/// A tensor, and the list that its numbers are from.
#[derive(Debug)]
pub(super) struct Tensor {
    pub(super) list: List,
    pub(super) part: Part,
}

impl List {
    /// How many lists there are.
    pub(super) const COUNT: usize = 6;

    /// Whether a file may do without it.
    pub(super) fn is_optional(self) -> bool {
        matches!(self, List::EvaluationLosses | List::First | List::Second)
    }

    /// Whether it may hold such a number.
    pub(super) fn may_hold(self, number: f64) -> bool {
        match self {
            List::Losses | List::Rates | List::Weights => number.is_finite(),
            // Squares may be too large where the gradients are not; no step follows from those.
            List::First | List::Second => !number.is_nan(),
            List::EvaluationLosses => true,
        }
    }
}

impl Tensor {
    fn of_epochs(name: &str, list: List, epochs: usize) -> Tensor {
        let part = Part {
            name: name.to_string(),
            precision: Precision::F64,
            shape: vec![epochs],
            start: 0,
            run: epochs,
            runs: 1,
            distance: 0,
        };
        Tensor { list, part }
    }

    /// That this is wrong with it.
    pub(super) fn fault(&self, what: impl Into<String>) -> Fault {
        Fault::new(format!("tensor `{}`", self.part.name), what)
    }
}

/// The tensors that a checkpoint may have after so many epochs, in the order in which the reference
/// implementation writes them. So a file that it has read and written again is still good.
pub(super) fn tensors(origin: &Origin<'_>, epochs: usize) -> Vec<Tensor> {
    let mut tensors = vec![
        Tensor::of_epochs("losses", List::Losses, epochs),
        Tensor::of_epochs("rates", List::Rates, epochs),
    ];
    if origin.eval.is_some() && !origin.plan.stop.is_empty() {
        tensors.push(Tensor::of_epochs(
            "eval_losses",
            List::EvaluationLosses,
            epochs,
        ));
    }
    let [first, second] = origin.plan.rule.remembers();
    for (list, prefix, there) in [
        (List::Weights, "", true),
        (List::First, "optimizer.first.", first),
        (List::Second, "optimizer.second.", second),
    ] {
        if there {
            let (layers, precision) = (&origin.plan.layers, origin.plan.precision);
            let named = of_network(layers, precision, |layer| format!("{prefix}layers.{layer}"));
            tensors.extend(named.into_iter().map(|part| Tensor { list, part }));
        }
    }
    tensors.sort_by(|one, other| one.part.entry().order(&other.part.entry()));
    tensors
}
