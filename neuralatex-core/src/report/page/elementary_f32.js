// Elementary functions in f32, operation by operation those of inference/elementary_f32.rs: `round`
// after each gives the bits that Rust gives, since a sum, a product or a quotient of two f32 in f64 is
// exact enough to be rounded twice.
const single = (() => {
  const round = Math.fround;
  const number = new Float32Array(1);
  const word = new Uint32Array(number.buffer);
  const bits = (x) => { number[0] = x; return word[0]; };
  const fromBits = (pattern) => { word[0] = pattern; return number[0]; };
  const isNegative = (x) => x < 0 || Object.is(x, -0);
  const withSign = (x, of) => (isNegative(of) ? -Math.abs(x) : Math.abs(x));
  // a0 + x (a1 + x (a2 + …)).
  const polynomial = (coefficients) => {
    const [first, ...rest] = coefficients.map(round).reverse();
    return (x) => {
      let sum = first;
      for (let i = 0; i < rest.length; i++) sum = round(rest[i] + round(x * sum));
      return sum;
    };
  };

  const SHIFT = 12582912;
  const LOG2_E = round(Math.LOG2E);
  const LN_2_HIGH = round(0.69314575);
  const LN_2_LOW = round(1.4286068e-6);
  const q = polynomial([0.5, 0.16666667, 0.041666485, 0.008333193, 0.0013933006, 0.0001995763]);

  function exponential(x) {
    const shifted = round(round(x * LOG2_E) + SHIFT);
    const n = round(shifted - SHIFT);
    const high = round(x - round(n * LN_2_HIGH));
    const low = round(n * LN_2_LOW);
    const r = round(high - low);
    const c = round(round(round(r * r) * q(r)) + round(round(high - r) - low));
    return [shifted, r, c];
  }

  function timesPower(mantissa, shifted) {
    const exponent = (bits(shifted) + 254) >>> 0;
    const half = exponent >>> 1;
    const first = fromBits(half << 23);
    const second = fromBits((exponent - half) << 23);
    return round(round(mantissa * first) * second);
  }

  function exp(x) {
    x = x < -104 ? -104 : x;
    x = x > 104 ? 104 : x;
    const [shifted, r, c] = exponential(x);
    const sum = round(1 + r);
    const rest = round(round(1 - sum) + r);
    return timesPower(round(sum + round(rest + c)), shifted);
  }

  function tanh(x) {
    let y = round(-2 * Math.abs(x));
    y = y < -20 ? -20 : y;
    const [shifted, r, c] = exponential(y);
    const scale = fromBits((bits(shifted) << 23) + 0x3f800000);
    let pHigh = round(r + c);
    const pLow = round(scale * round(round(r - pHigh) + c));
    pHigh = round(scale * pHigh);
    const less = round(1 - scale);
    const above = round(less - pHigh);
    const aboveLow = round(
      round(round(less - above) - pHigh) + round(round(round(1 - less) - scale) - pLow));
    const more = round(1 + scale);
    const below = round(more + pHigh);
    const belowLow = round(
      round(round(more - below) + pHigh) + round(round(round(1 - more) + scale) + pLow));
    const inverse = round(1 / below);
    const quotient = round(above * inverse);
    const qHigh = fromBits(bits(quotient) & 0xfffff000);
    const qLow = round(quotient - qHigh);
    const bHigh = fromBits(bits(below) & 0xfffff000);
    const bLow = round(below - bHigh);
    let remainder = round(above - round(qHigh * bHigh));
    remainder = round(round(remainder - round(qHigh * bLow)) - round(qLow * bHigh));
    remainder = round(
      round(remainder - round(qLow * bLow)) + round(aboveLow - round(quotient * belowLow)));
    return withSign(round(quotient + round(remainder * inverse)), x);
  }

  const FIVE_SIXTHS = round(0.8333333);
  const THIRD = round(0.3333333);

  function sigmoid(x) {
    let y = -Math.abs(x);
    y = y < -104 ? -104 : y;
    const [shifted, r, c] = exponential(y);
    const sum = round(1 + r);
    const rest = round(round(round(1 - sum) + r) + c);
    const mantissa = round(sum + rest);
    const e = timesPower(mantissa, shifted);
    const eLow = timesPower(round(round(sum - mantissa) + rest), shifted);
    const below = round(1 + e);
    const belowLow = round(round(round(1 - below) + e) + eLow);
    const above = x < 0 ? e : 1;
    const aboveLow = x < 0 ? eLow : 0;
    const quotient = round(above / below);
    const inverse = round(1 - round(e * round(FIVE_SIXTHS - round(THIRD * e))));
    return round(quotient + round(round(aboveLow - round(quotient * belowLow)) * inverse));
  }

  const nearZero = polynomial(
    [0.12837915, -0.3761249, 0.11281731, -0.026762966, 0.004987352, -0.00059595786]);
  const farOff = polynomial(
    [0.12865222, 0.6351357, 0.10626346, -0.023785595, 0.003653869, -0.00032567495, 1.1524093e-5]);
  const EDGE = round(0.925);

  function erf(x) {
    let t = Math.abs(x);
    t = t > 4 ? 4 : t;
    const near = round(t + round(t * nearZero(round(t * t))));
    const far = round(1 - exp(-round(t + round(t * farOff(t)))));
    return withSign(t < EDGE ? near : far, x);
  }

  return { round, exp, tanh, sigmoid, erf };
})();
