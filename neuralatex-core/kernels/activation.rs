//! Activations and their derivatives.

use super::interface::Activation;
use super::real::Real;
use super::vector::Vector;

/// Applies an activation, and keeps its derivatives where `slopes` is not null.
///
/// # Safety
/// `values`, and `slopes` if it is not null, must hold that many vectors.
#[inline(never)]
pub(crate) unsafe fn activate<V: Vector>(
    activation: Activation,
    slope: V::Real,
    values: *mut V::Real,
    slopes: *mut V::Real,
    vectors: usize,
) {
    let splat = |number: f64| V::splat(V::Real::of(number));
    let one = splat(1.0);
    for index in 0..vectors {
        // SAFETY: the caller vouches for the vectors.
        let x = unsafe { V::load(values.add(index * V::LANES)) };
        let (value, derivative) = match activation {
            Activation::Identity => (x, one),
            Activation::Relu => (x.relu(), one),
            // The slope is no more than 1.
            Activation::LeakyRelu => (x.max(x.mul(V::splat(slope))), one),
            Activation::Tanh => (x.tanh(), one),
            Activation::Sigmoid => (x.sigmoid(), one),
            Activation::Silu => {
                let sigmoid = x.sigmoid();
                let value = x.mul(sigmoid);
                (value, sigmoid.add(value.mul(one.sub(sigmoid))))
            }
            Activation::Gelu => {
                let half = splat(0.5);
                let root = splat(core::f64::consts::FRAC_1_SQRT_2);
                let share = half.mul(one.add(x.mul(root).erf()));
                let density = splat(0.398_942_280_401_432_7);
                let density = density.mul(half.mul(x).mul(x).negate().exp());
                (x.mul(share), share.add(x.mul(density)))
            }
        };
        // SAFETY: as above.
        unsafe {
            value.store(values.add(index * V::LANES));
            if !slopes.is_null() {
                derivative.store(slopes.add(index * V::LANES));
            }
        }
    }
}

/// Multiplies errors by the derivatives of the activation that led to `values`.
///
/// # Safety
/// All pointers must hold that many vectors; `slopes` only for activations that keep them.
#[inline(never)]
pub(crate) unsafe fn differentiate<V: Vector>(
    activation: Activation,
    slope: V::Real,
    values: *const V::Real,
    slopes: *const V::Real,
    errors: *mut V::Real,
    vectors: usize,
) {
    let one = V::splat(V::Real::ONE);
    for index in 0..vectors {
        // SAFETY: the caller vouches for the vectors.
        unsafe {
            let at = index * V::LANES;
            let (error, value) = (V::load(errors.add(at)), V::load(values.add(at)));
            let error = match activation {
                Activation::Identity => error,
                Activation::Relu => error.where_positive(value),
                Activation::LeakyRelu => {
                    let above = error.where_positive(value);
                    error.sub(above).mul(V::splat(slope)).add(above)
                }
                Activation::Tanh => error.mul(one.sub(value.mul(value))),
                Activation::Sigmoid => error.mul(value.mul(one.sub(value))),
                Activation::Silu | Activation::Gelu => error.mul(V::load(slopes.add(at))),
            };
            error.store(errors.add(at));
        }
    }
}
