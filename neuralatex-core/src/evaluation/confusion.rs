//! How often each class is taken for which.

/// Counts of rows by their true class and the predicted one, as places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Confusion {
    classes: usize,
    /// True class by true class.
    counts: Vec<usize>,
}

impl Confusion {
    pub(crate) fn of(classes: usize, truth: &[u32], predicted: &[u32]) -> Confusion {
        let mut counts = vec![0; classes * classes];
        for (truth, predicted) in truth.iter().zip(predicted) {
            counts[*truth as usize * classes + *predicted as usize] += 1;
        }
        Confusion { classes, counts }
    }

    /// How many rows of each class are predicted as which: a list for each true class.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[usize]> {
        self.counts.chunks(self.classes.max(1))
    }

    /// How many rows are of a class.
    pub(crate) fn rows_of(&self, class: usize) -> usize {
        let of_class = &self.counts[class * self.classes..][..self.classes];
        of_class.iter().sum()
    }

    /// How many rows are predicted as a class.
    pub(crate) fn predicted_as(&self, class: usize) -> usize {
        let predicted = (0..self.classes).map(|truth| self.counts[truth * self.classes + class]);
        predicted.sum()
    }

    fn right(&self, class: usize) -> usize {
        self.counts[class * self.classes + class]
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
}
