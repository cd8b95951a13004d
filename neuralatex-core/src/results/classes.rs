//! How well each class is told from the others, on the evaluation rows.

use super::Results;
use crate::data::Classes;
use crate::evaluation::Confusion;

/// What is told of a class.
pub(crate) struct OfClass {
    pub(crate) name: String,
    /// How many rows are of it.
    pub(crate) rows: usize,
    /// The share of rows predicted as it that are of it; `None` if there are none.
    pub(crate) precision: Option<f64>,
    /// The share of its rows that are predicted as such; `None` if there are none.
    pub(crate) recall: Option<f64>,
}

/// All classes in their order, or of many those that are mistaken most.
pub(crate) struct PerClass {
    pub(crate) classes: Vec<OfClass>,
    pub(crate) left_out: usize,
}

/// The most classes that are told of.
const MOST: usize = 12;

impl Results<'_> {
    /// `None` without classes or without evaluation rows.
    pub(crate) fn per_class(&self) -> Option<PerClass> {
        let evaluation = self.trained.evaluation()?;
        Some(PerClass::of(
            self.classes()?,
            evaluation.confusion.as_ref()?,
        ))
    }
}

impl PerClass {
    fn of(classes: &Classes, confusion: &Confusion) -> PerClass {
        let mut places: Vec<usize> = (0..classes.len()).collect();
        if classes.len() > MOST {
            // Of classes without rows nothing is known, neither good nor bad.
            let is_empty = |place: &usize| confusion.rows_of(*place) == 0;
            let score = |place: &usize| harmonic(confusion, *place);
            places.sort_by(|one, other| {
                let order = is_empty(one).cmp(&is_empty(other));
                order.then(score(one).total_cmp(&score(other)))
            });
            places.truncate(MOST);
            places.sort_unstable();
        }
        let of_class = |place: usize| {
            let [rows, predicted] = [confusion.rows_of(place), confusion.predicted_as(place)];
            OfClass {
                name: classes.name(place),
                rows,
                precision: (predicted > 0).then(|| confusion.precision(place)),
                recall: (rows > 0).then(|| confusion.recall(place)),
            }
        };
        PerClass {
            left_out: classes.len() - places.len(),
            classes: places.into_iter().map(of_class).collect(),
        }
    }

    /// That not all classes are there, where that is so.
    pub(crate) fn said(&self) -> Option<String> {
        let shown = self.classes.len();
        (self.left_out > 0).then(|| {
            format!(
                "Of {} classes those {shown} are shown that are mistaken most.",
                shown + self.left_out
            )
        })
    }
}

/// Of precision and recall: the F₁ score.
fn harmonic(confusion: &Confusion, class: usize) -> f64 {
    let (precision, recall) = (confusion.precision(class), confusion.recall(class));
    match precision + recall {
        0.0 => 0.0,
        sum => 2.0 * precision * recall / sum,
    }
}

#[cfg(test)]
mod tests {
    use super::PerClass;
    use crate::data::Classes;
    use crate::evaluation::Confusion;

    #[test]
    fn of_many_classes_the_worst_are_told_of() {
        let classes = Classes::Whole((0..15).collect());
        // Class 9 has no rows, 4 is always taken for 11, and one of two of 6 for 2.
        let truth: Vec<u32> = (0..15).flat_map(|class| [class; 2]).collect();
        let truth: Vec<u32> = truth.into_iter().filter(|class| *class != 9).collect();
        let mut predicted = truth.clone();
        predicted[8..10].fill(11);
        predicted[12] = 2;
        let confusion = Confusion::of(15, &truth, &predicted);
        let table = PerClass::of(&classes, &confusion);
        assert_eq!(table.left_out, 3);
        let said = "Of 15 classes those 12 are shown that are mistaken most.";
        assert_eq!(table.said().as_deref(), Some(said));
        let names: Vec<&str> = table.classes.iter().map(|each| &each.name[..]).collect();
        assert!(
            ["2", "4", "6", "11"]
                .iter()
                .all(|name| names.contains(name))
        );
        assert!(!names.contains(&"9"), "{names:?}");
        let told = |name: &str| {
            let of = table.classes.iter().find(|each| each.name == name).unwrap();
            (of.rows, of.precision, of.recall)
        };
        assert_eq!(told("2"), (2, Some(2.0 / 3.0), Some(1.0)));
        assert_eq!(told("4"), (2, None, Some(0.0)));
        assert_eq!(told("6"), (2, Some(1.0), Some(0.5)));
        assert_eq!(told("11"), (2, Some(0.5), Some(1.0)));
    }

    #[test]
    fn few_classes_are_all_there() {
        let classes = Classes::Text(vec!["a".to_string(), "b".to_string()]);
        let table = PerClass::of(&classes, &Confusion::of(2, &[0, 0], &[0, 1]));
        assert_eq!((table.classes.len(), table.left_out), (2, 0));
        assert!(table.said().is_none());
        assert_eq!(table.classes[1].recall, None, "there are no rows of it");
    }
}
