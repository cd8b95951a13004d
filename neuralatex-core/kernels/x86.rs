//! What both forms for x86 share: sums across lanes, and squares turned over.

use core::arch::x86_64::*;

// SAFETY, for all of this file: it is compiled only into forms with `avx2` enabled, and called only
// with pointers that are valid for the squares named.

#[inline(always)]
pub(crate) unsafe fn sum_single(eight: __m256) -> f32 {
    unsafe {
        let four = _mm_add_ps(
            _mm256_castps256_ps128(eight),
            _mm256_extractf128_ps(eight, 1),
        );
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
    }
}

#[inline(always)]
pub(crate) unsafe fn sum_double(four: __m256d) -> f64 {
    unsafe {
        let two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
        _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)))
    }
}

/// The sums of four vectors, each in the order of [`sum_single`].
#[inline(always)]
pub(crate) unsafe fn sums_single([a, b, c, d]: [__m256; 4]) -> [f32; 4] {
    unsafe {
        let halves = |a, b| {
            let low = _mm256_permute2f128_ps(a, b, 0x20);
            _mm256_add_ps(low, _mm256_permute2f128_ps(a, b, 0x31))
        };
        let (ab, cd) = (halves(a, b), halves(c, d));
        let low = _mm256_shuffle_ps(ab, cd, 0x44);
        let twos = _mm256_add_ps(low, _mm256_shuffle_ps(ab, cd, 0xee));
        let all = _mm256_add_ps(twos, _mm256_movehdup_ps(twos));
        // Now there are: a, -, c, - in the lower half, and b, -, d, - in the upper one.
        let (low, high) = (_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1));
        let mut sums = [0.0; 4];
        let mixed = _mm_blend_ps(low, _mm_moveldup_ps(high), 0b1010);
        _mm_storeu_ps(sums.as_mut_ptr(), mixed);
        sums
    }
}

/// The sums of four vectors, each in the order of [`sum_double`].
#[inline(always)]
pub(crate) unsafe fn sums_double([a, b, c, d]: [__m256d; 4]) -> [f64; 4] {
    unsafe {
        let halves = |a, b| {
            let low = _mm256_permute2f128_pd(a, b, 0x20);
            _mm256_add_pd(low, _mm256_permute2f128_pd(a, b, 0x31))
        };
        let (ac, bd) = (halves(a, c), halves(b, d));
        let even = _mm256_unpacklo_pd(ac, bd);
        let all = _mm256_add_pd(even, _mm256_unpackhi_pd(ac, bd));
        let mut sums = [0.0; 4];
        _mm256_storeu_pd(sums.as_mut_ptr(), all);
        sums
    }
}

/// A square of eight rows.
#[inline(always)]
pub(crate) unsafe fn turn_single(from: *const f32, from_step: usize, to: *mut f32, to_step: usize) {
    unsafe {
        // Rows i and i + 4 side by side, so that all later steps stay within halves.
        let pair = |row: usize, column: usize| {
            let low = _mm_loadu_ps(from.add(row * from_step + column));
            let high = _mm_loadu_ps(from.add((row + 4) * from_step + column));
            _mm256_set_m128(high, low)
        };
        for column in [0, 4] {
            let (a, b) = (pair(0, column), pair(1, column));
            let (c, d) = (pair(2, column), pair(3, column));
            let (ab, cd) = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
            let (ab_high, cd_high) = (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
            let to = to.add(column * to_step);
            _mm256_storeu_ps(to, _mm256_shuffle_ps(ab, cd, 0x44));
            _mm256_storeu_ps(to.add(to_step), _mm256_shuffle_ps(ab, cd, 0xee));
            _mm256_storeu_ps(
                to.add(2 * to_step),
                _mm256_shuffle_ps(ab_high, cd_high, 0x44),
            );
            _mm256_storeu_ps(
                to.add(3 * to_step),
                _mm256_shuffle_ps(ab_high, cd_high, 0xee),
            );
        }
    }
}

/// A square of four rows.
#[inline(always)]
pub(crate) unsafe fn turn_double(from: *const f64, from_step: usize, to: *mut f64, to_step: usize) {
    unsafe {
        let pair = |row: usize, column: usize| {
            let low = _mm_loadu_pd(from.add(row * from_step + column));
            let high = _mm_loadu_pd(from.add((row + 2) * from_step + column));
            _mm256_set_m128d(high, low)
        };
        for column in [0, 2] {
            let (a, b) = (pair(0, column), pair(1, column));
            let to = to.add(column * to_step);
            _mm256_storeu_pd(to, _mm256_unpacklo_pd(a, b));
            _mm256_storeu_pd(to.add(to_step), _mm256_unpackhi_pd(a, b));
        }
    }
}
