//! Weights from elsewhere that do not fit: the network knows no more than chance would, or never tells some class.

use super::EXCELLENT;
use crate::data::Task;
use crate::error::{Field, Problem, short};
use crate::evaluation::Confusion;
use crate::trained::Trained;

/// Fewer rows, all together or of a class, may be wrong by chance.
const FEW: usize = 10;
const FEW_OF_CLASS: usize = 5;

pub(super) fn look(trained: &Trained) -> Option<Problem> {
    let file = trained.given()?;
    // What integers do is another matter.
    let evaluation = trained.evaluation_of_floats().or(trained.evaluation())?;
    let is_excellent = evaluation
        .accuracy()
        .is_some_and(|share| share >= EXCELLENT);
    if evaluation.rows < FEW || is_excellent {
        return None;
    }
    let what = match (&trained.rows.task, &evaluation.confusion, evaluation.fit) {
        (Task::Classes(classes), Some(confusion), _) => {
            let unknown = unrecognised(confusion).map(|class| {
                let (name, rows) = (short(&classes.name(class)), confusion.rows_of(class));
                format!("none of the {rows} evaluation rows of class `{name}` is recognised")
            });
            let is_chance = || is_chance(confusion).then(|| "classes are told by chance".into());
            unknown.or_else(is_chance)?
        }
        (Task::Targets, _, Some(fit)) if fit.r2 < 0.0 => {
            "the mean of the evaluation rows would be nearer to them than the network".to_string()
        }
        _ => return None,
    };
    let message = format!(
        "the weights of `{file}` hardly fit: {what}; `activation` and `normalize` have to be those that they were \
         trained with, and columns and classes have to stand in the same order"
    );
    Some(Problem::new(Field::Weights, message))
}

/// The first class that has rows enough, none of which is recognised.
fn unrecognised(confusion: &Confusion) -> Option<usize> {
    let is_unknown = |class: &usize| {
        confusion.rows_of(*class) >= FEW_OF_CLASS && confusion.recall(*class) == 0.0
    };
    (0..confusion.classes()).find(is_unknown)
}

/// Whether hardly more of each class is recognised than if classes were drawn: then the shares add up to 1, and to a
/// deviation more at most.
fn is_chance(confusion: &Confusion) -> bool {
    let there = || (0..confusion.classes()).filter(|class| confusion.rows_of(*class) > 0);
    let share = 1.0 / there().count() as f64;
    let variance = |class: usize| share * (1.0 - share) / confusion.rows_of(class) as f64;
    let recognised: f64 = there().map(|class| confusion.recall(class)).sum();
    share < 1.0 && recognised <= 1.0 + there().map(variance).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::{is_chance, unrecognised};
    use crate::evaluation::Confusion;

    #[test]
    fn all_of_one_class_is_chance() {
        let truth = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1];
        assert!(is_chance(&Confusion::of(2, &truth, &[0; 10])));
        // All of both is not, however lopsided the classes are, nor is one class alone.
        assert!(!is_chance(&Confusion::of(2, &truth, &truth)));
        assert!(!is_chance(&Confusion::of(2, &[0; 10], &[0; 10])));
    }

    #[test]
    fn a_little_more_than_half_of_two_classes_is_chance() {
        let is_chance_with = |right: usize| {
            let truth: Vec<u32> = (0..200).map(|n| n / 100).collect();
            let is_right = |n: usize| n % 100 < right;
            let predicted = (0..200).map(|n| truth[n] ^ u32::from(!is_right(n)));
            is_chance(&Confusion::of(2, &truth, &predicted.collect::<Vec<_>>()))
        };
        assert!(is_chance_with(53));
        assert!(!is_chance_with(54));
    }

    #[test]
    fn a_class_of_few_rows_may_be_missed() {
        let truth = [0, 0, 0, 0, 0, 1, 1, 1, 1];
        assert_eq!(unrecognised(&Confusion::of(3, &truth, &[0; 9])), None);
        assert_eq!(unrecognised(&Confusion::of(3, &truth, &[1; 9])), Some(0));
    }
}
