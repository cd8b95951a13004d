// Elementary functions in f64. This file is compiled into the core, and its functions are written
// into the generated code: the same bits in training, in a constant and on any machine. Hence
// lines of 92 characters at most.
//
// Every function is one straight line of additions, multiplications, at most one division, bit
// operations and selections: nothing branches, panics or looks up, so that a loop over it becomes
// vector instructions, once it is inlined. Adding 6755399441055744 = 1.5 * 2^52 rounds to a whole
// number, which then stands in the low bits. Polynomials are minimax fits. Accuracies
// are those over twenty million points each, rounded up.

/// The parts of e^x = 2^n (1 + r + c): n in the low bits of a sum, r and c.
///
/// x = n ln 2 + r with |r| < 0.35; c is r^2 q(r) and what the rounding of r has lost.
#[inline(always)]
const fn exponential(x: f64) -> (f64, f64, f64) {
    let shifted = x * ::core::f64::consts::LOG2_E + 6755399441055744.0;
    let n = shifted - 6755399441055744.0;
    let high = x - n * 0.6931471803691238;
    let low = n * 1.9082149292705877e-10;
    let r = high - low;
    let square = r * r;
    let even = 2.755724383041103e-06 + square * 2.5109159526060044e-08;
    let even = 0.008333333333321449 + square * (0.00019841269886537992 + square * even);
    let odd = 2.7557257874970527e-07 + square * 2.0919978121901912e-09;
    let odd = 0.0013888888888877095 + square * (2.4801587341819195e-05 + square * odd);
    let q = 0.04166666666666668 + r * (even + r * odd);
    let q = 0.5 + r * (0.16666666666666677 + r * q);
    (shifted, r, square * q + ((high - r) - low))
}

/// A number times 2^n, as 2^(n/2) twice, since n goes beyond the exponents of numbers.
#[inline(always)]
const fn times_power(mantissa: f64, shifted: f64) -> f64 {
    let exponent = shifted.to_bits().wrapping_add(2046);
    let half = exponent >> 1;
    let first = f64::from_bits(half << 52);
    let second = f64::from_bits(exponent.wrapping_sub(half) << 52);
    mantissa * first * second
}

/// e^x, within 0.85 ulp.
#[inline(always)]
const fn exp(x: f64) -> f64 {
    let x = if x < -746.0 { -746.0 } else { x };
    let x = if x > 746.0 { 746.0 } else { x };
    let (shifted, r, c) = exponential(x);
    let sum = 1.0 + r;
    let rest = (1.0 - sum) + r;
    times_power(sum + (rest + c), shifted)
}

/// The natural logarithm, within 0.9 ulp.
///
/// x = 2^k (1 + f) with 1 + f between √½ and √2; s = f / (2 + f);
/// ln (1 + f) = f - f^2/2 + s (f^2/2 + s^2 p(s^2)).
#[inline(always)]
const fn ln(x: f64) -> f64 {
    let subnormal = x.to_bits() >> 52 == 0;
    let scaled = x * 18014398509481984.0;
    let scaled = if subnormal { scaled } else { x };
    let bias = if subnormal { 1077.0 } else { 1023.0 };
    let bits = scaled.to_bits().wrapping_add(0x0009_5f61_9980_c433);
    let k = f64::from_bits((bits >> 52) | 0x4338_0000_0000_0000);
    let k = (k - 6755399441055744.0) - bias;
    let f = (bits & 0xf_ffff_ffff_ffff).wrapping_add(0x3fe6_a09e_667f_3bcd);
    let f = f64::from_bits(f) - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let p = 0.15313886556137257 + z * 0.14797649997431894;
    let p = 0.222221984579232 + z * (0.18183570515952507 + z * p);
    let p = 0.39999999999409863 + z * (0.2857142874347979 + z * p);
    let p = z * (0.6666666666666735 + z * p);
    let square = 0.5 * f * f;
    let high = k * 0.6931471803691238;
    let sum = high + f;
    let rest = (high - sum) + f;
    let low = k * 1.9082149292705877e-10;
    let result = sum + (rest - (square - (s * (square + p) + low)));
    let edge = if x == 0.0 {
        f64::NEG_INFINITY
    } else {
        f64::NAN
    };
    let edge = if x == f64::INFINITY { x } else { edge };
    if (x > 0.0) & (x < f64::INFINITY) {
        result
    } else {
        edge
    }
}

/// The hyperbolic tangent, within 0.85 ulp.
///
/// (1 - e) / (1 + e) with e = e^(-2 |x|) = 2^n (1 + p), where 1 ± e and the quotient
/// are computed in two parts each.
#[inline(always)]
const fn tanh(x: f64) -> f64 {
    let y = -2.0 * x.abs();
    let y = if y < -40.0 { -40.0 } else { y };
    let (shifted, r, c) = exponential(y);
    let scale = (shifted.to_bits() << 52).wrapping_add(0x3ff0_0000_0000_0000);
    let scale = f64::from_bits(scale);
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
    // Halves of 26 and 27 bits, whose products are exact.
    let q_high = f64::from_bits(quotient.to_bits() & 0xffff_ffff_f800_0000);
    let q_low = quotient - q_high;
    let b_high = f64::from_bits(below.to_bits() & 0xffff_ffff_f800_0000);
    let b_low = below - b_high;
    let remainder = ((above - q_high * b_high) - q_high * b_low) - q_low * b_high;
    let remainder = (remainder - q_low * b_low) + (above_low - quotient * below_low);
    (quotient + remainder * inverse).copysign(x)
}

/// The logistic function 1 / (1 + e^-x), within 1.2 ulp.
///
/// 1 / (1 + e) or e / (1 + e) with e = e^-|x|, where e and 1 + e have two parts each.
#[inline(always)]
const fn sigmoid(x: f64) -> f64 {
    let y = -x.abs();
    let y = if y < -746.0 { -746.0 } else { y };
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

/// The error function, within 1.4 ulp.
///
/// x + x p(x^2) up to 1, then 1 - e^-(t + t q(t)) with t = |x|.
#[inline(always)]
const fn erf(x: f64) -> f64 {
    let t = x.abs();
    let t = if t > 6.0 { 6.0 } else { t };
    let z = t * t;
    let p = 1.3679309973504413e-08 + z * -7.723730672520968e-10;
    let p = 1.6446038911488558e-06 + z * (-1.6198509188354175e-07 + z * p);
    let p = 0.00012055288155967246 + z * (-1.4924616682457639e-05 + z * p);
    let p = 0.0052239776014687085 + z * (-0.0008548325729745975 + z * p);
    let p = 0.11283791670939436 + z * (-0.026866170642465787 + z * p);
    let p = 0.12837916709551256 + z * (-0.37612638903183376 + z * p);
    let near = t + t * p;
    let even = 1.805273385548124e-08 + z * 6.707607123914775e-11;
    let even = 2.029964667126124e-05 + z * (1.0746094154516416e-06 + z * even);
    let even = -0.0005752593358324473 + z * (9.52018709785042e-05 + z * even);
    let even = 0.10277073223334895 + z * (-0.00021248728434956413 + z * even);
    let odd = -1.3955634420327278e-09 + z * -1.5095136941449016e-12;
    let odd = -5.369911180871397e-06 + z * (-1.6241166448698247e-07 + z * odd);
    let odd = -5.076849837310876e-07 + z * (-5.590183519744861e-05 + z * odd);
    let odd = -0.019124715720509913 + z * (0.0016932056587385985 + z * odd);
    let q = even + t * odd;
    let q = 0.1283791084336076 + t * (0.6366202749414693 + t * q);
    let far = 1.0 - exp(-(t + t * q));
    let result = if t < 1.0 { near } else { far };
    result.copysign(x)
}
