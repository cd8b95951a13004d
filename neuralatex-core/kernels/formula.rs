//! A recorded loss, run over the lanes of a panel: forward, then backward for the derivative by
//! the score.
//!
//! The values of the score (0), the target (1) and the steps (2, 3, …) are followed by as many
//! derivatives. The formulas are those of `engine/operation.rs`.

use super::interface::{Formula, Operation, Step};
use super::real::Real;
use super::vector::Vector;

/// Runs a formula on a vector of scores and one of targets; the derivative by the score, and the
/// result.
///
/// # Safety
/// `values` must hold `2 (length + 2)` vectors, `score` and `target` one each.
#[inline(never)]
pub(crate) unsafe fn run<V: Vector>(
    formula: &Formula,
    [score, target]: [*const V::Real; 2],
    values: *mut V::Real,
) -> (V, V) {
    let count = formula.length + 2;
    // SAFETY: operands of a step are the score, the target or earlier steps, so that all indices
    // are below `count`; derivatives lie after the values.
    unsafe {
        let value = |index: usize| values.add(index * V::LANES);
        let slope = |index: usize| values.add((count + index) * V::LANES);
        let operands = |step: &Step| {
            let [a, b] = step.operands;
            [V::load(value(a as usize)), V::load(value(b as usize))]
        };
        V::load(score).store(value(0));
        V::load(target).store(value(1));
        for index in 2..count {
            let step = &*formula.steps.add(index - 2);
            let [a, b] = operands(step);
            forward(formula, step, a, b).store(value(index));
        }
        for index in 0..count {
            V::zero().store(slope(index));
        }
        V::splat(V::Real::ONE).store(slope(formula.result));
        for index in (2..count).rev() {
            let step = &*formula.steps.add(index - 2);
            let [a, b] = operands(step);
            let (by_a, by_b) = backward(formula, step, a, b, V::load(value(index)));
            let grad = V::load(slope(index));
            for (operand, derivative) in [(0, by_a), (1, by_b)] {
                let to = slope(step.operands[operand] as usize);
                if let Some(derivative) = derivative {
                    V::load(to).add(grad.mul(derivative)).store(to);
                }
            }
        }
        (V::load(slope(0)), V::load(value(formula.result)))
    }
}

#[inline(always)]
fn forward<V: Vector>(formula: &Formula, step: &Step, a: V, b: V) -> V {
    match step.operation {
        Operation::Number => V::splat(V::Real::of(step.number)),
        Operation::Add => a.add(b),
        Operation::Subtract => a.sub(b),
        Operation::Multiply => a.mul(b),
        Operation::Divide => a.div(b),
        Operation::WholePower => power(a, step.number),
        // What is no number stays so on either side: divergence must not hide behind a bound.
        Operation::Minimum => a.zip(b, |a, b| if a > b || !known(b) { b } else { a }),
        Operation::Maximum => a.zip(b, |a, b| if a < b || !known(b) { b } else { a }),
        Operation::Relu => a.relu(),
        Operation::Tanh => a.tanh(),
        Operation::Sigmoid => a.sigmoid(),
        Operation::Exp => a.exp(),
        Operation::Ln => a.ln(),
        Operation::Sqrt => a.sqrt(),
        Operation::Abs => a.absolute(),
        Operation::Power | Operation::Sin | Operation::Cos => host(formula, step.operation, a, b),
    }
}

/// The derivatives by the operands; none where there is nothing to pass on.
#[inline(always)]
fn backward<V: Vector>(
    formula: &Formula,
    step: &Step,
    a: V,
    b: V,
    out: V,
) -> (Option<V>, Option<V>) {
    let splat = |number: f64| V::splat(V::Real::of(number));
    let (zero, one) = (V::zero(), splat(1.0));
    let only = |derivative: V| (Some(derivative), None);
    match step.operation {
        Operation::Number => (None, None),
        Operation::Add => (Some(one), Some(one)),
        Operation::Subtract => (Some(one), Some(one.negate())),
        Operation::Multiply => (Some(b), Some(a)),
        Operation::Divide => (Some(one.div(b)), Some(out.negate().div(b))),
        Operation::WholePower if step.number == 0.0 => (None, None),
        Operation::WholePower => only(splat(step.number).mul(power(a, step.number - 1.0))),
        Operation::Power => {
            let before = host(formula, Operation::Power, a, b.sub(one));
            // A power of 0 is constant, also at 0; the exponent has a derivative only where the
            // base is positive.
            let by_a = b.mul(before).zip(b, |by_a, b| match b == V::Real::ZERO {
                true => V::Real::ZERO,
                false => by_a,
            });
            (Some(by_a), Some(out.mul(a.ln()).where_positive(a)))
        }
        // Of equal operands the first one counts.
        Operation::Minimum => {
            let second = one.where_positive(a.sub(b));
            (Some(one.sub(second)), Some(second))
        }
        Operation::Maximum => {
            let second = one.where_positive(b.sub(a));
            (Some(one.sub(second)), Some(second))
        }
        Operation::Relu => only(one.where_positive(out)),
        Operation::Tanh => only(one.sub(out.mul(out))),
        Operation::Sigmoid => only(out.mul(one.sub(out))),
        Operation::Exp => only(out),
        Operation::Ln => only(one.div(a)),
        Operation::Sqrt => only(splat(0.5).div(out)),
        Operation::Abs => {
            let below = one.where_positive(zero.sub(a));
            only(one.where_positive(a).sub(below))
        }
        Operation::Sin => only(host(formula, Operation::Cos, a, b)),
        Operation::Cos => only(host(formula, Operation::Sin, a, b).negate()),
    }
}

/// Whether it is a number.
#[inline(always)]
fn known<T: Real>(number: T) -> bool {
    number == number
}

/// Functions that the kernels have not got.
#[inline(never)]
fn host<V: Vector>(formula: &Formula, operation: Operation, a: V, b: V) -> V {
    a.zip(b, |a, b| {
        V::Real::of((formula.host)(operation, a.wide(), b.wide()))
    })
}

/// A power with a whole exponent, by squaring.
#[inline(never)]
fn power<V: Vector>(base: V, exponent: f64) -> V {
    let mut rest = exponent.absolute() as u32;
    let mut square = base;
    let mut result = V::splat(V::Real::ONE);
    while rest > 0 {
        if rest & 1 == 1 {
            result = result.mul(square);
        }
        square = square.mul(square);
        rest >>= 1;
    }
    match exponent < 0.0 {
        true => V::splat(V::Real::ONE).div(result),
        false => result,
    }
}
