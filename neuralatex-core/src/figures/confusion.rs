//! How often each class is taken for which.

use super::figure::Matrix;
use crate::data::Classes;

/// The most classes that a matrix can show.
const MOST_CLASSES: usize = 16;

/// The matrix of true and predicted classes, and how many classes it leaves out: of many, those are
/// shown that are mistaken most.
pub(super) fn matrix(classes: &Classes, truth: &[u32], predicted: &[u32]) -> (Matrix, usize) {
    let pairs = || truth.iter().zip(predicted);
    let mut shown: Vec<u32> = (0..classes.len() as u32).collect();
    if classes.len() > MOST_CLASSES {
        let mut mistakes = vec![0usize; classes.len()];
        for (truth, predicted) in pairs().filter(|(truth, predicted)| truth != predicted) {
            for place in [truth, predicted] {
                mistakes[*place as usize] += 1;
            }
        }
        // Those before the last place that is left, and of equal ones the first.
        let mut ordered = mistakes.clone();
        ordered.sort_unstable();
        let least = ordered[classes.len() - MOST_CLASSES];
        let mut equal = MOST_CLASSES - ordered.iter().filter(|n| **n > least).count();
        let mut mistakes = mistakes.into_iter();
        shown.retain(|_| {
            let own = mistakes.next().unwrap_or(0);
            let is_equal = own == least && equal > 0;
            equal -= usize::from(is_equal);
            own > least || is_equal
        });
    }
    let place = |class: &u32| shown.binary_search(class).ok();
    let mut counts = vec![0; shown.len() * shown.len()];
    for (truth, predicted) in pairs() {
        if let (Some(row), Some(column)) = (place(truth), place(predicted)) {
            counts[row * shown.len() + column] += 1;
        }
    }
    let matrix = Matrix {
        row_label: "true",
        column_label: "predicted",
        names: shown
            .iter()
            .map(|place| classes.name(*place as usize))
            .collect(),
        counts,
    };
    (matrix, classes.len() - shown.len())
}

#[cfg(test)]
mod tests {
    use super::matrix;
    use crate::data::Classes;

    #[test]
    fn rows_are_true_and_columns_predicted() {
        let (truth, predicted) = ([0, 0, 1, 2, 0], [1, 0, 1, 0, 1]);
        let classes = Classes::Whole(vec![-1, 5, 7]);
        let (matrix, left_out) = matrix(&classes, &truth, &predicted);
        assert_eq!(matrix.counts, [1, 2, 0, 0, 1, 0, 1, 0, 0]);
        assert_eq!(matrix.names, ["-1", "5", "7"]);
        assert_eq!(left_out, 0);
    }

    #[test]
    fn of_many_classes_those_are_shown_that_are_mistaken() {
        let classes = Classes::Whole((0..40).collect());
        let (matrix, left_out) = matrix(&classes, &[39, 3], &[20, 3]);
        assert_eq!(left_out, 24);
        assert_eq!((&matrix.names[14][..], &matrix.names[15][..]), ("20", "39"));
        assert_eq!(matrix.counts[15 * 16 + 14], 1);
    }
}
