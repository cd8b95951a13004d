//! How far predicted numbers are from the true ones.
//!
//! For each output over all rows: the mean of |y - t|, the root of the mean of (y - t)², and
//! R² = 1 - Σ(y - t)² / Σ(t - t̄)²; of several outputs the mean of these, as scikit-learn has them.

/// Errors of predicted numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Fit {
    pub(crate) mae: f64,
    pub(crate) rmse: f64,
    pub(crate) r2: f64,
}

impl Fit {
    /// Of targets and scores, row by row.
    pub(crate) fn of(targets: &[f64], scores: &[f64], outputs: usize) -> Fit {
        let rows = (targets.len() / outputs.max(1)).max(1) as f64;
        let mut fit = Fit::default();
        for output in 0..outputs {
            let of = |numbers: &'_ [f64], row: usize| numbers[row * outputs + output];
            let each = 0..targets.len() / outputs;
            let mean = each.clone().map(|row| of(targets, row)).sum::<f64>() / rows;
            let (mut absolute, mut squares, mut spread) = (0.0, 0.0, 0.0);
            for row in each {
                let (target, error) = (of(targets, row), of(scores, row) - of(targets, row));
                absolute += error.abs();
                squares += error * error;
                spread += (target - mean) * (target - mean);
            }
            fit.mae += absolute / rows;
            fit.rmse += (squares / rows).sqrt();
            fit.r2 += match spread {
                // Of equal targets nothing can be explained.
                0.0 if squares == 0.0 => 1.0,
                0.0 => 0.0,
                _ => 1.0 - squares / spread,
            };
        }
        let outputs = outputs.max(1) as f64;
        Fit {
            mae: fit.mae / outputs,
            rmse: fit.rmse / outputs,
            r2: fit.r2 / outputs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fit;

    /// What `mean_absolute_error`, `root_mean_squared_error` and `r2_score` of scikit-learn 1.9 give.
    #[test]
    fn errors_are_those_of_scikit_learn() {
        let (targets, scores) = ([3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0]);
        let one = Fit::of(&targets, &scores, 1);
        assert_eq!((one.mae, one.rmse), (0.5, 0.6123724356957945));
        assert!((one.r2 - 0.9486081370449679).abs() < 1e-15);
        let targets = [0.5, 1.0, -1.0, 1.0, 7.0, -6.0];
        let scores = [0.0, 2.0, -1.0, 2.0, 8.0, -5.0];
        let two = Fit::of(&targets, &scores, 2);
        assert_eq!(two.mae, 0.75);
        assert!((two.rmse - 0.8227486121839513).abs() < 1e-15, "{two:?}");
        assert!((two.r2 - 0.9368005266622779).abs() < 1e-15, "{two:?}");
    }

    #[test]
    fn equal_targets_leave_nothing_to_explain() {
        assert_eq!(Fit::of(&[2.0, 2.0], &[2.0, 2.0], 1).r2, 1.0);
        assert_eq!(Fit::of(&[2.0, 2.0], &[2.0, 3.0], 1).r2, 0.0);
    }
}
