//! The form for AVX2 and FMA: a vector is two registers.

use core::arch::x86_64::*;

use super::vector::Vector;
use super::x86::{sum_double, sum_single, sums_double, sums_single, turn_double, turn_single};

#[derive(Clone, Copy)]
pub(crate) struct Single(__m256, __m256);

#[derive(Clone, Copy)]
pub(crate) struct Double(__m256d, __m256d);

// SAFETY, for all of this file: it is compiled only with `avx2` and `fma` enabled, and chosen only
// on a processor that has them; loads and stores are those that need no alignment.
macro_rules! vector {
    ($vector:ident, $real:ty, $half:expr, $set:ident, $load:ident, $store:ident, $add:ident,
     $sub:ident, $mul:ident, $div:ident, $sqrt:ident, $fused:ident, $sum:ident, $sums:ident,
     $turn:ident, $and:ident, $compare:ident, $zero:ident, $max:ident, $min:ident) => {
        impl Vector for $vector {
            type Real = $real;
            const COLUMNS: usize = 1;

            #[inline(always)]
            fn splat(number: $real) -> Self {
                unsafe { $vector($set(number), $set(number)) }
            }

            #[inline(always)]
            unsafe fn load(from: *const $real) -> Self {
                unsafe { $vector($load(from), $load(from.add($half))) }
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut $real) {
                unsafe {
                    $store(to, self.0);
                    $store(to.add($half), self.1);
                }
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                unsafe { $vector($add(self.0, other.0), $add(self.1, other.1)) }
            }

            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                unsafe { $vector($sub(self.0, other.0), $sub(self.1, other.1)) }
            }

            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                unsafe { $vector($mul(self.0, other.0), $mul(self.1, other.1)) }
            }

            #[inline(always)]
            fn div(self, other: Self) -> Self {
                unsafe { $vector($div(self.0, other.0), $div(self.1, other.1)) }
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                unsafe { $vector($sqrt(self.0), $sqrt(self.1)) }
            }

            #[inline(always)]
            fn fused(self, factor: Self, term: Self) -> Self {
                unsafe {
                    $vector(
                        $fused(self.0, factor.0, term.0),
                        $fused(self.1, factor.1, term.1),
                    )
                }
            }

            #[inline(always)]
            fn where_positive(self, other: Self) -> Self {
                let gate = |a, b| unsafe { $and(a, $compare::<_CMP_GT_OQ>(b, $zero())) };
                $vector(gate(self.0, other.0), gate(self.1, other.1))
            }

            #[inline(always)]
            fn max(self, other: Self) -> Self {
                unsafe { $vector($max(self.0, other.0), $max(self.1, other.1)) }
            }

            #[inline(always)]
            fn min(self, other: Self) -> Self {
                unsafe { $vector($min(self.0, other.0), $min(self.1, other.1)) }
            }

            #[inline(always)]
            fn sum(self) -> $real {
                unsafe { $sum($add(self.0, self.1)) }
            }

            #[inline(always)]
            fn sums(four: [Self; 4]) -> [$real; 4] {
                let [a, b, c, d] = four;
                unsafe {
                    $sums([
                        $add(a.0, a.1),
                        $add(b.0, b.1),
                        $add(c.0, c.1),
                        $add(d.0, d.1),
                    ])
                }
            }

            #[inline(always)]
            unsafe fn prefetch(from: *const $real) {
                unsafe { _mm_prefetch::<_MM_HINT_T1>(from.cast()) }
            }

            #[inline(always)]
            unsafe fn transpose(
                from: *const $real,
                from_step: usize,
                to: *mut $real,
                to_step: usize,
            ) {
                unsafe {
                    for row in [0, $half] {
                        for column in [0, $half] {
                            $turn(
                                from.add(row * from_step + column),
                                from_step,
                                to.add(column * to_step + row),
                                to_step,
                            );
                        }
                    }
                }
            }
        }
    };
}

vector!(
    Single,
    f32,
    8,
    _mm256_set1_ps,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_add_ps,
    _mm256_sub_ps,
    _mm256_mul_ps,
    _mm256_div_ps,
    _mm256_sqrt_ps,
    _mm256_fmadd_ps,
    sum_single,
    sums_single,
    turn_single,
    _mm256_and_ps,
    _mm256_cmp_ps,
    _mm256_setzero_ps,
    _mm256_max_ps,
    _mm256_min_ps
);
vector!(
    Double,
    f64,
    4,
    _mm256_set1_pd,
    _mm256_loadu_pd,
    _mm256_storeu_pd,
    _mm256_add_pd,
    _mm256_sub_pd,
    _mm256_mul_pd,
    _mm256_div_pd,
    _mm256_sqrt_pd,
    _mm256_fmadd_pd,
    sum_double,
    sums_double,
    turn_double,
    _mm256_and_pd,
    _mm256_cmp_pd,
    _mm256_setzero_pd,
    _mm256_max_pd,
    _mm256_min_pd
);
