//! Start weights as numbers, in the paper's order, biases 0.

use crate::random::{Random, Stream};
use crate::spec::init::{Init, Kind};
use crate::spec::parameters;

/// One number for each parameter. A seed of the description's own goes before the model's.
///
/// `values` are given as they are; whoever uses them checks their number.
pub(crate) fn weights(init: &Init, layers: &[usize], seed: u64) -> Vec<f64> {
    let mut random = Random::new(init.seed.unwrap_or(seed), Stream::Weights);
    match &init.kind {
        Kind::Uniform(low, high) => each(layers, |_, _| random.uniform(*low, *high)),
        Kind::He => each(layers, |inputs, _| within(&mut random, 6.0 / inputs as f64)),
        Kind::Xavier => each(layers, |inputs, outputs| {
            within(&mut random, 6.0 / (inputs + outputs) as f64)
        }),
        Kind::Paper => {
            let mut generator = FpRandom {
                state: init.seed.unwrap_or(FpRandom::SEED),
            };
            each(layers, |_, _| generator.between_minus_one_and_one())
        }
        Kind::Values(values) => values.clone(),
    }
}

fn each(layers: &[usize], mut draw: impl FnMut(usize, usize) -> f64) -> Vec<f64> {
    let mut weights = Vec::with_capacity(parameters(layers));
    for pair in layers.windows(2) {
        for _ in 0..pair[1] {
            weights.extend((0..pair[0]).map(|_| draw(pair[0], pair[1])));
            weights.push(0.0);
        }
    }
    weights
}

fn within(random: &mut Random, square: f64) -> f64 {
    let bound = square.sqrt();
    random.uniform(-bound, bound)
}

/// The generator of LaTeX's `fp` package: s ← 16807 s mod (2^31 - 1), u = s / (2^31 - 1) cut
/// off at 18 decimals. The paper never seeds it, so its weights are the same at every run.
struct FpRandom {
    state: u64,
}

impl FpRandom {
    const SEED: u64 = 123_456_789;
    const MODULUS: u64 = (1 << 31) - 1;

    /// `2 u - 1`, exact to fp's last digit, then the nearest `f64`.
    fn between_minus_one_and_one(&mut self) -> f64 {
        const ONE: i128 = 1_000_000_000_000_000_000;
        self.state = self.state % FpRandom::MODULUS * 16807 % FpRandom::MODULUS;
        let unit = i128::from(self.state) * ONE / i128::from(FpRandom::MODULUS);
        let weight = 2 * unit - ONE;
        let sign = if weight < 0 { "-" } else { "" };
        let digits = weight.unsigned_abs();
        let one = ONE.unsigned_abs();
        let decimal = format!("{sign}{}.{:018}", digits / one, digits % one);
        decimal.parse().expect("digits and a point are a number")
    }
}
