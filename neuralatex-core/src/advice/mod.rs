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

use crate::data::{Examples, Task};
use crate::error::Problem;
use crate::evaluation::{Confusion, Evaluation, Fit, places};
use crate::spec::advice::{Advice, Kind};
use crate::spec::loss;
use crate::spec::require::MetricKind;
use crate::trained::Trained;

/// The share of evaluation rows that are right from which on a model is sound.
const EXCELLENT: f64 = 0.95;

/// The most rows of which it is seen what a network answers.
const MOST_ROWS: usize = 2_000;

impl Trained {
    /// What data and losses show of trouble, each with the field that it is about: inputs of very different size, a number
    /// far from all others, targets of a size that is not reached, classes of very different size, a loss that still
    /// falls, rows learned by heart, integers that predict worse than the numbers they stand for, weights from elsewhere
    /// that do not fit, or are evaluated on rows that they may know, and a network that has learned nothing where none of
    /// these is so. Builds tell it as warnings, apart from what [`allow`](crate::Model::allow) names.
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

    /// Whether almost all evaluation rows are right, or almost all of their differences explained: then there is little to
    /// better.
    fn is_excellent(&self) -> bool {
        let is_excellent = |evaluation: &Evaluation| {
            let fit = evaluation.fit.filter(|_| self.estimates_targets());
            is_almost_all(evaluation.accuracy(), fit)
        };
        self.evaluation().is_some_and(is_excellent)
    }

    /// Whether scores are near the numbers to predict where a network is good. Of other losses they may be the
    /// logarithms of these, or of odds.
    fn estimates_targets(&self) -> bool {
        use loss::Kind::{Huber, Mae, Mse};
        matches!(self.plan.loss.0, Mse | Mae | Huber(_))
    }
}

/// Whether the share that is right, or explained, is almost all.
fn is_almost_all(accuracy: Option<f64>, fit: Option<Fit>) -> bool {
    let share = accuracy.or(fit.map(|fit| fit.r2));
    share.is_some_and(|share| share >= EXCELLENT)
}

/// Some of so many rows, evenly, as rows of a class often stand together.
fn some_rows(rows: usize, most: usize) -> Vec<usize> {
    let count = rows.min(most);
    (0..count).map(|n| n * rows / count).collect()
}

/// Some rows, and what the network answers for them.
struct Sample<'t> {
    trained: &'t Trained,
    examples: &'t Examples,
    rows: Vec<usize>,
    scores: Vec<f64>,
}

impl Sample<'_> {
    /// Of those that were trained on.
    fn of(trained: &Trained) -> Sample<'_> {
        Sample::of_rows(trained, trained.data(), Trained::scores_of)
    }

    /// The same, with the floats that integers stand for.
    fn of_floats(trained: &Trained) -> Sample<'_> {
        Sample::of_rows(trained, trained.data(), Trained::scores_of_floats)
    }

    /// Of those that it was evaluated on.
    fn of_eval(trained: &Trained) -> Option<Sample<'_>> {
        let eval = trained.eval()?;
        Some(Sample::of_rows(trained, eval, Trained::scores_of))
    }

    fn of_rows<'t>(
        trained: &'t Trained,
        examples: &'t Examples,
        scores: fn(&Trained, &[f64]) -> Vec<f64>,
    ) -> Sample<'t> {
        let rows = some_rows(examples.rows(), MOST_ROWS);
        let scores = scores(trained, &examples.inputs_of(&rows));
        Sample {
            trained,
            examples,
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
        let all = self.examples.places();
        let truth: Vec<u32> = self.rows.iter().map(|row| all[*row]).collect();
        Some(Confusion::of(classes.len(), &truth, &predicted))
    }

    /// The share of the rows that is right.
    fn accuracy(&self) -> Option<f64> {
        let confusion = self.confusion()?;
        let right = (0..confusion.classes()).map(|class| confusion.right(class));
        Some(right.sum::<usize>() as f64 / self.rows.len().max(1) as f64)
    }

    fn is_excellent(&self) -> bool {
        let fit = self.fit().filter(|_| self.trained.estimates_targets());
        is_almost_all(self.accuracy(), fit)
    }

    /// The numbers to predict.
    fn targets(&self) -> Vec<f64> {
        self.examples.targets_of(&self.rows)
    }

    /// How near they are.
    fn fit(&self) -> Option<Fit> {
        let is_near = || Fit::of(&self.targets(), &self.scores, self.trained.plan.outputs());
        matches!(self.trained.rows.task, Task::Targets).then(is_near)
    }

    /// What is explained of each target, if it is not always the same: more than nothing if the network is nearer to it
    /// than the mean is, by the squares of distances, or than the median, by the distances, which `mae` asks for.
    fn explained(&self) -> Vec<Option<f64>> {
        let outputs = self.trained.plan.outputs();
        let targets = self.targets();
        let of = |output: usize| {
            let [mut targets, scores] =
                [&targets, &self.scores].map(|all| column(all, output, outputs));
            let fit = Fit::of(&targets, &scores, 1);
            targets.sort_unstable_by(f64::total_cmp);
            let median = *targets.get(targets.len() / 2)?;
            let distances = targets.iter().map(|target| (target - median).abs());
            let distance = distances.sum::<f64>() / targets.len() as f64;
            (distance > 0.0).then(|| fit.r2.max(1.0 - fit.mae / distance))
        };
        (0..outputs).map(of).collect()
    }
}

/// One column of numbers that stand row by row.
fn column(numbers: &[f64], place: usize, columns: usize) -> Vec<f64> {
    let of_column = numbers.iter().skip(place).step_by(columns);
    of_column.copied().collect()
}
