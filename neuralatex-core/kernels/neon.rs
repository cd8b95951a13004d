//! The form for NEON, which every 64-bit ARM has: a vector is four registers.

use core::arch::aarch64::*;

use super::vector::Vector;

#[derive(Clone, Copy)]
pub(crate) struct Single([float32x4_t; 4]);

#[derive(Clone, Copy)]
pub(crate) struct Double([float64x2_t; 4]);

// SAFETY, for all of this file: NEON is part of the target; loads and stores need no alignment.
macro_rules! vector {
    ($vector:ident, $real:ty, $part:expr, $set:ident, $load:ident, $store:ident, $add:ident,
     $sub:ident, $mul:ident, $div:ident, $sqrt:ident, $fused:ident, $sum:ident, $select:ident,
     $above:ident, $part_type:ty, $mask:ty) => {
        impl $vector {
            /// These lanes where they are so, else the others.
            #[inline(always)]
            fn select(self, other: Self, so: impl Fn($part_type, $part_type) -> $mask) -> Self {
                let select = |part: usize| unsafe {
                    $select(so(self.0[part], other.0[part]), self.0[part], other.0[part])
                };
                $vector([0, 1, 2, 3].map(select))
            }
        }

        impl Vector for $vector {
            type Real = $real;
            const COLUMNS: usize = 1;

            #[inline(always)]
            fn splat(number: $real) -> Self {
                unsafe { $vector([$set(number); 4]) }
            }

            #[inline(always)]
            unsafe fn load(from: *const $real) -> Self {
                unsafe { $vector([0, 1, 2, 3].map(|part| $load(from.add(part * $part)))) }
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut $real) {
                unsafe {
                    for part in 0..4 {
                        $store(to.add(part * $part), self.0[part]);
                    }
                }
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                unsafe { $vector([0, 1, 2, 3].map(|part| $add(self.0[part], other.0[part]))) }
            }

            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                unsafe { $vector([0, 1, 2, 3].map(|part| $sub(self.0[part], other.0[part]))) }
            }

            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                unsafe { $vector([0, 1, 2, 3].map(|part| $mul(self.0[part], other.0[part]))) }
            }

            #[inline(always)]
            fn div(self, other: Self) -> Self {
                unsafe { $vector([0, 1, 2, 3].map(|part| $div(self.0[part], other.0[part]))) }
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                unsafe { $vector(self.0.map(|part| $sqrt(part))) }
            }

            #[inline(always)]
            fn fused(self, factor: Self, term: Self) -> Self {
                let fused =
                    |part: usize| unsafe { $fused(term.0[part], self.0[part], factor.0[part]) };
                $vector([0, 1, 2, 3].map(fused))
            }

            #[inline(always)]
            fn where_positive(self, other: Self) -> Self {
                let gate = |part: usize| unsafe {
                    $select($above(other.0[part], $set(0.0)), self.0[part], $set(0.0))
                };
                $vector([0, 1, 2, 3].map(gate))
            }

            #[inline(always)]
            fn max(self, other: Self) -> Self {
                self.select(other, |a, b| unsafe { $above(a, b) })
            }

            #[inline(always)]
            fn min(self, other: Self) -> Self {
                self.select(other, |a, b| unsafe { $above(b, a) })
            }

            #[inline(always)]
            fn sum(self) -> $real {
                unsafe {
                    let [a, b, c, d] = self.0;
                    $sum($add($add(a, c), $add(b, d)))
                }
            }
        }
    };
}

vector!(
    Single,
    f32,
    4,
    vdupq_n_f32,
    vld1q_f32,
    vst1q_f32,
    vaddq_f32,
    vsubq_f32,
    vmulq_f32,
    vdivq_f32,
    vsqrtq_f32,
    vfmaq_f32,
    sum_single,
    vbslq_f32,
    vcgtq_f32,
    float32x4_t,
    uint32x4_t
);
vector!(
    Double,
    f64,
    2,
    vdupq_n_f64,
    vld1q_f64,
    vst1q_f64,
    vaddq_f64,
    vsubq_f64,
    vmulq_f64,
    vdivq_f64,
    vsqrtq_f64,
    vfmaq_f64,
    sum_double,
    vbslq_f64,
    vcgtq_f64,
    float64x2_t,
    uint64x2_t
);

#[inline(always)]
unsafe fn sum_single(four: float32x4_t) -> f32 {
    unsafe {
        let two = vadd_f32(vget_low_f32(four), vget_high_f32(four));
        vget_lane_f32(two, 0) + vget_lane_f32(two, 1)
    }
}

#[inline(always)]
unsafe fn sum_double(two: float64x2_t) -> f64 {
    unsafe { vgetq_lane_f64(two, 0) + vgetq_lane_f64(two, 1) }
}
