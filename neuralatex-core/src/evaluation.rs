//! How good a network is on rows that it was not trained on, counted with the arithmetic that is
//! shipped.

use crate::data::{Examples, Task};
use crate::inference::Network;
use crate::spec::loss::Loss;

/// The results on the evaluation rows.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    pub(crate) rows: usize,
    /// The mean over the rows.
    pub(crate) loss: f64,
    /// For classes: how many are right, and what was predicted for each row.
    pub(crate) correct: Option<usize>,
    pub(crate) predicted: Vec<i32>,
}

impl Evaluation {
    pub(crate) fn of(network: &Network<'_>, loss: &Loss, task: &Task, eval: &Examples) -> Self {
        let rows = eval.rows();
        let mut total = 0.0;
        let mut predicted = Vec::new();
        let scores = network.scores_of(eval);
        for (row, scores) in scores.chunks(scores.len() / rows.max(1)).enumerate() {
            total += loss.of_row(scores, &eval.targets(row));
            if let Task::Classes(classes) = task {
                predicted.push(network.predict(scores, classes));
            }
        }
        let pairs = predicted.iter().zip(eval.classes());
        let right = pairs.filter(|(a, b)| a == b).count();
        Evaluation {
            rows,
            loss: total / rows as f64,
            correct: matches!(task, Task::Classes(_)).then_some(right),
            predicted,
        }
    }

    /// That of a model that was not trained.
    pub(crate) fn none(task: &Task) -> Evaluation {
        Evaluation {
            rows: 0,
            loss: 0.0,
            correct: matches!(task, Task::Classes(_)).then_some(0),
            predicted: Vec::new(),
        }
    }

    pub(crate) fn accuracy(&self) -> Option<f64> {
        // Without rows it is 0, and not NaN, which is no literal.
        self.correct
            .map(|correct| correct as f64 / self.rows.max(1) as f64)
    }
}
