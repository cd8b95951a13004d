//! A recorded loss, run over the lanes of a panel: forward, then backward for the derivative by
//! the score.
//!
//! The values of the score (0), the target (1) and the steps (2, 3, …) are followed by as many
//! derivatives.

use super::interface::{Formula, Operation};
use super::real::Real;
use super::vector::Vector;

/// Runs a formula on a vector of scores and one of targets.
///
/// # Safety
/// `values` must hold `2 (length + 2)` vectors, `operands` a vector each.
#[inline(never)]
pub(crate) unsafe fn run<V: Vector>(
    formula: &Formula,
    operands: [*const V::Real; 2],
    values: *mut V::Real,
) {
    let lanes = V::LANES;
    let count = formula.length + 2;
    // SAFETY: operands of a step are the score, the target or earlier steps, so that all indices
    // are below `count`; derivatives lie after the values.
    unsafe {
        let value = |index: usize| values.add(index * lanes);
        let slope = |index: usize| values.add((count + index) * lanes);
        for (index, operand) in operands.into_iter().enumerate() {
            operand.copy_to_nonoverlapping(value(index), lanes);
        }
        for index in 2..count {
            let step = &*formula.steps.add(index - 2);
            let [a, b] = step.operands.map(|operand| value(operand as usize));
            let out = value(index);
            macro_rules! each {
                (|$a:ident, $b:ident| $result:expr) => {
                    for lane in 0..lanes {
                        let ($a, $b) = (*a.add(lane), *b.add(lane));
                        let _ = $b;
                        *out.add(lane) = $result;
                    }
                };
            }
            let host = |a: V::Real, b: V::Real| {
                V::Real::of((formula.host)(step.operation, a.wide(), b.wide()))
            };
            match step.operation {
                Operation::Number => {
                    V::splat(V::Real::of(step.number)).store(out);
                }
                Operation::Add => each!(|a, b| a + b),
                Operation::Subtract => each!(|a, b| a - b),
                Operation::Multiply => each!(|a, b| a * b),
                Operation::Divide => each!(|a, b| a / b),
                Operation::WholePower => each!(|a, b| power(a, step.number)),
                Operation::Minimum => each!(|a, b| if a > b { b } else { keep(a, b) }),
                Operation::Maximum => each!(|a, b| if a < b { b } else { keep(a, b) }),
                Operation::Relu => each!(|a, b| if a < V::Real::ZERO { V::Real::ZERO } else { a }),
                Operation::Tanh => each!(|a, b| a.tanh()),
                Operation::Sigmoid => each!(|a, b| a.sigmoid()),
                Operation::Exp => each!(|a, b| a.exp()),
                Operation::Ln => each!(|a, b| a.ln()),
                Operation::Sqrt => V::load(a).sqrt().store(out),
                Operation::Abs => each!(|a, b| a.absolute()),
                Operation::Power | Operation::Sin | Operation::Cos => each!(|a, b| host(a, b)),
            }
        }
        for index in 0..count {
            V::zero().store(slope(index));
        }
        V::splat(V::Real::ONE).store(slope(formula.result));
        for index in (2..count).rev() {
            backward::<V>(formula, index, &value, &slope);
        }
    }
}

/// Adds what one step passes on to the derivatives of its operands.
#[inline(always)]
unsafe fn backward<V: Vector>(
    formula: &Formula,
    index: usize,
    value: &impl Fn(usize) -> *mut V::Real,
    slope: &impl Fn(usize) -> *mut V::Real,
) {
    let (zero, one) = (V::Real::ZERO, V::Real::ONE);
    // SAFETY: as for `run`.
    unsafe {
        let step = &*formula.steps.add(index - 2);
        let [a, b] = step.operands.map(|operand| value(operand as usize));
        let [to_a, to_b] = step.operands.map(|operand| slope(operand as usize));
        let (out, grad) = (value(index), slope(index));
        let host = |operation: Operation, a: V::Real, b: V::Real| {
            V::Real::of((formula.host)(operation, a.wide(), b.wide()))
        };
        macro_rules! one {
            (|$a:ident, $out:ident| $result:expr) => {
                for lane in 0..V::LANES {
                    let ($a, $out) = (*a.add(lane), *out.add(lane));
                    let _ = ($a, $out);
                    *to_a.add(lane) = *to_a.add(lane) + *grad.add(lane) * $result;
                }
            };
        }
        macro_rules! both {
            (|$a:ident, $b:ident, $out:ident| $result:expr) => {
                for lane in 0..V::LANES {
                    let ($a, $b, $out) = (*a.add(lane), *b.add(lane), *out.add(lane));
                    let _ = ($a, $b, $out);
                    let (by_a, by_b): (V::Real, V::Real) = $result;
                    *to_a.add(lane) = *to_a.add(lane) + *grad.add(lane) * by_a;
                    *to_b.add(lane) = *to_b.add(lane) + *grad.add(lane) * by_b;
                }
            };
        }
        match step.operation {
            Operation::Number => {}
            Operation::Add => both!(|a, b, out| (one, one)),
            Operation::Subtract => both!(|a, b, out| (one, -one)),
            Operation::Multiply => both!(|a, b, out| (b, a)),
            Operation::Divide => both!(|a, b, out| (one / b, -out / b)),
            Operation::WholePower => {
                let exponent = step.number;
                one!(|a, out| match exponent == 0.0 {
                    true => zero,
                    false => V::Real::of(exponent) * power(a, exponent - 1.0),
                })
            }
            Operation::Power => both!(|a, b, out| {
                let by_a = match b == zero {
                    true => zero,
                    false => b * host(Operation::Power, a, b - one),
                };
                (by_a, if a > zero { out * a.ln() } else { zero })
            }),
            Operation::Minimum => both!(|a, b, out| if a <= b { (one, zero) } else { (zero, one) }),
            Operation::Maximum => both!(|a, b, out| if a >= b { (one, zero) } else { (zero, one) }),
            Operation::Relu => one!(|a, out| if out > zero { one } else { zero }),
            Operation::Tanh => one!(|a, out| one - out * out),
            Operation::Sigmoid => one!(|a, out| out * (one - out)),
            Operation::Exp => one!(|a, out| out),
            Operation::Ln => one!(|a, out| one / a),
            Operation::Sqrt => one!(|a, out| V::Real::of(0.5) / out),
            Operation::Abs => one!(|a, out| {
                let sign = if a < zero { -one } else { zero };
                if a > zero { one } else { sign }
            }),
            Operation::Sin => one!(|a, out| host(Operation::Cos, a, a)),
            Operation::Cos => one!(|a, out| -host(Operation::Sin, a, a)),
        }
    }
}

/// The result of the formula, and its derivative by the score.
///
/// # Safety
/// As for [`run`], which must have come before.
pub(crate) unsafe fn results<V: Vector>(
    formula: &Formula,
    values: *mut V::Real,
) -> [*const V::Real; 2] {
    // SAFETY: both lie within the values.
    unsafe {
        [
            values.add(formula.result * V::LANES).cast_const(),
            values.add((formula.length + 2) * V::LANES).cast_const(),
        ]
    }
}

/// `a`, unless only `b` is no number: divergence must not hide behind a bound.
#[inline(always)]
fn keep<T: Real>(a: T, b: T) -> T {
    if b < b || b >= b { a } else { b }
}

/// A power with a whole exponent, by squaring.
#[inline(always)]
fn power<T: Real>(base: T, exponent: f64) -> T {
    let mut rest = exponent.absolute() as u32;
    let mut square = base;
    let mut result = T::ONE;
    while rest > 0 {
        if rest & 1 == 1 {
            result = result * square;
        }
        square = square * square;
        rest >>= 1;
    }
    if exponent < 0.0 { T::ONE / result } else { result }
}
