// Elementary functions in f32. This file is compiled into the core, and its functions are written
// into the generated code: the same bits in training, in a constant and on any machine. Hence
// lines of 92 characters at most.
//
// Every function is one straight line of additions, multiplications, at most one division, bit
// operations and selections: nothing branches, panics or looks up, so that a loop over it becomes
// vector instructions, once it is inlined. Adding 12582912 = 1.5 * 2^23 rounds to a whole
// number, which then stands in the low bits. Polynomials are minimax fits. Accuracies
// are those over all f32.

/// The parts of e^x = 2^n (1 + r + c): n in the low bits of a sum, r and c.
///
/// x = n ln 2 + r with |r| < 0.35; c is r^2 q(r) and what the rounding of r has lost.
#[inline(always)]
const fn exponential(x: f32) -> (f32, f32, f32) {
    let shifted = x * ::core::f32::consts::LOG2_E + 12582912.0;
    let n = shifted - 12582912.0;
    let high = x - n * 0.69314575;
    let low = n * 1.4286068e-6;
    let r = high - low;
    let q = 0.0013933006 + r * 0.0001995763;
    let q = 0.041666485 + r * (0.008333193 + r * q);
    let q = 0.5 + r * (0.16666667 + r * q);
    (shifted, r, r * r * q + ((high - r) - low))
}

/// A number times 2^n, as 2^(n/2) twice, since n goes beyond the exponents of numbers.
#[inline(always)]
const fn times_power(mantissa: f32, shifted: f32) -> f32 {
    let exponent = shifted.to_bits().wrapping_add(254);
    let half = exponent >> 1;
    let first = f32::from_bits(half << 23);
    let second = f32::from_bits(exponent.wrapping_sub(half) << 23);
    mantissa * first * second
}

/// e^x, within 0.77 ulp.
#[inline(always)]
const fn exp(x: f32) -> f32 {
    let x = if x < -104.0 { -104.0 } else { x };
    let x = if x > 104.0 { 104.0 } else { x };
    let (shifted, r, c) = exponential(x);
    let sum = 1.0 + r;
    let rest = (1.0 - sum) + r;
    times_power(sum + (rest + c), shifted)
}

/// The natural logarithm, within 0.84 ulp.
///
/// x = 2^k (1 + f) with 1 + f between √½ and √2; s = f / (2 + f);
/// ln (1 + f) = f - f^2/2 + s (f^2/2 + s^2 p(s^2)).
#[inline(always)]
const fn ln(x: f32) -> f32 {
    let subnormal = x.to_bits() >> 23 == 0;
    let scaled = x * 33554432.0;
    let scaled = if subnormal { scaled } else { x };
    let bias = if subnormal { 152.0 } else { 127.0 };
    let bits = scaled.to_bits().wrapping_add(0x004a_fb0d);
    let k = (f32::from_bits((bits >> 23) | 0x4b40_0000) - 12582912.0) - bias;
    let f = f32::from_bits((bits & 0x7f_ffff).wrapping_add(0x3f35_04f3)) - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let p = z * (0.66666776 + z * (0.3997757 + z * 0.29871348));
    let square = 0.5 * f * f;
    let high = k * 0.69314575;
    let sum = high + f;
    let rest = (high - sum) + f;
    let result = sum + (rest - (square - (s * (square + p) + k * 1.4286068e-6)));
    let edge = if x == 0.0 {
        f32::NEG_INFINITY
    } else {
        f32::NAN
    };
    let edge = if x == f32::INFINITY { x } else { edge };
    if (x > 0.0) & (x < f32::INFINITY) {
        result
    } else {
        edge
    }
}

/// The hyperbolic tangent, within 0.77 ulp.
///
/// (1 - e) / (1 + e) with e = e^(-2 |x|) = 2^n (1 + p), where 1 ± e and the quotient
/// are computed in two parts each.
#[inline(always)]
const fn tanh(x: f32) -> f32 {
    let y = -2.0 * x.abs();
    let y = if y < -20.0 { -20.0 } else { y };
    let (shifted, r, c) = exponential(y);
    let scale = f32::from_bits((shifted.to_bits() << 23).wrapping_add(0x3f80_0000));
    let p_high = r + c;
    let p_low = scale * ((r - p_high) + c);
    let p_high = scale * p_high;
    let less = 1.0 - scale;
    let above = less - p_high;
    let above_low = ((less - above) - p_high) + (((1.0 - less) - scale) - p_low);
    let more = 1.0 + scale;
    let below = more + p_high;
    let below_low = ((more - below) + p_high) + (((1.0 - more) + scale) + p_low);
    let inverse = 1.0 / below;
    let quotient = above * inverse;
    // Halves of 12 bits, whose products are exact.
    let q_high = f32::from_bits(quotient.to_bits() & 0xffff_f000);
    let q_low = quotient - q_high;
    let b_high = f32::from_bits(below.to_bits() & 0xffff_f000);
    let b_low = below - b_high;
    let remainder = ((above - q_high * b_high) - q_high * b_low) - q_low * b_high;
    let remainder = (remainder - q_low * b_low) + (above_low - quotient * below_low);
    (quotient + remainder * inverse).copysign(x)
}

/// The logistic function 1 / (1 + e^-x), within 1.14 ulp.
///
/// 1 / (1 + e) or e / (1 + e) with e = e^-|x|, where e and 1 + e have two parts each.
#[inline(always)]
const fn sigmoid(x: f32) -> f32 {
    let y = -x.abs();
    let y = if y < -104.0 { -104.0 } else { y };
    let (shifted, r, c) = exponential(y);
    let sum = 1.0 + r;
    let rest = ((1.0 - sum) + r) + c;
    let mantissa = sum + rest;
    let e = times_power(mantissa, shifted);
    let e_low = times_power((sum - mantissa) + rest, shifted);
    let below = 1.0 + e;
    let below_low = ((1.0 - below) + e) + e_low;
    let above = if x < 0.0 { e } else { 1.0 };
    let above_low = if x < 0.0 { e_low } else { 0.0 };
    let quotient = above / below;
    // A correction does not need a better 1 / (1 + e) than this.
    let inverse = 1.0 - e * (0.8333333 - 0.3333333 * e);
    quotient + (above_low - quotient * below_low) * inverse
}

/// The error function, within 1.25 ulp.
///
/// x + x p(x^2) up to 0.925, then 1 - e^-(t + t q(t)) with t = |x|.
#[inline(always)]
const fn erf(x: f32) -> f32 {
    let t = x.abs();
    let t = if t > 4.0 { 4.0 } else { t };
    let z = t * t;
    let p = 0.004987352 + z * -0.00059595786;
    let p = 0.11281731 + z * (-0.026762966 + z * p);
    let p = 0.12837915 + z * (-0.3761249 + z * p);
    let near = t + t * p;
    let q = -0.00032567495 + t * 1.1524093e-5;
    let q = -0.023785595 + t * (0.003653869 + t * q);
    let q = 0.6351357 + t * (0.10626346 + t * q);
    let q = 0.12865222 + t * q;
    let far = 1.0 - exp(-(t + t * q));
    let result = if t < 0.925 { near } else { far };
    result.copysign(x)
}
