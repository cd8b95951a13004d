//! Activations and their derivatives, number by number; the compiler makes vectors of them.

use super::interface::Activation;
use super::real::Real;

/// Applies an activation, and keeps its derivatives where `slopes` is not null.
///
/// # Safety
/// `values`, and `slopes` if it is not null, must hold `length` numbers.
#[inline(never)]
pub(crate) unsafe fn activate<T: Real>(
    activation: Activation,
    slope: T,
    values: *mut T,
    slopes: *mut T,
    length: usize,
) {
    macro_rules! each {
        (|$x:ident| $result:expr) => {
            for index in 0..length {
                // SAFETY: the caller vouches for the numbers.
                unsafe {
                    let $x = *values.add(index);
                    *values.add(index) = $result;
                }
            }
        };
    }
    macro_rules! each_with_slope {
        (|$x:ident| $result:expr) => {
            for index in 0..length {
                // SAFETY: the caller vouches for the numbers.
                unsafe {
                    let $x = *values.add(index);
                    let (value, slope) = $result;
                    *values.add(index) = value;
                    if !slopes.is_null() {
                        *slopes.add(index) = slope;
                    }
                }
            }
        };
    }
    match activation {
        Activation::Identity => {}
        Activation::Relu => each!(|x| if x < T::ZERO { T::ZERO } else { x }),
        Activation::LeakyRelu => each!(|x| if x < T::ZERO { x * slope } else { x }),
        Activation::Tanh => each!(|x| x.tanh()),
        Activation::Sigmoid => each!(|x| x.sigmoid()),
        Activation::Silu => each_with_slope!(|x| {
            let sigmoid = x.sigmoid();
            let value = x * sigmoid;
            (value, sigmoid + value * (T::ONE - sigmoid))
        }),
        Activation::Gelu => each_with_slope!(|x| {
            let half = T::of(0.5);
            let share = half + half * (x * T::of(core::f64::consts::FRAC_1_SQRT_2)).erf();
            let density = T::of(0.398_942_280_401_432_7) * (-half * x * x).exp();
            (x * share, share + x * density)
        }),
    }
}

/// Multiplies errors by the derivatives of the activation that led to `values`.
///
/// # Safety
/// All pointers must hold `length` numbers; `slopes` only for activations that keep them.
#[inline(never)]
pub(crate) unsafe fn differentiate<T: Real>(
    activation: Activation,
    slope: T,
    values: *const T,
    slopes: *const T,
    errors: *mut T,
    length: usize,
) {
    macro_rules! each {
        (|$error:ident, $value:ident| $result:expr) => {
            for index in 0..length {
                // SAFETY: the caller vouches for the numbers.
                unsafe {
                    let ($error, $value) = (*errors.add(index), *values.add(index));
                    *errors.add(index) = $result;
                }
            }
        };
    }
    match activation {
        Activation::Identity => {}
        Activation::Relu => each!(|error, value| if value > T::ZERO { error } else { T::ZERO }),
        Activation::LeakyRelu => {
            each!(|error, value| if value > T::ZERO { error } else { error * slope })
        }
        Activation::Tanh => each!(|error, value| error * (T::ONE - value * value)),
        Activation::Sigmoid => each!(|error, value| error * (value * (T::ONE - value))),
        Activation::Silu | Activation::Gelu => {
            for index in 0..length {
                // SAFETY: the caller vouches for the numbers.
                unsafe { *errors.add(index) = *errors.add(index) * *slopes.add(index) };
            }
        }
    }
}
