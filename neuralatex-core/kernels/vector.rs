//! Vectors of 64 bytes, which each form has in its own way.
//!
//! Every form computes each lane by the same operations in the same order, so that all give the
//! same bits; a fused multiply-add is rounded once in all of them.

use super::interface::lanes;
use super::real::Real;

/// 64 bytes of numbers.
///
/// # Safety
/// Pointers must be valid for all lanes that are read or written, in any alignment. The processor
/// must have what the form is compiled for.
pub(crate) trait Vector: Copy {
    type Real: Real;
    const LANES: usize = lanes::<Self::Real>();
    /// The most vectors side by side in a tile of a product. Asked in a `const`, so that tiles that
    /// a form does not have are not compiled for it.
    const COLUMNS: usize;
    /// The most rows of a tile: 1, or as many as there can be. Asked in the same way.
    const ROWS: usize = super::product::ROWS;

    fn splat(number: Self::Real) -> Self;
    unsafe fn load(from: *const Self::Real) -> Self;
    unsafe fn store(self, to: *mut Self::Real);
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn div(self, other: Self) -> Self;
    fn sqrt(self) -> Self;
    /// `self * factor + term`, rounded once.
    fn fused(self, factor: Self, term: Self) -> Self;
    /// Lane by lane: `self` where `other` is above 0, else 0.
    fn where_positive(self, other: Self) -> Self;
    /// Lane by lane: `self` if it is above `other`, else `other`, also if one is no number.
    fn max(self, other: Self) -> Self;
    /// Lane by lane: `self` if it is below `other`, else `other`, also if one is no number.
    fn min(self, other: Self) -> Self;
    /// The sum of all lanes: the upper half is added to the lower one until one is left.
    fn sum(self) -> Self::Real;

    /// The sums of four vectors.
    #[inline(always)]
    fn sums(four: [Self; 4]) -> [Self::Real; 4] {
        let [a, b, c, d] = four;
        [a.sum(), b.sum(), c.sum(), d.sum()]
    }

    /// Tells the processor that numbers from here on will be read soon.
    #[inline(always)]
    unsafe fn prefetch(_from: *const Self::Real) {}

    #[inline(always)]
    fn zero() -> Self {
        Self::splat(Self::Real::ZERO)
    }

    /// 0 where it is below 0.
    #[inline(always)]
    fn relu(self) -> Self {
        Self::zero().max(self)
    }

    #[inline(always)]
    fn negate(self) -> Self {
        Self::zero().sub(self)
    }

    #[inline(always)]
    fn absolute(self) -> Self {
        self.max(self.negate())
    }

    // Functions of one number: each once for all its uses, since they are long. The compiler makes
    // vectors of the loops.
    #[inline(never)]
    fn exp(self) -> Self {
        self.map(Self::Real::exp)
    }

    #[inline(never)]
    fn ln(self) -> Self {
        self.map(Self::Real::ln)
    }

    #[inline(never)]
    fn tanh(self) -> Self {
        self.map(Self::Real::tanh)
    }

    #[inline(never)]
    fn sigmoid(self) -> Self {
        self.map(Self::Real::sigmoid)
    }

    #[inline(never)]
    fn erf(self) -> Self {
        self.map(Self::Real::erf)
    }

    #[inline(always)]
    fn map(self, apply: impl Fn(Self::Real) -> Self::Real) -> Self {
        self.zip(self, |number, _| apply(number))
    }

    #[inline(always)]
    fn zip(self, other: Self, apply: impl Fn(Self::Real, Self::Real) -> Self::Real) -> Self {
        let mut lanes = [[Self::Real::ZERO; 16]; 2];
        // SAFETY: the arrays have room for a vector.
        unsafe {
            let [these, others] = [lanes[0].as_mut_ptr(), lanes[1].as_mut_ptr()];
            self.store(these);
            other.store(others);
            for lane in 0..Self::LANES {
                *these.add(lane) = apply(*these.add(lane), *others.add(lane));
            }
            Self::load(these)
        }
    }

    /// The first lanes; the others are 0.
    #[inline(always)]
    unsafe fn load_some(from: *const Self::Real, count: usize) -> Self {
        let mut all = [Self::Real::ZERO; 16];
        // SAFETY: the caller vouches for `count` numbers, which is less than a vector holds.
        unsafe {
            for lane in 0..count {
                *all.as_mut_ptr().add(lane) = *from.add(lane);
            }
            Self::load(all.as_ptr())
        }
    }

    /// Stores the first lanes only.
    #[inline(always)]
    unsafe fn store_some(self, to: *mut Self::Real, count: usize) {
        let mut all = [Self::Real::ZERO; 16];
        // SAFETY: as for `load_some`.
        unsafe {
            self.store(all.as_mut_ptr());
            for lane in 0..count {
                *to.add(lane) = *all.as_ptr().add(lane);
            }
        }
    }

    /// Turns a square of `LANES` rows, each `from_step` after the other, into one of columns.
    #[inline(always)]
    unsafe fn transpose(
        from: *const Self::Real,
        from_step: usize,
        to: *mut Self::Real,
        to_step: usize,
    ) {
        // SAFETY: the caller vouches for both squares.
        unsafe {
            for row in 0..Self::LANES {
                for column in 0..Self::LANES {
                    *to.add(column * to_step + row) = *from.add(row * from_step + column);
                }
            }
        }
    }
}
