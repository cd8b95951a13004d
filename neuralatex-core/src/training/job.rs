//! A plan in the words of the kernels.

use super::plan::Plan;
use crate::data::{Examples, Scaling};
use crate::engine::{Formula, Operation as Recorded, Step as RecordedStep};
use crate::kernels::interface::{Activation, Loss, Method, Operation, Step};
use crate::kernels::Number;
use crate::kernels::network::{Answers, Rows as Borrowed, Shape};
use crate::kernels::trainer::Settings;
use crate::random::Random;
use crate::spec::activation::{Activation as Word, Kind};
use crate::spec::loss::Kind as LossKind;
use crate::spec::optimizer::{Method as Optimizer, Rule};

/// The shape of a network.
pub(crate) fn shape(layers: &[usize], activations: &[Word]) -> Shape {
    let hidden = activations.iter().map(|word| match word.0 {
        Kind::Relu => (Activation::Relu, 0.0),
        Kind::LeakyRelu(slope) => (Activation::LeakyRelu, slope),
        Kind::Tanh => (Activation::Tanh, 0.0),
        Kind::Sigmoid => (Activation::Sigmoid, 0.0),
        Kind::Silu => (Activation::Silu, 0.0),
        Kind::Gelu => (Activation::Gelu, 0.0),
        Kind::Identity => (Activation::Identity, 0.0),
    });
    Shape {
        sizes: layers.to_vec(),
        activations: hidden.chain([(Activation::Identity, 0.0)]).collect(),
    }
}

/// How to train.
pub(super) fn settings(plan: &Plan) -> Settings {
    let outputs = plan.layers[plan.layers.len() - 1];
    let mut delta = 0.0;
    let mut recorded = None;
    let loss = match &plan.loss.0 {
        LossKind::MaxMargin => Loss::MaxMargin,
        LossKind::Mse => Loss::Mse,
        LossKind::Mae => Loss::Mae,
        LossKind::Huber(bound) => {
            delta = *bound;
            Loss::Huber
        }
        LossKind::BinaryCrossEntropy => Loss::BinaryCrossEntropy,
        LossKind::CrossEntropy if outputs == 1 => Loss::BinaryCrossEntropy,
        LossKind::CrossEntropy => Loss::CrossEntropy,
        LossKind::Custom(formula) => {
            recorded = Some(formula);
            Loss::Formula
        }
    };
    let Rule {
        momentum,
        weight_decay,
        clip,
        ..
    } = plan.rule;
    Settings {
        loss,
        delta,
        steps: recorded.map_or(Vec::new(), steps),
        result: recorded.map_or(0, |formula| formula.result),
        method: method(&plan.rule),
        momentum: momentum.unwrap_or(0.0),
        weight_decay,
        clip: clip.unwrap_or(f64::INFINITY),
        batch: plan.batch,
        shuffle: plan.shuffle.then(|| Random::shuffling(plan.seed)),
    }
}

fn method(rule: &Rule) -> Method {
    match (rule.method, rule.remembers(), rule.nesterov) {
        (Optimizer::Sgd, [false, _], _) => Method::Sgd,
        (Optimizer::Sgd, [true, _], false) => Method::Momentum,
        (Optimizer::Sgd, [true, _], true) => Method::Nesterov,
        (Optimizer::Adam, ..) => Method::Adam,
        (Optimizer::Adamw, ..) => Method::AdamW,
        (Optimizer::Rmsprop, ..) => Method::RmsProp,
    }
}

fn steps(formula: &Formula) -> Vec<Step> {
    // Powers with a whole constant, which nearly all are, need no logarithm.
    let whole = |operand: usize| match operand.checked_sub(2).map(|index| &formula.steps[index]) {
        Some(RecordedStep::Number(number)) if number.trunc() == *number && number.abs() < 1e6 => {
            Some(*number)
        }
        _ => None,
    };
    let step = |step: &RecordedStep| match *step {
        RecordedStep::Number(number) => Step {
            operation: Operation::Number,
            operands: [0, 0],
            number,
        },
        RecordedStep::Operation(recorded, operands) => {
            let (operation, number) = match (recorded, whole(operands[1])) {
                (Recorded::Power, Some(exponent)) => (Operation::WholePower, exponent),
                (recorded, _) => (operation(recorded), 0.0),
            };
            Step {
                operation,
                operands: operands.map(|operand| operand as u32),
                number,
            }
        }
    };
    formula.steps.iter().map(step).collect()
}

fn operation(recorded: Recorded) -> Operation {
    match recorded {
        Recorded::Leaf => Operation::Number,
        Recorded::Add => Operation::Add,
        Recorded::Subtract => Operation::Subtract,
        Recorded::Multiply => Operation::Multiply,
        Recorded::Divide => Operation::Divide,
        Recorded::Power => Operation::Power,
        Recorded::Minimum => Operation::Minimum,
        Recorded::Maximum => Operation::Maximum,
        Recorded::Relu => Operation::Relu,
        Recorded::Tanh => Operation::Tanh,
        Recorded::Sigmoid => Operation::Sigmoid,
        Recorded::Exp => Operation::Exp,
        Recorded::Ln => Operation::Ln,
        Recorded::Sqrt => Operation::Sqrt,
        Recorded::Abs => Operation::Abs,
        Recorded::Sin => Operation::Sin,
        Recorded::Cos => Operation::Cos,
        Recorded::Erf | Recorded::Softplus => unreachable!("closures have no such function"),
    }
}

/// The rows of a training as numbers of its precision.
pub(crate) struct Rows<T> {
    columns: usize,
    inputs: Vec<T>,
    scaling: Option<[Vec<T>; 2]>,
    targets: Vec<T>,
}

impl<T: Number> Rows<T> {
    pub(super) fn new(plan: &Plan, data: &Examples, scaling: Option<&Scaling>) -> Rows<T> {
        let outputs = plan.layers[plan.layers.len() - 1];
        // A single output's targets of -1 and +1 are 0 and 1 to the binary cross entropy.
        let zero_and_one = plan.loss.0 == LossKind::CrossEntropy && outputs == 1;
        let target = |target: &f64| match zero_and_one {
            true => T::of(0.5 * (target + 1.0)),
            false => T::of(*target),
        };
        let rows = || 0..data.rows();
        let numbers = |list: Vec<f64>| list.into_iter().map(T::of).collect();
        Rows {
            columns: data.columns(),
            inputs: rows().flat_map(|row| data.inputs(row).iter().map(|&x| T::of(x))).collect(),
            scaling: scaling.map(|scaling| [numbers(scaling.shifts()), numbers(scaling.factors())]),
            targets: rows().flat_map(|row| data.targets(row).iter().map(target)).collect(),
        }
    }

    pub(super) fn get(&self) -> Borrowed<'_, T> {
        Borrowed {
            inputs: &self.inputs,
            columns: self.columns,
            normalization: self.scaling.as_ref().map(|[shift, scale]| (&shift[..], &scale[..])),
            answers: Answers::Targets(&self.targets),
        }
    }
}
