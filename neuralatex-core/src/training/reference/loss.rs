//! The loss of a row on engine values: the formulas of `kernels/loss.rs`.

use crate::engine::Value;
use crate::spec::loss::{Kind, Loss};

impl Loss {
    /// The loss for these scores, as nodes of a graph.
    pub(crate) fn on_values<'g>(&self, scores: &[Value<'g>], targets: &[Value<'g>]) -> Value<'g> {
        let pairs = || scores.iter().copied().zip(targets.iter().copied());
        if let (Kind::CrossEntropy, [_, _, ..]) = (&self.0, scores) {
            let highest = fold(scores.iter().copied(), Value::max);
            let exponentials = scores.iter().map(|&s| (s - highest).exp());
            let logarithm = fold(exponentials, |sum, term| sum + term).ln();
            let terms = pairs().map(|(s, t)| t * (logarithm - (s - highest)));
            return fold(terms, |sum, term| sum + term);
        }
        let term = |s: Value<'g>, t: Value<'g>| match &self.0 {
            Kind::MaxMargin => (1.0 - s * t).relu(),
            Kind::Mse => {
                let error = s - t;
                error * error
            }
            Kind::Mae => (s - t).abs(),
            Kind::Huber(delta) => {
                let error = (s - t).abs();
                let bounded = error.min(*delta);
                bounded * (error - 0.5 * bounded)
            }
            Kind::BinaryCrossEntropy => t * (-s).softplus() + (1.0 - t) * s.softplus(),
            Kind::CrossEntropy => (-s * t).softplus(),
            Kind::Custom(formula) => formula.apply(s, t),
        };
        let sum = fold(pairs().map(|(s, t)| term(s, t)), |sum, term| sum + term);
        match scores.len() {
            1 => sum,
            outputs => sum * (1.0 / outputs as f64),
        }
    }
}

fn fold<'g>(
    values: impl Iterator<Item = Value<'g>>,
    join: impl Fn(Value<'g>, Value<'g>) -> Value<'g>,
) -> Value<'g> {
    values.reduce(join).expect("a network has an output")
}

#[cfg(test)]
mod tests {
    use crate::engine::{Graph, Value};
    use crate::golden::{numbers, reference};
    use crate::kernels::network::{Answers, Rows};
    use crate::kernels::scores::Judge;
    use crate::spec::loss::*;
    use crate::training::job;

    fn named(name: &str) -> Loss {
        match name {
            "max_margin" => max_margin(),
            "mse" => mse(),
            "mae" => mae(),
            "huber" => huber(0.7),
            "binary_cross_entropy" => binary_cross_entropy(),
            "cross_entropy" => cross_entropy(),
            _ => panic!("{name}"),
        }
    }

    /// The loss by the kernels, as evaluation reports it.
    fn judged(loss: &Loss, scores: &[f64], targets: &[f64]) -> f64 {
        let outputs = scores.len();
        let mut targets = targets.to_vec();
        if let (Kind::CrossEntropy, [target]) = (&loss.0, &mut targets[..]) {
            *target = (*target + 1.0) / 2.0;
        }
        let row = Rows {
            inputs: &[0.0],
            columns: 1,
            normalization: None,
            answers: Answers::Targets(&targets),
        };
        Judge::new(job::criterion(loss, outputs), outputs).losses(scores, &row)
    }

    /// The loss by the kernels, on engine values, and its gradient by the scores.
    fn compute(loss: &Loss, scores: &[f64], targets: &[f64]) -> ([f64; 2], Vec<f64>) {
        let graph = Graph::new();
        let leaves = |numbers: &[f64]| -> Vec<_> {
            numbers.iter().map(|&number| graph.value(number)).collect()
        };
        let (values, wanted) = (leaves(scores), leaves(targets));
        let root = loss.on_values(&values, &wanted);
        root.backward();
        let gradient = values.iter().copied().map(Value::grad).collect();
        ([judged(loss, scores, targets), root.data()], gradient)
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64, what: &str) {
        let near = (found - expected).abs() <= 1e-12 * (1.0 + expected.abs());
        assert!(near, "{what}: {found:?} should be {expected:?}");
    }

    /// Scores of ±10000 among them.
    #[test]
    fn losses_and_their_gradients_are_those_of_pytorch() {
        let reference = reference("pytorch_reference.json");
        let cases = reference["losses"].as_array().unwrap();
        assert_eq!(cases.len(), 11);
        for case in cases {
            let name = case["name"].as_str().unwrap();
            for (row, loss) in numbers(&case["losses"]).into_iter().enumerate() {
                let [scores, targets, gradient] =
                    ["scores", "targets", "gradients"].map(|key| numbers(&case[key][row]));
                let what = format!("{name} of {scores:?} and {targets:?}");
                let (found, slopes) = compute(&named(name), &scores, &targets);
                assert_near(found[0], loss, &what);
                assert_near(found[1], loss, &what);
                assert_eq!(slopes.len(), gradient.len());
                for (found, expected) in slopes.into_iter().zip(gradient) {
                    assert_near(found, expected, &what);
                }
            }
        }
    }

    /// A single score speaks for the second of two classes as it does against nothing.
    #[test]
    fn one_output_is_two_of_which_the_first_is_silent() {
        for score in [-1e4, -3.0, -0.1, 0.0, 0.7, 40.0, 1e4] {
            for (target, one_hot) in [(-1.0, [1.0, 0.0]), (1.0, [0.0, 1.0])] {
                let (one, slope) = compute(&cross_entropy(), &[score], &[target]);
                let (two, slopes) = compute(&cross_entropy(), &[0.0, score], &one_hot);
                let (binary, binary_slope) =
                    compute(&binary_cross_entropy(), &[score], &one_hot[1..]);
                let what = format!("{score} for {target}");
                assert_near(one[0], two[0], &what);
                assert_near(one[1], two[1], &what);
                assert_near(slope[0], slopes[1], &what);
                assert_eq!((one, &slope), (binary, &binary_slope), "{what}");
            }
        }
    }

    #[test]
    fn a_score_that_is_no_number_is_a_loss_that_is_none() {
        let names = "max_margin mse mae huber binary_cross_entropy cross_entropy";
        for name in names.split(' ') {
            let (losses, _) = compute(&named(name), &[f64::NAN], &[1.0]);
            assert!(losses.iter().all(|loss| loss.is_nan()), "{name}");
            let (losses, _) = compute(&named(name), &[0.0, f64::NAN], &[1.0, 0.0]);
            assert!(losses.iter().all(|loss| loss.is_nan()), "{name}");
        }
    }
}
