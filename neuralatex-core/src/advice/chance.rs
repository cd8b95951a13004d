//! Whether a network knows nothing: it is no better than chance, or than the mean.

use super::{EXCELLENT, Sample};
use crate::evaluation::{Confusion, Evaluation};
use crate::trained::Trained;

/// Fewer evaluation rows show nothing.
pub(super) const FEW: usize = 20;

/// Fewer may be wrong by chance, so that those of `data` have to show the same.
const MANY: usize = 200;

/// What shows it, if something does.
pub(super) fn sign(trained: &Trained, evaluation: &Evaluation) -> Option<&'static str> {
    let is_excellent = |share: f64| share >= EXCELLENT;
    if evaluation.rows < FEW || evaluation.accuracy().is_some_and(is_excellent) {
        return None;
    }
    let sign = match (&evaluation.confusion, evaluation.fit) {
        (Some(confusion), _) if is_chance(confusion) => "classes are told no better than by chance",
        (_, Some(fit)) if fit.r2 < 0.0 => {
            // Which one target may do to the mean of all, or the median, for which `mae` asks.
            Sample::of_eval(trained).filter(Sample::knows_nothing)?;
            "the mean of the rows would be nearer to them than the network"
        }
        _ => return None,
    };
    let is_enough = evaluation.rows >= MANY || Sample::of(trained).knows_nothing();
    is_enough.then_some(sign)
}

impl Sample<'_> {
    /// Whether classes are told by chance, or nothing is explained of any target.
    fn knows_nothing(&self) -> bool {
        if let Some(confusion) = self.confusion() {
            return is_chance(&confusion);
        }
        let best = self
            .explained()
            .into_iter()
            .flatten()
            .max_by(f64::total_cmp);
        self.trained.estimates_targets() && best.is_some_and(|share| share < 0.0)
    }
}

/// Whether hardly more rows are right than if the same classes were predicted of rows in any order: a deviation more
/// at most. With r rows of a class and p predicted as it, of n, their number is then Σ r p / n on average, and its
/// variance (Σ r p ((n - r) (n - p) - r p) + (Σ r p)²) / (n² (n - 1)).
fn is_chance(confusion: &Confusion) -> bool {
    let classes = || 0..confusion.classes();
    let rows = |class| confusion.rows_of(class) as f64;
    let counts = || classes().map(|class| (rows(class), confusion.predicted_as(class) as f64));
    let n: f64 = classes().map(rows).sum();
    let right: f64 = classes().map(|class| confusion.right(class) as f64).sum();
    let products: f64 = counts().map(|(r, p)| r * p).sum();
    let own: f64 = counts()
        .map(|(r, p)| r * p * ((n - r) * (n - p) - r * p))
        .sum();
    let variance = (own + products * products) / (n * n * (n - 1.0));
    let is_one = classes().any(|class| rows(class) == n);
    right == 0.0 || !is_one && right <= products / n + variance.max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::is_chance;
    use crate::evaluation::Confusion;

    fn is_chance_of(classes: &[(u32, u32)]) -> bool {
        is_chance(&Confusion::of_counts(classes))
    }

    #[test]
    fn all_of_one_class_is_chance() {
        assert!(is_chance_of(&[(8, 8), (2, 0)]));
        assert!(is_chance_of(&[(90, 90), (10, 0)]));
        // All of both is not, however lopsided the classes are, nor is one class alone.
        assert!(!is_chance_of(&[(8, 8), (2, 2)]));
        assert!(!is_chance_of(&[(10, 10), (0, 0)]));
        assert!(!is_chance_of(&[(10, 1), (0, 0)]));
        assert!(is_chance_of(&[(10, 0), (0, 0)]));
    }

    #[test]
    fn a_little_more_than_half_of_two_classes_is_chance() {
        assert!(is_chance_of(&[(100, 53), (100, 53)]));
        assert!(!is_chance_of(&[(100, 54), (100, 54)]));
        assert!(is_chance_of(&[(100, 20), (100, 20)]));
    }

    #[test]
    fn classes_of_a_row_or_two_are_no_sign_of_it() {
        let rare = [(100, 89), (100, 89), (1, 0), (1, 0), (1, 0), (1, 0), (1, 0)];
        assert!(!is_chance_of(&rare));
        assert!(!is_chance_of(&[(50, 35), (50, 35)]));
        assert!(!is_chance_of(&[(50, 35), (50, 35), (1, 0)]));
    }
}
