//! The tensors of a checkpoint: which there are, and which numbers each holds.

use super::Fault;
use super::origin::Origin;
use crate::safetensors::Kind;
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

/// A part of a list: runs of numbers at a regular distance.
#[derive(Debug)]
pub(crate) struct Tensor {
    pub(crate) name: String,
    pub(super) list: List,
    pub(super) precision: Precision,
    pub(crate) shape: Vec<usize>,
    start: usize,
    run: usize,
    runs: usize,
    distance: usize,
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
        Tensor {
            name: name.to_string(),
            list,
            precision: Precision::F64,
            shape: vec![epochs],
            start: 0,
            run: epochs,
            runs: 1,
            distance: 0,
        }
    }

    /// How many numbers it holds.
    pub(crate) fn length(&self) -> usize {
        self.run * self.runs
    }

    /// The places of its numbers in the list.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        let (start, run, distance) = (self.start, self.run, self.distance);
        (0..self.runs).flat_map(move |index| (start + index * distance..).take(run))
    }

    /// Writes its numbers of the list as they stand in a file.
    pub(crate) fn write(&self, list: &[f64], data: &mut Vec<u8>) {
        for index in 0..self.runs {
            let run = &list[self.start + index * self.distance..][..self.run];
            data.extend_from_slice(&self.precision.bytes(run));
        }
    }

    /// That this is wrong with it.
    pub(super) fn fault(&self, what: impl Into<String>) -> Fault {
        Fault::new(format!("tensor `{}`", self.name), what)
    }

    /// The word for its numbers in a file.
    pub(super) fn kind(&self) -> &'static str {
        match self.precision {
            Precision::F32 => "F32",
            Precision::F64 => "F64",
        }
    }

    /// The bytes of each number.
    pub(super) fn width(&self) -> usize {
        self.precision.size()
    }

    /// The kind of its numbers.
    pub(super) fn numbers(&self) -> Kind {
        match self.precision {
            Precision::F32 => Kind::F32,
            Precision::F64 => Kind::F64,
        }
    }
}

/// The tensors that a checkpoint may have after so many epochs, in the order in which the reference
/// implementation writes them: the wider numbers first, so that all are aligned, then by name. So a
/// file that it has read and written again is still good.
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
            tensors.extend(named.into_iter().map(|tensor| Tensor { list, ..tensor }));
        }
    }
    tensors.sort_by(|one, other| {
        let widths = other.width().cmp(&one.width());
        widths.then_with(|| one.name.cmp(&other.name))
    });
    tensors
}

/// The weights and the biases of each layer, by the name of the layer. In the paper's order every neuron's
/// weights stand before its bias.
pub(crate) fn of_network(
    layers: &[usize],
    precision: Precision,
    name: impl Fn(usize) -> String,
) -> Vec<Tensor> {
    let mut tensors = Vec::new();
    let mut start = 0;
    for (layer, pair) in layers.windows(2).enumerate() {
        let [inputs, outputs] = [pair[0], pair[1]];
        let name = name(layer);
        let tensor = |what: &str, shape: Vec<usize>, start: usize, run: usize| Tensor {
            name: format!("{name}.{what}"),
            list: List::Weights,
            precision,
            shape,
            start,
            run,
            runs: outputs,
            distance: inputs + 1,
        };
        tensors.push(tensor("weight", vec![outputs, inputs], start, inputs));
        tensors.push(tensor("bias", vec![outputs], start + inputs, 1));
        start += outputs * (inputs + 1);
    }
    tensors
}
