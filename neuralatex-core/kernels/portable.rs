//! The form for any processor: plain Rust, with multiply-add fused in software.
//!
//! That is what takes its time; so there is nothing to be won by large tiles, nor by inlining what
//! is not in the innermost loops, and both take long to compile.

use super::real::Real;
use super::vector::Vector;

/// A vector as an array.
#[derive(Clone, Copy)]
pub(crate) struct Portable<T, const LANES: usize>([T; LANES]);

pub(crate) type Single = Portable<f32, 16>;
pub(crate) type Double = Portable<f64, 8>;

impl<T: Real, const LANES: usize> Portable<T, LANES> {
    #[inline(always)]
    fn both(mut self, other: Self, apply: impl Fn(T, T) -> T) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a = apply(*a, b);
        }
        self
    }
}

impl<T: Real, const LANES: usize> Vector for Portable<T, LANES> {
    type Real = T;
    const COLUMNS: usize = 1;
    const ROWS: usize = 1;

    #[inline(never)]
    fn splat(number: T) -> Self {
        Portable([number; LANES])
    }

    #[inline(always)]
    unsafe fn load(from: *const T) -> Self {
        // SAFETY: an array of numbers needs no more than the numbers; alignment is not assumed.
        unsafe { Portable(from.cast::<[T; LANES]>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut T) {
        // SAFETY: as for `load`.
        unsafe { to.cast::<[T; LANES]>().write_unaligned(self.0) }
    }

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.both(other, |a, b| a + b)
    }

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.both(other, |a, b| a - b)
    }

    #[inline(never)]
    fn mul(self, other: Self) -> Self {
        self.both(other, |a, b| a * b)
    }

    #[inline(never)]
    fn div(self, other: Self) -> Self {
        self.both(other, |a, b| a / b)
    }

    #[inline(never)]
    fn sqrt(mut self) -> Self {
        self.0.iter_mut().for_each(|a| *a = a.square_root());
        self
    }

    #[inline(never)]
    fn fused(mut self, factor: Self, term: Self) -> Self {
        for ((a, b), c) in self.0.iter_mut().zip(factor.0).zip(term.0) {
            *a = a.fused(b, c);
        }
        self
    }

    #[inline(never)]
    fn where_positive(self, other: Self) -> Self {
        self.both(other, |a, b| if b > T::ZERO { a } else { T::ZERO })
    }

    #[inline(never)]
    fn max(self, other: Self) -> Self {
        self.both(other, |a, b| if a > b { a } else { b })
    }

    #[inline(never)]
    fn min(self, other: Self) -> Self {
        self.both(other, |a, b| if a < b { a } else { b })
    }

    #[inline(never)]
    fn sum(self) -> T {
        let mut lanes = self.0;
        let mut half = LANES / 2;
        while half > 0 {
            let (low, high) = lanes.split_at_mut(half);
            low.iter_mut().zip(high).for_each(|(a, b)| *a = *a + *b);
            half /= 2;
        }
        lanes[0]
    }
}
