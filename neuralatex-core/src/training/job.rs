//! A plan in the words of the kernels.

use super::plan::Plan;
use crate::engine::{Formula, Operation as Recorded, Step as RecordedStep};
use crate::kernels::criterion::Criterion;
use crate::kernels::interface::{Activation, Loss, Method, Operation, Step};
use crate::kernels::network::Shape;
use crate::kernels::trainer::Settings;
use crate::random::Random;
use crate::spec::activation::{Activation as Word, Kind};
use crate::spec::loss::{Kind as LossKind, Loss as LossWord};
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

/// The loss of a network with so many outputs.
pub(crate) fn criterion(loss: &LossWord, outputs: usize) -> Criterion {
    let mut delta = 0.0;
    let mut recorded = None;
    let loss = match &loss.0 {
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
    Criterion {
        loss,
        delta,
        steps: recorded.map_or(Vec::new(), steps),
        result: recorded.map_or(0, |formula| formula.result),
    }
}

/// How to train.
pub(crate) fn settings(plan: &Plan) -> Settings {
    let Rule {
        momentum,
        weight_decay,
        clip,
        ..
    } = plan.rule;
    Settings {
        criterion: criterion(&plan.loss, plan.outputs()),
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

/// What a loss takes for the output of a class, and for others.
pub(crate) fn targets_of_class(plan: &Plan) -> [f64; 2] {
    match plan.loss.0 {
        // To the binary cross entropy of a single output, classes are 0 and 1.
        LossKind::CrossEntropy | LossKind::BinaryCrossEntropy => [1.0, 0.0],
        _ if plan.outputs() == 1 => [1.0, -1.0],
        _ => [1.0, 0.0],
    }
}
