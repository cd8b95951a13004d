//! How good a network is on rows that it was not trained on, counted with the arithmetic that is
//! shipped.

mod confusion;
mod fit;

use crate::data::{Examples, Listed, Task};
use crate::inference::Network;
use crate::kernels::network::{Answers, Rows, Shape};
use crate::kernels::scores::{Judge, Scorer};
use crate::kernels::{self, Number};
use crate::spec::Precision;
use crate::training::{EvaluationLoss, job, plan::Plan};
pub(crate) use confusion::Confusion;
pub(crate) use fit::Fit;

/// The results on the evaluation rows.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    pub(crate) rows: usize,
    /// The mean over the rows.
    pub(crate) loss: f64,
    /// For classes: how many are right, and the place of the class that was predicted for each row.
    pub(crate) correct: Option<usize>,
    pub(crate) predicted: Vec<u32>,
    pub(crate) confusion: Option<Confusion>,
    /// For numbers.
    pub(crate) fit: Option<Fit>,
}

impl Evaluation {
    /// That of weights as they are shipped.
    pub(crate) fn of(plan: &Plan, task: &Task, eval: &Examples, weights: &[f64]) -> Evaluation {
        let (loss, scores) = match plan.precision {
            Precision::F32 => Evaluator::<f32>::new(plan, eval).evaluate(weights),
            Precision::F64 => Evaluator::<f64>::new(plan, eval).evaluate(weights),
        };
        Evaluation::summed_up(plan, task, eval, loss, &scores)
    }

    /// That of scores from elsewhere, row by row.
    pub(crate) fn of_scores<T: Listed>(
        plan: &Plan,
        task: &Task,
        eval: &Examples,
        scores: &[T],
    ) -> Evaluation {
        let rows = eval.view(job::targets_of_class(plan));
        let criterion = job::criterion(&plan.loss, plan.outputs());
        let losses = Judge::new(criterion, plan.outputs()).losses(scores, &rows);
        let mut wide = Vec::new();
        kernels::widen(scores, &mut wide);
        let loss = losses / rows.count() as f64;
        Evaluation::summed_up(plan, task, eval, loss, &wide)
    }

    fn summed_up(
        plan: &Plan,
        task: &Task,
        eval: &Examples,
        loss: f64,
        scores: &[f64],
    ) -> Evaluation {
        let predicted = match task {
            Task::Classes(classes) => places(plan, scores, classes.len()),
            Task::Targets => Vec::new(),
        };
        let pairs = predicted.iter().zip(eval.places());
        let right = pairs.filter(|(a, b)| a == b).count();
        Evaluation {
            rows: eval.rows(),
            loss,
            correct: matches!(task, Task::Classes(_)).then_some(right),
            confusion: match task {
                Task::Classes(classes) => {
                    Some(Confusion::of(classes.len(), eval.places(), &predicted))
                }
                Task::Targets => None,
            },
            fit: match task {
                Task::Classes(_) => None,
                Task::Targets => Some(Fit::of(&eval.all_targets(), scores, plan.outputs())),
            },
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
            confusion: match task {
                Task::Classes(classes) => Some(Confusion::of(classes.len(), &[], &[])),
                Task::Targets => None,
            },
            fit: matches!(task, Task::Targets).then(Fit::default),
        }
    }

    pub(crate) fn accuracy(&self) -> Option<f64> {
        // Without rows it is 0, and not NaN, which is no literal.
        self.correct
            .map(|correct| correct as f64 / self.rows.max(1) as f64)
    }
}

/// The places of the classes that scores speak for, row by row.
pub(crate) fn places(plan: &Plan, scores: &[f64], classes: usize) -> Vec<u32> {
    let network = Network::new(plan, &[]);
    let all: Vec<u32> = (0..classes as u32).collect();
    let rows = scores.chunks(plan.outputs());
    rows.map(|scores| network.predict(scores, &all)).collect()
}

/// The loss on evaluation rows of any weights as they would be shipped.
pub(crate) fn loss_of<'e>(plan: &'e Plan, eval: &'e Examples) -> EvaluationLoss<'e> {
    match plan.precision {
        Precision::F32 => {
            let mut evaluator = Evaluator::<f32>::new(plan, eval);
            Box::new(move |weights| evaluator.loss(weights))
        }
        Precision::F64 => {
            let mut evaluator = Evaluator::<f64>::new(plan, eval);
            Box::new(move |weights| evaluator.loss(weights))
        }
    }
}

/// Evaluates weights again and again, in the same memory.
struct Evaluator<'e, T> {
    rows: Rows<'e, T>,
    scorer: Scorer<T>,
    judge: Judge,
    weights: Vec<T>,
}

impl<'e, T: Listed> Evaluator<'e, T> {
    fn new(plan: &Plan, eval: &'e Examples) -> Evaluator<'e, T> {
        let shape = job::shape(&plan.layers, &plan.activations);
        let outputs = plan.outputs();
        Evaluator {
            rows: eval.view(job::targets_of_class(plan)),
            scorer: Scorer::new(&shape, eval.rows()),
            judge: Judge::new(job::criterion(&plan.loss, outputs), outputs),
            weights: Vec::new(),
        }
    }

    /// The mean loss over the rows; infinite if a weight is, in this precision.
    fn loss(&mut self, weights: &[f64]) -> f64 {
        self.weights.clear();
        if kernels::append(&mut self.weights, weights).is_err() {
            return f64::INFINITY;
        }
        let scores = self.scorer.scores(&self.weights, &self.rows);
        self.judge.losses(scores, &self.rows) / self.rows.count() as f64
    }

    /// The loss, and the scores row by row.
    fn evaluate(mut self, weights: &[f64]) -> (f64, Vec<f64>) {
        let loss = self.loss(weights);
        let mut scores = Vec::new();
        kernels::widen(self.scorer.last(), &mut scores);
        (loss, scores)
    }
}

/// The scores that a network of this shape gives for rows of inputs, row by row.
pub(crate) fn scores<T: Number>(shape: &Shape, weights: &[f64], inputs: &[f64]) -> Vec<f64> {
    let narrow = |numbers: &[f64]| -> Vec<T> {
        let mut list = Vec::new();
        match kernels::append(&mut list, numbers) {
            Ok(()) => list,
            // What is not finite is what scores are then.
            Err(_) => numbers.iter().map(|n| T::of(*n)).collect(),
        }
    };
    let (weights, inputs) = (narrow(weights), narrow(inputs));
    let rows = Rows {
        inputs: &inputs,
        columns: shape.sizes[0],
        normalization: None,
        answers: Answers::Unknown,
    };
    let mut scorer = Scorer::new(shape, rows.count());
    let mut scores = Vec::new();
    kernels::widen(scorer.scores(&weights, &rows), &mut scores);
    scores
}
