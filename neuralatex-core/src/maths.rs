//! Elementary functions that give the same bits on every platform.
//!
//! `std`'s `exp`, `tanh`, … call the platform's maths library, whose last bits differ;
//! these come from the `libm` crate, plain Rust. `sqrt`, `abs` and the four operations
//! are exact in IEEE 754 and need no such care.

pub(crate) use libm::{cos, exp, log as ln, pow, sin, tanh};

/// `1 / (1 + exp(-x))`, without overflow for large negative `x`.
pub(crate) fn sigmoid(x: f64) -> f64 {
    if x >= 0.0 {
        1.0 / (1.0 + exp(-x))
    } else {
        let e = exp(x);
        e / (1.0 + e)
    }
}
