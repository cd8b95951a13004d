//! Fused multiply-add and square root where the processor has none, exactly rounded.

/// `a * b + c`, rounded once.
///
/// The product is exact in `f64`. The sum is rounded to odd there: if it is not exact, its last
/// bit is set, so that the second rounding, to `f32`, cannot go wrong.
#[inline(always)]
pub(crate) fn fused_single(a: f32, b: f32, c: f32) -> f32 {
    let (product, term) = (f64::from(a) * f64::from(b), f64::from(c));
    let sum = product + term;
    // The error of the sum, exact (Knuth).
    let part = sum - product;
    let error = (product - (sum - part)) + (term - part);
    let bits = sum.to_bits();
    let away = (error > 0.0) == (sum > 0.0);
    let odd = match away {
        true => bits.wrapping_add(1),
        false => bits.wrapping_sub(1),
    };
    // An error that is NaN comes of infinities, which need no care.
    let inexact = error < 0.0 || error > 0.0;
    let sum = if inexact && bits & 1 == 0 {
        f64::from_bits(odd)
    } else {
        sum
    };
    sum as f32
}

/// `a * b + c`, rounded once, by whole-number arithmetic.
pub(crate) fn fused_double(a: f64, b: f64, c: f64) -> f64 {
    const EXPONENT: u64 = 0x7ff;
    let exponent = |x: f64| (x.to_bits() >> 52) & EXPONENT;
    let special = |x: f64| exponent(x) == EXPONENT;
    if special(a) || special(b) || a == 0.0 || b == 0.0 {
        // Infinities, NaN and zeros need no more than this.
        return a * b + c;
    }
    if special(c) {
        // A finite product changes nothing, not even one that is too large for a number.
        return c;
    }
    if c == 0.0 {
        // The exact product is not 0, so that a zero of either sign changes nothing.
        return a * b;
    }
    // Each number is ± mantissa · 2^exponent with a mantissa of 53 bits at most.
    let parts = |x: f64| {
        let bits = x.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        match exponent(x) {
            0 => (fraction, -1074_i64),
            biased => (fraction | 1 << 52, biased as i64 - 1075),
        }
    };
    let ((ma, ea), (mb, eb), (mc, ec)) = (parts(a), parts(b), parts(c));
    let negative = (a < 0.0) != (b < 0.0);
    add(
        (negative, u128::from(ma) * u128::from(mb), ea + eb),
        (c < 0.0, u128::from(mc), ec),
    )
}

/// The sum of two numbers ± mantissa · 2^exponent, neither of them 0, rounded once. Mantissas have
/// 106 bits at most.
fn add(x: (bool, u128, i64), y: (bool, u128, i64)) -> f64 {
    // Both get their highest bit to place 125, so that the sum fits in 127 bits.
    let high = |(negative, mantissa, exponent): (bool, u128, i64)| {
        let shift = mantissa.leading_zeros() as i64 - 2;
        (negative, mantissa << shift, exponent - shift)
    };
    let (x, y) = (high(x), high(y));
    let (large, small) = if (x.2, x.1) >= (y.2, y.1) {
        (x, y)
    } else {
        (y, x)
    };
    let distance = large.2 - small.2;
    // What falls off below is remembered in the last bit: enough for rounding.
    let shifted = match distance {
        0 => small.1,
        1..=127 => small.1 >> distance | u128::from(small.1 << (128 - distance) != 0),
        _ => 1,
    };
    let sum = if large.0 == small.0 {
        large.1 + shifted
    } else {
        large.1 - shifted
    };
    if sum == 0 {
        return 0.0;
    }
    round(large.0, sum, large.2)
}

/// ± mantissa · 2^exponent as the nearest `f64`, of two equally near ones the even one.
fn round(negative: bool, mantissa: u128, exponent: i64) -> f64 {
    let width = 128 - mantissa.leading_zeros() as i64;
    // The last bit that is kept: 53 bits, or fewer for a subnormal result.
    let last = (exponent + width - 53).max(-1074);
    let drop = last - exponent;
    let kept = match drop {
        ..=0 => mantissa << -drop,
        1..=127 => {
            let kept = mantissa >> drop;
            let rest = mantissa << (128 - drop);
            let half = 1_u128 << 127;
            kept + u128::from(rest > half || (rest == half && kept & 1 == 1))
        }
        _ => 0,
    };
    // Rounding up may have made one bit more; a power of two times it is still exact.
    let sign = if negative { 1_u64 << 63 } else { 0 };
    let kept = kept as u64;
    let (kept, last) = if kept >> 53 != 0 {
        (kept >> 1, last + 1)
    } else {
        (kept, last)
    };
    if kept >> 52 == 0 {
        return f64::from_bits(sign | kept);
    }
    let biased = last + 1075;
    if biased >= 0x7ff {
        return f64::from_bits(sign | 0x7ff << 52);
    }
    f64::from_bits(sign | (biased as u64) << 52 | (kept & ((1 << 52) - 1)))
}

/// The square root, exactly rounded: bit by bit, as on paper.
pub(crate) fn square_root_double(x: f64) -> f64 {
    if !(x > 0.0 && x < f64::INFINITY) {
        // 0 and -0, infinity; NaN and negative numbers give NaN.
        return if x == 0.0 || x == f64::INFINITY {
            x
        } else {
            f64::NAN
        };
    }
    let bits = x.to_bits();
    let (mut mantissa, mut exponent) = match bits >> 52 {
        0 => (bits, -1074_i64),
        biased => (bits & ((1 << 52) - 1) | 1 << 52, biased as i64 - 1075),
    };
    // 53 bits, and an even exponent.
    let shift = i64::from(mantissa.leading_zeros()) - 11;
    mantissa <<= shift;
    exponent -= shift;
    if exponent & 1 != 0 {
        mantissa <<= 1;
        exponent -= 1;
    }
    // The root of mantissa · 2^54 has 54 bits: one more than is kept, for rounding.
    let mut rest = u128::from(mantissa) << 54;
    let mut root = 0_u128;
    let mut bit = 1_u128 << 108;
    while bit != 0 {
        if rest >= root + bit {
            rest -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
        bit >>= 2;
    }
    round(false, root << 1 | u128::from(rest != 0), exponent / 2 - 28)
}

/// The square root, exactly rounded: that of `f64` has more than twice the bits, so that rounding
/// twice is harmless.
pub(crate) fn square_root_single(x: f32) -> f32 {
    square_root_double(f64::from(x)) as f32
}
