//! What an optimiser remembers, and how it moves one weight.

use crate::maths;
use crate::spec::optimizer::Method;

/// SGD: w - η g.
///
/// Adam: m ← β₁ m + (1 - β₁) g, v ← β₂ v + (1 - β₂) g²,
/// w - η (m / (1 - β₁ᵗ)) / (√(v / (1 - β₂ᵗ)) + ε).
pub(super) struct State {
    method: Method,
    step: f64,
    /// First and second moment of each weight's gradient; empty for SGD.
    moments: Vec<[f64; 2]>,
}

const BETA: [f64; 2] = [0.9, 0.999];
const EPSILON: f64 = 1e-8;

impl State {
    pub(super) fn new(method: Method, weights: usize) -> State {
        let remembered = match method {
            Method::Sgd => 0,
            Method::Adam => weights,
        };
        State {
            method,
            step: 0.0,
            moments: vec![[0.0; 2]; remembered],
        }
    }

    /// One more step; then [`update`](State::update) every weight.
    pub(super) fn count(&mut self) {
        self.step += 1.0;
    }

    pub(super) fn update(&mut self, index: usize, weight: f64, gradient: f64, rate: f64) -> f64 {
        match self.method {
            Method::Sgd => weight - rate * gradient,
            Method::Adam => {
                let [m, v] = &mut self.moments[index];
                *m = BETA[0] * *m + (1.0 - BETA[0]) * gradient;
                *v = BETA[1] * *v + (1.0 - BETA[1]) * gradient * gradient;
                let [unbiased_m, unbiased_v] = [(*m, BETA[0]), (*v, BETA[1])]
                    .map(|(moment, beta)| moment / (1.0 - maths::pow(beta, self.step)));
                weight - rate * unbiased_m / (unbiased_v.sqrt() + EPSILON)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::State;
    use crate::spec::optimizer::Method;

    fn run(method: Method, gradients: &[f64]) -> Vec<f64> {
        let mut state = State::new(method, 1);
        let mut weight = 1.0;
        let mut step = |&gradient: &f64| {
            state.count();
            weight = state.update(0, weight, gradient, 0.1);
            weight
        };
        gradients.iter().map(&mut step).collect()
    }

    #[test]
    fn sgd_goes_down_the_gradient() {
        assert_eq!(run(Method::Sgd, &[2.0, -1.0]), [0.8, 0.9]);
    }

    /// Its first step is the rate whatever the gradient's size; later ones worked out by hand
    /// from Kingma and Ba's Algorithm 1 in exact arithmetic.
    #[test]
    fn adam_follows_its_paper() {
        let weights = run(Method::Adam, &[2.0, -1.0, 0.5]);
        for (weight, expected) in weights.iter().zip(ADAM) {
            assert!((weight - expected).abs() < 1e-12, "{weights:?}");
        }
    }

    const ADAM: [f64; 3] = [0.9000000005, 0.8733662967024314, 0.8393233821389425];
}
