//! One step of an optimiser over all weights, and what it remembers; the formulas are PyTorch's.
//!
//! For a weight w and its gradient g, at the rate η, in step t:
//!
//! - clipping: g ← g min(1, clip / (‖g‖ + 10⁻⁶)), the norm over all weights;
//! - weight decay: g ← g + decay · w; for adamw instead w ← w (1 - η decay);
//! - sgd: w - η g; with momentum μ: b ← μ b + g and w - η b, or Nesterov's w - η (g + μ b);
//! - adam, adamw: m ← β₁ m + (1 - β₁) g, v ← β₂ v + (1 - β₂) g²,
//!   w - η / (1 - β₁ᵗ) · m / (√v / √(1 - β₂ᵗ) + ε);
//! - rmsprop: v ← α v + (1 - α) g², w - η g / (√v + ε).

use crate::maths;
use crate::spec::optimizer::{Method, Rule};

const BETA: [f64; 2] = [0.9, 0.999];
const ALPHA: f64 = 0.99;
const EPSILON: f64 = 1e-8;

/// What an optimiser remembers from step to step.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Memory {
    /// How many steps were made.
    pub(crate) steps: u64,
    /// The velocity or the first moment of each weight; empty where there is none.
    pub(crate) first: Vec<f64>,
    /// The second moment of each weight; empty where there is none.
    pub(crate) second: Vec<f64>,
}

impl Memory {
    /// That of a training that has not begun.
    pub(super) fn new(rule: &Rule, weights: usize) -> Memory {
        let moments = |wanted: bool| vec![0.0; if wanted { weights } else { 0 }];
        let [first, second] = rule.remembers().map(moments);
        Memory {
            steps: 0,
            first,
            second,
        }
    }
}

/// Moves the weights along the gradients of a batch.
pub(super) fn step(
    rule: &Rule,
    memory: &mut Memory,
    rate: f64,
    weights: &mut [f64],
    gradients: &[f64],
) {
    let Memory {
        steps,
        first,
        second,
    } = memory;
    *steps += 1;
    let scale = rule.clip.map_or(1.0, |norm| clipping(norm, gradients));
    let [added, shrink] = match rule.method {
        Method::Adamw => [0.0, 1.0 - rate * rule.weight_decay],
        _ => [rule.weight_decay, 1.0],
    };
    let pairs = weights.iter_mut().zip(gradients).map(|(weight, gradient)| {
        let gradient = scale * gradient + added * *weight;
        *weight *= shrink;
        (weight, gradient)
    });
    match rule.method {
        Method::Sgd if first.is_empty() => pairs.for_each(|(w, g)| *w -= rate * g),
        Method::Sgd => {
            let momentum = rule.momentum.unwrap_or(0.0);
            for ((w, g), velocity) in pairs.zip(first) {
                *velocity = momentum * *velocity + g;
                *w -= match rule.nesterov {
                    true => rate * (g + momentum * *velocity),
                    false => rate * *velocity,
                };
            }
        }
        Method::Adam | Method::Adamw => {
            let [rest_1, rest_2] = BETA.map(|beta| 1.0 - maths::power(beta, *steps));
            for ((w, g), (m, v)) in pairs.zip(first.iter_mut().zip(second)) {
                *m = BETA[0] * *m + (1.0 - BETA[0]) * g;
                *v = BETA[1] * *v + (1.0 - BETA[1]) * g * g;
                *w -= rate / rest_1 * *m / (v.sqrt() / rest_2.sqrt() + EPSILON);
            }
        }
        Method::Rmsprop => {
            for ((w, g), v) in pairs.zip(second) {
                *v = ALPHA * *v + (1.0 - ALPHA) * g * g;
                *w -= rate * g / (v.sqrt() + EPSILON);
            }
        }
    }
}

/// What gradients are multiplied by so that their norm is no larger than this.
fn clipping(norm: f64, gradients: &[f64]) -> f64 {
    let squares: f64 = gradients.iter().map(|gradient| gradient * gradient).sum();
    (norm / (squares.sqrt() + 1e-6)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::{Memory, step};
    use crate::spec::optimizer::*;

    /// The weights after each of some steps at the rate 0.1, from 1.
    fn run(optimizer: Optimizer, gradients: &[f64]) -> Vec<f64> {
        let rule = optimizer.rule;
        let mut memory = Memory::new(&rule, 1);
        let mut weight = [1.0];
        let mut step = |&gradient: &f64| {
            step(&rule, &mut memory, 0.1, &mut weight, &[gradient]);
            weight[0]
        };
        gradients.iter().map(&mut step).collect()
    }

    #[track_caller]
    fn assert_near(found: &[f64], expected: &[f64]) {
        let mut pairs = found.iter().zip(expected);
        let near = pairs.all(|(found, expected)| (found - expected).abs() < 1e-12);
        assert!(near && found.len() == expected.len(), "{found:?}");
    }

    #[test]
    fn sgd_goes_down_the_gradient() {
        assert_eq!(run(sgd(0.1), &[2.0, -1.0]), [0.8, 0.9]);
    }

    /// Velocities 2, 0, 0.5 with half of it kept: 2, 1 - 1, 0 + 0.5.
    #[test]
    fn momentum_keeps_a_share_of_the_velocity() {
        let rolling = sgd(0.1).momentum(0.5);
        assert_near(&run(rolling.clone(), &[2.0, -1.0, 0.5]), &[0.8, 0.8, 0.75]);
        // Gradient and half the velocity: 2 + 1, -1 + 0, 0.5 + 0.25.
        let ahead = rolling.nesterov();
        assert_near(&run(ahead, &[2.0, -1.0, 0.5]), &[0.7, 0.8, 0.725]);
        let none = sgd(0.1).momentum(0.0);
        assert_eq!(run(none, &[2.0, -1.0]), run(sgd(0.1), &[2.0, -1.0]));
    }

    /// Its first step is the rate whatever the gradient's size; later ones worked out by hand
    /// from Kingma and Ba's Algorithm 1 in exact arithmetic.
    #[test]
    fn adam_follows_its_paper() {
        let expected = [0.9000000005, 0.8733662967024314, 0.8393233821389425];
        assert_near(&run(adam(0.1), &[2.0, -1.0, 0.5]), &expected);
    }

    /// Mean squares 0.04, then 0.0396 + 0.01.
    #[test]
    fn rmsprop_divides_by_the_root_of_the_mean_square() {
        let first = 1.0 - 0.1 * 2.0 / (0.04_f64.sqrt() + 1e-8);
        let second = first + 0.1 / (0.0496_f64.sqrt() + 1e-8);
        assert_near(&run(rmsprop(0.1), &[2.0, -1.0]), &[first, second]);
    }

    #[test]
    fn decay_is_added_to_the_gradient_or_taken_from_the_weight() {
        assert_near(
            &run(sgd(0.1).weight_decay(0.5), &[2.0, 0.0]),
            &[0.75, 0.7125],
        );
        let plain = run(adamw(0.1).weight_decay(0.0), &[2.0, -1.0]);
        assert_eq!(plain, run(adam(0.1), &[2.0, -1.0]));
        // 1 - 0.1 · 0.5 of the weight, then Adam's own step.
        let decayed = run(adamw(0.1).weight_decay(0.5), &[2.0, -1.0]);
        let expected = [
            plain[0] - 0.05,
            0.95 * (plain[0] - 0.05) + plain[1] - plain[0],
        ];
        assert_near(&decayed, &expected);
        let default = run(adamw(0.1), &[2.0]);
        assert_eq!(default, run(adamw(0.1).weight_decay(0.01), &[2.0]));
    }

    #[test]
    fn gradients_are_clipped_to_a_norm_before_decay() {
        let rule = sgd(0.1).clip(1.0).weight_decay(1.0).rule;
        let mut weights = [0.0, 0.0];
        step(
            &rule,
            &mut Memory::new(&rule, 2),
            1.0,
            &mut weights,
            &[3.0, -4.0],
        );
        let scale = 1.0 / (5.0 + 1e-6);
        assert_near(&weights, &[-3.0 * scale, 4.0 * scale]);
        let before = weights;
        step(
            &rule,
            &mut Memory::new(&rule, 2),
            1.0,
            &mut weights,
            &[0.3, -0.4],
        );
        let expected = [before[0] - 0.3 - before[0], before[1] + 0.4 - before[1]];
        assert_near(&weights, &expected);
    }
}
