//! How often each class is taken for which.

use crate::spec::source::MOST_CLASSES;

/// Counts of rows by their true class and the predicted one, as places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Confusion {
    /// True class by true class; nothing for too many classes.
    counts: Vec<usize>,
    /// How many rows are of each class, predicted as it, and both.
    rows_of: Vec<usize>,
    predicted_as: Vec<usize>,
    right: Vec<usize>,
}

impl Confusion {
    /// The memory that one of so many classes takes.
    pub(crate) fn bytes(classes: usize) -> u64 {
        let matrix = if has_matrix(classes) { classes } else { 0 };
        (classes * (matrix + 3) * size_of::<usize>()) as u64
    }

    pub(crate) fn of(classes: usize, truth: &[u32], predicted: &[u32]) -> Confusion {
        let has_matrix = has_matrix(classes);
        let mut confusion = Confusion {
            counts: vec![0; if has_matrix { classes * classes } else { 0 }],
            rows_of: vec![0; classes],
            predicted_as: vec![0; classes],
            right: vec![0; classes],
        };
        for (truth, predicted) in truth.iter().zip(predicted) {
            let (truth, predicted) = (*truth as usize, *predicted as usize);
            confusion.rows_of[truth] += 1;
            confusion.predicted_as[predicted] += 1;
            confusion.right[truth] += usize::from(truth == predicted);
            if has_matrix {
                confusion.counts[truth * classes + predicted] += 1;
            }
        }
        confusion
    }

    /// That of so many rows of each class, of which so many are right, the others being taken for the next class.
    #[cfg(test)]
    pub(crate) fn of_counts(classes: &[(u32, u32)]) -> Confusion {
        let (mut truth, mut predicted) = (Vec::new(), Vec::new());
        for (class, (rows, right)) in (0..).zip(classes) {
            let next = (class + 1) % classes.len() as u32;
            truth.extend((0..*rows).map(|_| class));
            predicted.extend((0..*rows).map(|row| if row < *right { class } else { next }));
        }
        Confusion::of(classes.len(), &truth, &predicted)
    }

    pub(crate) fn classes(&self) -> usize {
        self.rows_of.len()
    }

    /// How many rows of each class are predicted as which: a list for each true class, or none if there
    /// are too many.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[usize]> {
        self.counts.chunks(self.classes().max(1))
    }

    /// How many rows are of a class.
    pub(crate) fn rows_of(&self, class: usize) -> usize {
        self.rows_of[class]
    }

    /// How many rows are predicted as a class.
    pub(crate) fn predicted_as(&self, class: usize) -> usize {
        self.predicted_as[class]
    }

    /// How many rows of a class are predicted as such.
    pub(crate) fn right(&self, class: usize) -> usize {
        self.right[class]
    }

    /// The share of rows predicted as a class that are of it; 0 if there are none.
    pub(crate) fn precision(&self, class: usize) -> f64 {
        share(self.right(class), self.predicted_as(class))
    }

    /// The share of rows of a class that are predicted as such; 0 if there are none.
    pub(crate) fn recall(&self, class: usize) -> f64 {
        share(self.right(class), self.rows_of(class))
    }
}

fn has_matrix(classes: usize) -> bool {
    classes <= MOST_CLASSES
}

fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::Confusion;

    #[test]
    fn shares_are_those_of_the_matrix() {
        let confusion = Confusion::of(3, &[0, 0, 0, 1, 1], &[0, 1, 0, 1, 0]);
        let rows: Vec<&[usize]> = confusion.rows().collect();
        assert_eq!(rows, [[2, 1, 0], [1, 1, 0], [0, 0, 0]]);
        assert_eq!(
            [0, 1, 2].map(|class| confusion.precision(class)),
            [2.0 / 3.0, 0.5, 0.0]
        );
        assert_eq!(
            [0, 1, 2].map(|class| confusion.recall(class)),
            [2.0 / 3.0, 0.5, 0.0]
        );
    }
    /// Fuzzing found that the struct of a mistaken model with 9999 outputs took 800 MB; with more, the
    /// compiler was ended.
    #[test]
    fn many_classes_take_no_matrix() {
        let confusion = Confusion::of(300_000, &[0, 0, 299_999], &[0, 1, 299_999]);
        assert_eq!(confusion.rows().count(), 0);
        assert_eq!(confusion.classes(), 300_000);
        assert_eq!(confusion.recall(0), 0.5);
        assert_eq!(confusion.precision(299_999), 1.0);
        assert_eq!(Confusion::of(1_000, &[], &[]).rows().count(), 1_000);
    }
}
