//! Advice where data or losses show trouble. A sound model gets none: each kind looks for a cause
//! and, where rows were evaluated, for its effect; but `seen`, which has no effect, and `unlearned`,
//! whose cause is unknown.

mod chance;
mod far;
mod imprecise;
mod mismatched;
mod overfitted;
mod seen;
mod unbalanced;
mod unfinished;
mod unlearned;
mod unscaled;

use crate::data::Task;
use crate::error::Problem;
use crate::evaluation::{Confusion, Fit, places};
use crate::spec::advice::{Advice, Kind};
use crate::spec::loss;
use crate::spec::require::MetricKind;
use crate::trained::Trained;

/// The share of evaluation rows that are right from which on a model is sound.
const EXCELLENT: f64 = 0.95;

impl Trained {
    /// What data and losses show of trouble, each with the field that it is about: inputs of very different size, or
    /// with a number far from all others, targets of a size that is not reached, classes of very different size, a loss that still falls, rows learned by heart,
    /// integers that predict worse than the numbers they stand for, weights from elsewhere that do not fit, or are
    /// evaluated on rows that they may know, and a network that has learned nothing where none of these is so. Builds
    /// tell it as warnings, apart from what [`allow`](crate::Model::allow) names.
    pub fn advice(&self) -> Vec<Problem> {
        let told = |(kind, problem): (Kind, Problem)| {
            let (message, kind) = (problem.message(), Advice(kind));
            let message = format!("{message} (`allow` silences this: `{kind}`)");
            Problem::new(problem.field(), message)
        };
        let mut required = self.model.requirements.iter();
        let is_judged = required.any(|each| each.metric != MetricKind::Parameters);
        // Whoever says what is good enough has it.
        let is_trouble = |(kind, _): &(Kind, Problem)| {
            !is_judged || !matches!(kind, Kind::Unfinished | Kind::Unlearned)
        };
        let troubles = self.troubles().into_iter().filter(is_trouble);
        troubles.map(told).collect()
    }

    /// The same by their kinds, without how to silence them.
    pub(crate) fn troubles(&self) -> Vec<(Kind, Problem)> {
        type Look = fn(&Trained) -> Option<Problem>;
        let kinds: [(Kind, Look); 7] = [
            (Kind::Unscaled, unscaled::look),
            (Kind::Unbalanced, unbalanced::look),
            (Kind::Unfinished, unfinished::look),
            (Kind::Overfitted, overfitted::look),
            (Kind::Imprecise, imprecise::look),
            (Kind::Mismatched, mismatched::look),
            (Kind::Seen, seen::look),
        ];
        // The others are about training, which was somebody else's if weights were given.
        let is_apt = |kind: Kind| {
            matches!(kind, Kind::Imprecise | Kind::Mismatched | Kind::Seen)
                || self.given().is_none()
        };
        let apt = kinds.into_iter().filter(|(kind, _)| is_apt(*kind));
        let found = apt.filter_map(|(kind, look)| Some((kind, look(self)?)));
        let mut troubles: Vec<(Kind, Problem)> = found.collect();
        // Another kind says more, whether or not it is wanted.
        if troubles.is_empty() {
            troubles.extend(unlearned::look(self).map(|problem| (Kind::Unlearned, problem)));
        }
        troubles.retain(|(kind, _)| !self.model.allowed.contains(&Advice(*kind)));
        troubles
    }

    /// Whether almost all evaluation rows are right: then there is little to better.
    fn is_excellent(&self) -> bool {
        self.accuracy()
            .is_some_and(|accuracy| accuracy >= EXCELLENT)
    }

    /// Whether scores are near the numbers to predict where a network is good. Of other losses they may be the
    /// logarithms of these, or of odds.
    fn estimates_targets(&self) -> bool {
        use loss::Kind::{Huber, Mae, Mse};
        matches!(self.plan.loss.0, Mse | Mae | Huber(_))
    }
}

/// Some of so many rows, evenly, as rows of a class often stand together.
fn some_rows(rows: usize) -> Vec<usize> {
    const MOST_ROWS: usize = 2_000;
    let count = rows.min(MOST_ROWS);
    (0..count).map(|n| n * rows / count).collect()
}

/// Some of the rows that were trained on, and what the network answers for them.
struct Sample<'t> {
    trained: &'t Trained,
    rows: Vec<usize>,
    scores: Vec<f64>,
}

impl Sample<'_> {
    fn of(trained: &Trained) -> Sample<'_> {
        let data = trained.data();
        let rows = some_rows(data.rows());
        let scores = trained.scores_of(&data.inputs_of(&rows));
        Sample {
            trained,
            rows,
            scores,
        }
    }

    /// Which classes are taken for which.
    fn confusion(&self) -> Option<Confusion> {
        let Task::Classes(classes) = &self.trained.rows.task else {
            return None;
        };
        let predicted = places(&self.trained.plan, &self.scores, classes.len());
        let all = self.trained.data().places();
        let truth: Vec<u32> = self.rows.iter().map(|row| all[*row]).collect();
        Some(Confusion::of(classes.len(), &truth, &predicted))
    }

    /// The numbers to predict.
    fn targets(&self) -> Vec<f64> {
        self.trained.data().targets_of(&self.rows)
    }

    /// How near they are.
    fn fit(&self) -> Option<Fit> {
        let is_near = || Fit::of(&self.targets(), &self.scores, self.trained.plan.outputs());
        matches!(self.trained.rows.task, Task::Targets).then(is_near)
    }
}
