//! The form for AVX-512: a vector is one register.

use core::arch::x86_64::*;

use super::vector::Vector;
use super::x86::{sum_double, sum_single, sums_double, sums_single, turn_double, turn_single};

#[derive(Clone, Copy)]
pub(crate) struct Single(__m512);

#[derive(Clone, Copy)]
pub(crate) struct Double(__m512d);

// SAFETY, for all of this file: it is compiled only with `avx512f` enabled, and chosen only on a
// processor that has it; loads and stores are those that need no alignment, and masked ones touch
// no more than the lanes of their mask.
macro_rules! vector {
    ($vector:ident, $real:ty, $mask:ty, $set:ident, $load:ident, $store:ident, $load_some:ident,
     $store_some:ident, $add:ident, $sub:ident, $mul:ident, $div:ident, $sqrt:ident,
     $fused:ident, $fold:ident, $sum:ident, $sums:ident, $half:expr, $turn:ident, $keep:ident,
     $compare:ident, $zero:ident, $max:ident, $min:ident) => {
        impl Vector for $vector {
            type Real = $real;
            const COLUMNS: usize = 4;

            #[inline(always)]
            fn splat(number: $real) -> Self {
                unsafe { $vector($set(number)) }
            }

            #[inline(always)]
            unsafe fn load(from: *const $real) -> Self {
                unsafe { $vector($load(from)) }
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut $real) {
                unsafe { $store(to, self.0) }
            }

            #[inline(always)]
            unsafe fn load_some(from: *const $real, count: usize) -> Self {
                unsafe { $vector($load_some(((1_u32 << count) - 1) as $mask, from)) }
            }

            #[inline(always)]
            unsafe fn store_some(self, to: *mut $real, count: usize) {
                unsafe { $store_some(to, ((1_u32 << count) - 1) as $mask, self.0) }
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                unsafe { $vector($add(self.0, other.0)) }
            }

            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                unsafe { $vector($sub(self.0, other.0)) }
            }

            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                unsafe { $vector($mul(self.0, other.0)) }
            }

            #[inline(always)]
            fn div(self, other: Self) -> Self {
                unsafe { $vector($div(self.0, other.0)) }
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                unsafe { $vector($sqrt(self.0)) }
            }

            #[inline(always)]
            fn fused(self, factor: Self, term: Self) -> Self {
                unsafe { $vector($fused(self.0, factor.0, term.0)) }
            }

            #[inline(always)]
            fn where_positive(self, other: Self) -> Self {
                unsafe {
                    let positive = $compare::<_CMP_GT_OQ>(other.0, $zero());
                    $vector($keep(positive, self.0))
                }
            }

            #[inline(always)]
            fn max(self, other: Self) -> Self {
                unsafe { $vector($max(self.0, other.0)) }
            }

            #[inline(always)]
            fn min(self, other: Self) -> Self {
                unsafe { $vector($min(self.0, other.0)) }
            }

            #[inline(always)]
            fn sum(self) -> $real {
                unsafe { $sum($fold(self.0)) }
            }

            #[inline(always)]
            fn sums(four: [Self; 4]) -> [$real; 4] {
                let [a, b, c, d] = four;
                unsafe { $sums([$fold(a.0), $fold(b.0), $fold(c.0), $fold(d.0)]) }
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
    __mmask16,
    _mm512_set1_ps,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_maskz_loadu_ps,
    _mm512_mask_storeu_ps,
    _mm512_add_ps,
    _mm512_sub_ps,
    _mm512_mul_ps,
    _mm512_div_ps,
    _mm512_sqrt_ps,
    _mm512_fmadd_ps,
    fold_single,
    sum_single,
    sums_single,
    8,
    turn_single,
    _mm512_maskz_mov_ps,
    _mm512_cmp_ps_mask,
    _mm512_setzero_ps,
    _mm512_max_ps,
    _mm512_min_ps
);
vector!(
    Double,
    f64,
    __mmask8,
    _mm512_set1_pd,
    _mm512_loadu_pd,
    _mm512_storeu_pd,
    _mm512_maskz_loadu_pd,
    _mm512_mask_storeu_pd,
    _mm512_add_pd,
    _mm512_sub_pd,
    _mm512_mul_pd,
    _mm512_div_pd,
    _mm512_sqrt_pd,
    _mm512_fmadd_pd,
    fold_double,
    sum_double,
    sums_double,
    4,
    turn_double,
    _mm512_maskz_mov_pd,
    _mm512_cmp_pd_mask,
    _mm512_setzero_pd,
    _mm512_max_pd,
    _mm512_min_pd
);

/// The upper half added to the lower one.
#[inline(always)]
unsafe fn fold_single(sixteen: __m512) -> __m256 {
    unsafe {
        let upper = _mm512_castps512_ps256(_mm512_shuffle_f32x4(sixteen, sixteen, 0b1110));
        _mm256_add_ps(_mm512_castps512_ps256(sixteen), upper)
    }
}

#[inline(always)]
unsafe fn fold_double(eight: __m512d) -> __m256d {
    unsafe {
        let upper = _mm512_castpd512_pd256(_mm512_shuffle_f64x2(eight, eight, 0b1110));
        _mm256_add_pd(_mm512_castpd512_pd256(eight), upper)
    }
}
