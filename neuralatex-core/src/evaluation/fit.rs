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
            let factor = factor([targets, scores], output, outputs);
            let of = |numbers: &'_ [f64], row: usize| factor * numbers[row * outputs + output];
            let each = 0..targets.len() / outputs;
            let mean = each.clone().map(|row| of(targets, row)).sum::<f64>() / rows;
            let (mut absolute, mut squares, mut spread) = (0.0, 0.0, 0.0);
            for row in each {
                let (target, error) = (of(targets, row), of(scores, row) - of(targets, row));
                absolute += error.abs();
                squares += error * error;
                spread += (target - mean) * (target - mean);
            }
            fit.mae += absolute / rows / factor;
            fit.rmse += (squares / rows).sqrt() / factor;
            fit.r2 += match spread {
                // Of equal targets nothing can be explained.
                0.0 if squares == 0.0 => 1.0,
                0.0 => 0.0,
                _ => 1.0 - squares / spread,
            };
        }
        let outputs = outputs.max(1) as f64;
        // What is too large for a number is the largest: constants are made of these.
        Fit {
            mae: (fit.mae / outputs).min(f64::MAX),
            rmse: (fit.rmse / outputs).min(f64::MAX),
            r2: (fit.r2 / outputs).max(f64::MIN),
        }
    }
}

/// A power of two for the numbers of an output, 1 for usual ones, with which their squares are neither
/// infinite nor 0.
fn factor(numbers: [&[f64]; 2], output: usize, outputs: usize) -> f64 {
    let each = numbers.into_iter().flatten().skip(output).step_by(outputs);
    let largest = each.fold(0.0, |most: f64, number| most.max(number.abs()));
    match largest {
        1e100.. => f64::from_bits((1023 - 700) << 52),
        0.0..1e-100 => f64::from_bits((1023 + 700) << 52),
        _ => 1.0,
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

    /// A constant of generated code that is no number would not compile.
    #[test]
    fn squares_that_are_no_numbers_are_no_trouble() {
        for size in [1e200, 1.5e308, 1e-200] {
            let fit = Fit::of(&[size, -size], &[size, 0.0], 1);
            let near = |found: f64, expected: f64| (found / expected - 1.0).abs() < 1e-9;
            assert!(near(fit.mae, size / 2.0), "{fit:?}");
            assert!(near(fit.rmse, size * 0.5_f64.sqrt()), "{fit:?}");
            assert_eq!(fit.r2, 0.5);
        }
        let worst = Fit::of(&[f64::MAX, 0.0], &[-f64::MAX, 0.0], 1);
        assert!(worst.rmse.is_finite() && worst.r2.is_finite(), "{worst:?}");
        let worst = Fit::of(&[1e-300, 0.0], &[1e300, 0.0], 1);
        assert!(worst.r2.is_finite(), "{worst:?}");
    }

    #[test]
    fn equal_targets_leave_nothing_to_explain() {
        assert_eq!(Fit::of(&[2.0, 2.0], &[2.0, 2.0], 1).r2, 1.0);
        assert_eq!(Fit::of(&[2.0, 2.0], &[2.0, 3.0], 1).r2, 0.0);
    }
}
