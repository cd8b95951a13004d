//! Classes of very different size, the smallest of which is not recognised.

use crate::data::Task;
use crate::error::{Field, Problem, short};
use crate::trained::Trained;

/// Rows of the largest class for one of the smallest.
const BALANCE: usize = 10;
/// The share of rows of each class that a sound model gets right.
const RECALL: f64 = 0.8;

pub(super) fn look(trained: &Trained) -> Option<Problem> {
    let Task::Classes(classes) = &trained.rows.task else {
        return None;
    };
    let mut counts = vec![0_usize; classes.len()];
    for place in trained.data().places() {
        counts[*place as usize] += 1;
    }
    let rare = (0..counts.len()).min_by_key(|class| counts[*class])?;
    let common = (0..counts.len()).max_by_key(|class| counts[*class])?;
    let confusion = trained
        .evaluation()
        .and_then(|evaluation| evaluation.confusion.as_ref());
    let recognised = confusion.is_some_and(|confusion| confusion.recall(rare) >= RECALL);
    if counts[common] < BALANCE * counts[rare].max(1) || recognised {
        return None;
    }
    let message = format!(
        "the classes are of very different size: {} rows are of class `{}`, only {} of class `{}`, which \
         the network may never predict; add rows of it, and let `require` ask for its `recall`",
        counts[common],
        short(&classes.name(common)),
        counts[rare],
        short(&classes.name(rare))
    );
    Some(Problem::new(Field::Data, message))
}
