//! A loss as the kernels compute it.

use super::Number;
use super::interface::{self, Formula, Loss, Operation, Step};
use crate::maths;

/// A loss.
#[derive(Clone, Debug)]
pub(crate) struct Criterion {
    pub(crate) loss: Loss,
    /// Of a Huber loss.
    pub(crate) delta: f64,
    /// Of a recorded loss, with the place of its result.
    pub(crate) steps: Vec<Step>,
    pub(crate) result: usize,
}

impl Criterion {
    /// As the kernels take it; it must outlive their work.
    ///
    /// # Panics
    /// If a step uses later ones.
    pub(super) fn interface<T: Number>(&self) -> interface::Criterion<T> {
        for (index, step) in self.steps.iter().enumerate() {
            let before = |operand: &u32| (*operand as usize) < index + 2;
            assert!(step.operands.iter().all(before), "steps use earlier ones");
        }
        assert!(self.result < self.steps.len() + 2);
        interface::Criterion {
            loss: self.loss,
            delta: T::of(self.delta),
            formula: Formula {
                steps: self.steps.as_ptr(),
                length: self.steps.len(),
                result: self.result,
                host: operation,
            },
        }
    }

    /// The vectors that a thread needs for its steps.
    pub(super) fn vectors(&self) -> usize {
        match self.loss {
            Loss::Formula => 2 * (self.steps.len() + 2),
            _ => 0,
        }
    }
}

/// Functions that the kernels have not got.
extern "C" fn operation(operation: Operation, a: f64, b: f64) -> f64 {
    match operation {
        Operation::Power => maths::pow(a, b),
        Operation::Sin => maths::sin(a),
        _ => maths::cos(a),
    }
}
