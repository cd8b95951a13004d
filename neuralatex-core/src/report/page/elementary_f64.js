// Elementary functions in f64, operation by operation those of inference/elementary_f64.rs. Numbers of
// the page are f64, so that nothing is to be rounded; n is taken from the sum as a number, where Rust
// reads it from the bits.
const double = (() => {
  const number = new Float64Array(1);
  const words = new Uint32Array(number.buffer);
  // 2^exponent, for exponents of numbers that are not subnormal.
  const power = (exponent) => {
    words[0] = 0;
    words[1] = (exponent + 1023) << 20;
    return number[0];
  };
  // Without its 27 lowest bits.
  const upper = (x) => {
    number[0] = x;
    words[0] &= 0xf8000000;
    return number[0];
  };
  const isNegative = (x) => x < 0 || Object.is(x, -0);
  const withSign = (x, of) => (isNegative(of) ? -Math.abs(x) : Math.abs(x));
  const polynomial = (coefficients) => {
    const [first, ...rest] = coefficients.reverse();
    return (x) => {
      let sum = first;
      for (let i = 0; i < rest.length; i++) sum = rest[i] + x * sum;
      return sum;
    };
  };

  const SHIFT = 6755399441055744;
  const evenPart = polynomial([0.008333333333321449, 0.00019841269886537992,
    2.755724383041103e-06, 2.5109159526060044e-08]);
  const oddPart = polynomial([0.0013888888888877095, 2.4801587341819195e-05,
    2.7557257874970527e-07, 2.0919978121901912e-09]);

  function exponential(x) {
    const n = x * Math.LOG2E + SHIFT - SHIFT;
    const high = x - n * 0.6931471803691238;
    const low = n * 1.9082149292705877e-10;
    const r = high - low;
    const square = r * r;
    let q = 0.04166666666666668 + r * (evenPart(square) + r * oddPart(square));
    q = 0.5 + r * (0.16666666666666677 + r * q);
    return [n, r, square * q + ((high - r) - low)];
  }

  function timesPower(mantissa, n) {
    const half = Math.floor(n / 2);
    return mantissa * power(half) * power(n - half);
  }

  function exp(x) {
    x = x < -746 ? -746 : x;
    x = x > 746 ? 746 : x;
    const [n, r, c] = exponential(x);
    const sum = 1 + r;
    const rest = (1 - sum) + r;
    return timesPower(sum + (rest + c), n);
  }

  function tanh(x) {
    let y = -2 * Math.abs(x);
    y = y < -40 ? -40 : y;
    const [n, r, c] = exponential(y);
    const scale = power(n);
    let pHigh = r + c;
    const pLow = scale * ((r - pHigh) + c);
    pHigh = scale * pHigh;
    const less = 1 - scale;
    const above = less - pHigh;
    const aboveLow = ((less - above) - pHigh) + (((1 - less) - scale) - pLow);
    const more = 1 + scale;
    const below = more + pHigh;
    const belowLow = ((more - below) + pHigh) + (((1 - more) + scale) + pLow);
    const inverse = 1 / below;
    const quotient = above * inverse;
    const qHigh = upper(quotient);
    const qLow = quotient - qHigh;
    const bHigh = upper(below);
    const bLow = below - bHigh;
    let remainder = ((above - qHigh * bHigh) - qHigh * bLow) - qLow * bHigh;
    remainder = (remainder - qLow * bLow) + (aboveLow - quotient * belowLow);
    return withSign(quotient + remainder * inverse, x);
  }

  function sigmoid(x) {
    let y = -Math.abs(x);
    y = y < -746 ? -746 : y;
    const [n, r, c] = exponential(y);
    const sum = 1 + r;
    const rest = ((1 - sum) + r) + c;
    const mantissa = sum + rest;
    const e = timesPower(mantissa, n);
    const eLow = timesPower((sum - mantissa) + rest, n);
    const below = 1 + e;
    const belowLow = ((1 - below) + e) + eLow;
    const above = x < 0 ? e : 1;
    const aboveLow = x < 0 ? eLow : 0;
    const quotient = above / below;
    const inverse = 1 - e * (0.8333333 - 0.3333333 * e);
    return quotient + (aboveLow - quotient * belowLow) * inverse;
  }

  const nearZero = polynomial([0.12837916709551256, -0.37612638903183376, 0.11283791670939436,
    -0.026866170642465787, 0.0052239776014687085, -0.0008548325729745975, 0.00012055288155967246,
    -1.4924616682457639e-05, 1.6446038911488558e-06, -1.6198509188354175e-07, 1.3679309973504413e-08,
    -7.723730672520968e-10]);
  const farEven = polynomial([0.10277073223334895, -0.00021248728434956413, -0.0005752593358324473,
    9.52018709785042e-05, 2.029964667126124e-05, 1.0746094154516416e-06, 1.805273385548124e-08,
    6.707607123914775e-11]);
  const farOdd = polynomial([-0.019124715720509913, 0.0016932056587385985, -5.076849837310876e-07,
    -5.590183519744861e-05, -5.369911180871397e-06, -1.6241166448698247e-07, -1.3955634420327278e-09,
    -1.5095136941449016e-12]);

  function erf(x) {
    let t = Math.abs(x);
    t = t > 6 ? 6 : t;
    const z = t * t;
    const near = t + t * nearZero(z);
    const q = 0.1283791084336076 + t * (0.6366202749414693 + t * (farEven(z) + t * farOdd(z)));
    const far = 1 - exp(-(t + t * q));
    return withSign(t < 1 ? near : far, x);
  }

  return { round: (x) => x, exp, tanh, sigmoid, erf };
})();
