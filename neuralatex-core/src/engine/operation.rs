//! The operations of the engine: for each its symbol, its formula and its derivative.
//!
//! `forward` computes `out = a op b`; `backward` returns `grad * ∂out/∂a` and
//! `grad * ∂out/∂b`. An operation with one operand leaves `b` alone.

use crate::maths;

/// What a node does to its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operation {
    Leaf,
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Minimum,
    Maximum,
    Relu,
    Tanh,
    Sigmoid,
    #[cfg_attr(
        not(test),
        allow(dead_code, reason = "only the reference's losses need it")
    )]
    Softplus,
    Erf,
    Exp,
    Ln,
    Sqrt,
    Abs,
    Sin,
    Cos,
}

use Operation::*;

impl Operation {
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Leaf => "''",
            Add => "+",
            Subtract => "-",
            Multiply => "*",
            Divide => "/",
            Power => "pow",
            Minimum => "min",
            Maximum => "max",
            Relu => "relu",
            Tanh => "tanh",
            Sigmoid => "sigmoid",
            Softplus => "softplus",
            Erf => "erf",
            Exp => "exp",
            Ln => "ln",
            Sqrt => "sqrt",
            Abs => "abs",
            Sin => "sin",
            Cos => "cos",
        }
    }

    /// How many operands it takes.
    pub(crate) fn arity(self) -> usize {
        match self {
            Leaf => 0,
            Add | Subtract | Multiply | Divide | Power | Minimum | Maximum => 2,
            Relu | Tanh | Sigmoid | Softplus | Erf | Exp | Ln | Sqrt | Abs | Sin | Cos => 1,
        }
    }

    // Always, since passes over a graph are little but calls of these two.
    #[inline(always)]
    pub(crate) fn forward(self, a: f64, b: f64) -> f64 {
        match self {
            Leaf => a,
            Add => a + b,
            Subtract => a - b,
            Multiply => a * b,
            Divide => a / b,
            Power => maths::pow(a, b),
            // A NaN on either side is kept: divergence must not hide behind a bound.
            Minimum => {
                if a <= b || a.is_nan() {
                    a
                } else {
                    b
                }
            }
            Maximum => {
                if a >= b || a.is_nan() {
                    a
                } else {
                    b
                }
            }
            Relu => {
                if a < 0.0 {
                    0.0
                } else {
                    a
                }
            }
            Tanh => maths::tanh(a),
            Sigmoid => maths::sigmoid(a),
            Softplus => maths::softplus(a),
            Erf => maths::erf(a),
            Exp => maths::exp(a),
            Ln => maths::ln(a),
            Sqrt => a.sqrt(),
            Abs => a.abs(),
            Sin => maths::sin(a),
            Cos => maths::cos(a),
        }
    }

    #[inline(always)]
    pub(crate) fn backward(self, a: f64, b: f64, out: f64, grad: f64) -> (f64, f64) {
        let both = |da: f64, db: f64| (grad * da, grad * db);
        let one = |da: f64| (grad * da, 0.0);
        match self {
            Leaf => (0.0, 0.0),
            Add => (grad, grad),
            Subtract => (grad, -grad),
            Multiply => both(b, a),
            Divide => both(1.0 / b, -out / b),
            // The exponent has a derivative only where the base is positive; a power of
            // 0 is constant, also at 0, where `0 * 0^-1` would be NaN.
            Power => both(
                if b == 0.0 {
                    0.0
                } else {
                    b * maths::pow(a, b - 1.0)
                },
                if a > 0.0 { out * maths::ln(a) } else { 0.0 },
            ),
            Minimum => {
                if a <= b {
                    (grad, 0.0)
                } else {
                    (0.0, grad)
                }
            }
            Maximum => {
                if a >= b {
                    (grad, 0.0)
                } else {
                    (0.0, grad)
                }
            }
            Relu => {
                if out > 0.0 {
                    (grad, 0.0)
                } else {
                    (0.0, 0.0)
                }
            }
            Tanh => one(1.0 - out * out),
            Sigmoid => one(out * (1.0 - out)),
            Softplus => one(maths::sigmoid(a)),
            Erf => one(std::f64::consts::FRAC_2_SQRT_PI * maths::exp(-a * a)),
            Exp => one(out),
            Ln => one(1.0 / a),
            Sqrt => one(0.5 / out),
            Abs => one(if a > 0.0 {
                1.0
            } else if a < 0.0 {
                -1.0
            } else {
                0.0
            }),
            Sin => one(maths::cos(a)),
            Cos => one(-maths::sin(a)),
        }
    }
}
