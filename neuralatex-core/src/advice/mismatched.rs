//! Weights from elsewhere that do not fit: the network knows no more than chance would, or recognises no row of some
//! class.

use super::{EXCELLENT, chance};
use crate::data::Task;
use crate::error::{Field, Problem, short};
use crate::evaluation::{Confusion, Evaluation};
use crate::trained::Trained;

/// How likely it may be that a class which is recognised like others is told of.
const UNLIKELY: f64 = 1e-3;

pub(super) fn look(trained: &Trained) -> Option<Problem> {
    // Of other files it is known what they were trained with.
    let file = trained.given().filter(|_| trained.rows.is_foreign)?;
    // What integers do is another matter.
    let evaluation = trained.evaluation_of_floats().or(trained.evaluation())?;
    if evaluation
        .accuracy()
        .is_some_and(|share| share >= EXCELLENT)
    {
        return None;
    }
    let what = match unrecognised(trained, evaluation) {
        Some(what) => what,
        None => chance::sign(trained, evaluation)?.to_string(),
    };
    let message = format!(
        "the weights of `{file}` hardly fit: {what}; `activation` and `normalize` have to be those that they were \
         trained with, and columns and classes have to stand in the same order"
    );
    Some(Problem::new(Field::Weights, message))
}

fn unrecognised(trained: &Trained, evaluation: &Evaluation) -> Option<String> {
    let (Task::Classes(classes), Some(confusion)) = (&trained.rows.task, &evaluation.confusion)
    else {
        return None;
    };
    let class = missed(confusion)?;
    let (name, rows) = (short(&classes.name(class)), confusion.rows_of(class));
    Some(format!(
        "none of the {rows} evaluation rows of class `{name}` is recognised"
    ))
}

/// The first class of which nothing is recognised, although it would be if it were like the others: such as are far
/// smaller are hard to learn.
fn missed(confusion: &Confusion) -> Option<usize> {
    let classes = || (0..confusion.classes()).filter(|class| confusion.rows_of(*class) > 0);
    let sum = |count: fn(&Confusion, usize) -> usize| -> f64 {
        classes().map(|class| count(confusion, class) as f64).sum()
    };
    let (rows, count) = (sum(Confusion::rows_of), classes().count() as f64);
    let wrong = 1.0 - sum(Confusion::right) / rows;
    let is_missed = |class: &usize| {
        let own = confusion.rows_of(*class);
        confusion.right(*class) == 0
            && own as f64 >= rows / count / 2.0
            && wrong.powi(own as i32) < UNLIKELY / count
    };
    classes().find(is_missed)
}

#[cfg(test)]
mod tests {
    use super::missed;
    use crate::evaluation::Confusion;

    fn missed_of(classes: &[(u32, u32)]) -> Option<usize> {
        missed(&Confusion::of_counts(classes))
    }

    #[test]
    fn a_class_like_the_others_is_not_missed_by_chance() {
        assert_eq!(missed_of(&[(10, 9), (10, 0), (10, 9)]), Some(1));
        assert_eq!(missed_of(&[(10, 9), (10, 1), (10, 9)]), None);
        assert_eq!(missed_of(&[(0, 0), (10, 9), (10, 0), (10, 9)]), Some(2));
    }

    #[test]
    fn a_class_of_few_rows_may_be_missed() {
        assert_eq!(missed_of(&[(45, 45), (45, 45), (5, 0)]), None);
        assert_eq!(missed_of(&[(5, 4), (5, 0), (5, 4)]), None);
        // As many others are.
        assert_eq!(missed_of(&[(10, 2), (10, 0), (10, 2)]), None);
    }
}
