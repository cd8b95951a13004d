//! The loss of a row, from its scores: what evaluation reports.
//!
//! For a score s and its target t, with the error e = |s - t| and softplus(x) = ln(1 + exp(x)):
//! max_margin `max(0, 1 - s t)`, mse `e²`, mae `e`, huber `q (e - q / 2)` with `q = min(e, δ)`,
//! binary_cross_entropy `t softplus(-s) + (1 - t) softplus(s)`, and the mean over the outputs.
//! cross_entropy is `softplus(-s t)` for one output; for several `ln Σ exp(s) - s` of the class,
//! where the highest score is taken off from all, so that nothing overflows.

use crate::engine::Operation;
use crate::maths;
use crate::spec::loss::{Kind, Loss};

impl Loss {
    /// The loss for these scores.
    pub(crate) fn of_row(&self, scores: &[f64], targets: &[f64]) -> f64 {
        if let (Kind::CrossEntropy, [_, _, ..]) = (&self.0, scores) {
            let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = scores.iter().map(|s| maths::exp(s - highest)).sum();
            let terms = scores.iter().zip(targets);
            return terms
                .map(|(s, t)| t * (maths::ln(sum) - (s - highest)))
                .sum();
        }
        let term = |s: f64, t: f64| match &self.0 {
            Kind::MaxMargin => Operation::Relu.forward(1.0 - s * t, 0.0),
            Kind::Mse => (s - t) * (s - t),
            Kind::Mae => (s - t).abs(),
            Kind::Huber(delta) => {
                let error = (s - t).abs();
                let bounded = error.min(*delta);
                bounded * (error - 0.5 * bounded)
            }
            Kind::BinaryCrossEntropy => t * maths::softplus(-s) + (1.0 - t) * maths::softplus(s),
            Kind::CrossEntropy => maths::softplus(-s * t),
            Kind::Custom(formula) => formula.evaluate(s, t),
        };
        let terms = scores.iter().zip(targets).map(|(&s, &t)| term(s, t));
        terms.sum::<f64>() / scores.len() as f64
    }
}
