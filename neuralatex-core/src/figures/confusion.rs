//! How often each class is taken for which.

use super::figure::Matrix;

/// The most classes that a matrix can show.
const MOST_CLASSES: usize = 16;

/// The matrix of true and predicted classes, and how many classes it leaves out: of many, those are
/// shown that are mistaken most.
pub(super) fn matrix(classes: &[i32], pairs: impl Iterator<Item = (i32, i32)>) -> (Matrix, usize) {
    let count = classes.len();
    let place = |class: &i32| classes.binary_search(class).ok();
    let mut all = vec![0; count * count];
    for (truth, predicted) in pairs {
        if let (Some(row), Some(column)) = (place(&truth), place(&predicted)) {
            all[row * count + column] += 1;
        }
    }
    let mistakes = |class: usize| -> usize {
        let others = (0..count).filter(|other| *other != class);
        others
            .map(|other| all[class * count + other] + all[other * count + class])
            .sum()
    };
    let mut shown: Vec<usize> = (0..count).collect();
    if count > MOST_CLASSES {
        let mistaken: Vec<usize> = shown.iter().map(|class| mistakes(*class)).collect();
        // Those before the last place that is left, and of equal ones the first.
        let mut ordered = mistaken.clone();
        ordered.sort_unstable();
        let least = ordered[count - MOST_CLASSES];
        let mut equal = MOST_CLASSES - ordered.iter().filter(|n| **n > least).count();
        shown.retain(|class| {
            let is_equal = mistaken[*class] == least && equal > 0;
            equal -= usize::from(is_equal);
            mistaken[*class] > least || is_equal
        });
    }
    let cell = |row: usize| shown.iter().map(move |column| (row, *column));
    let cells = shown.iter().flat_map(|row| cell(*row));
    let matrix = Matrix {
        row_label: "true",
        column_label: "predicted",
        names: shown
            .iter()
            .map(|class| classes[*class].to_string())
            .collect(),
        counts: cells
            .map(|(row, column)| all[row * count + column])
            .collect(),
    };
    (matrix, count - shown.len())
}

#[cfg(test)]
mod tests {
    use super::matrix;

    #[test]
    fn rows_are_true_and_columns_predicted() {
        let pairs = [(-1, 5), (-1, -1), (5, 5), (7, -1), (-1, 5)];
        let (matrix, left_out) = matrix(&[-1, 5, 7], pairs.into_iter());
        assert_eq!(matrix.counts, [1, 2, 0, 0, 1, 0, 1, 0, 0]);
        assert_eq!(matrix.names, ["-1", "5", "7"]);
        assert_eq!(left_out, 0);
    }

    #[test]
    fn of_many_classes_those_are_shown_that_are_mistaken() {
        let classes: Vec<i32> = (0..40).collect();
        let (matrix, left_out) = matrix(&classes, [(39, 20), (3, 3)].into_iter());
        assert_eq!(left_out, 24);
        assert_eq!((&matrix.names[14][..], &matrix.names[15][..]), ("20", "39"));
        assert_eq!(matrix.counts[15 * 16 + 14], 1);
    }
}
