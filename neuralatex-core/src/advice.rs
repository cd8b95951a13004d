//! Advice where data or losses show trouble. A sound model gets none: each kind looks for a cause
//! and, where rows were evaluated, for its effect.

use crate::data::{Examples, Task};
use crate::error::{Field, Problem, short};
use crate::evaluation::{Fit, places, scores};
use crate::rounded::{percent, rounded};
use crate::spec::Precision;
use crate::spec::advice::{Advice, Kind};
use crate::spec::normalize;
use crate::spec::require::MetricKind;
use crate::trained::Trained;
use crate::training::job;

/// The share of evaluation rows that are right from which on a model is sound.
const EXCELLENT: f64 = 0.95;
/// Inputs of which the largest are so many times the smallest need to be normalised.
const SCALES: f64 = 100.0;
/// Below this the size of inputs does no harm.
const SMALL: f64 = 10.0;
/// Rows of the largest class for one of the smallest.
const BALANCE: usize = 10;
/// The share of rows of each class that a sound model gets right.
const RECALL: f64 = 0.8;
/// What falls fast: this part of the loss, and of the first loss, in the last tenth of all epochs.
const FALL: f64 = 0.1;
const FALL_OF_FIRST: f64 = 0.03;
/// How much better a model may be on the rows that it was trained on.
const GAP: f64 = 0.15;
const GAP_OF_R2: f64 = 0.3;

impl Trained {
    /// What data and losses show of trouble, each with the field that it is about: inputs of very
    /// different size, classes of very different size, a loss that still falls, rows learned by heart.
    /// Builds tell it as warnings, apart from what [`allow`](crate::Model::allow) names.
    pub fn advice(&self) -> Vec<Problem> {
        type Look = fn(&Trained) -> Option<Problem>;
        let kinds: [(Kind, Look); 4] = [
            (Kind::Unscaled, unscaled),
            (Kind::Unbalanced, unbalanced),
            (Kind::Unfinished, unfinished),
            (Kind::Overfitted, overfitted),
        ];
        let wanted = kinds
            .iter()
            .filter(|(kind, _)| !self.model.allowed.contains(&Advice(*kind)));
        wanted
            .filter_map(|(kind, look)| {
                let problem = look(self)?;
                let message = format!(
                    "{} (`allow: {}` silences this)",
                    problem.message(),
                    Advice(*kind)
                );
                Some(Problem::new(problem.field(), message))
            })
            .collect()
    }

    /// What an input is called.
    fn input(&self, column: usize) -> String {
        let header = self.rows.header.as_ref();
        let name = header.and_then(|header| header.inputs().get(column).cloned());
        name.map_or(format!("input {}", column + 1), |name| {
            format!("`{}`", short(&name))
        })
    }

    /// Whether almost all evaluation rows are right: then there is little to better.
    fn is_excellent(&self) -> bool {
        self.accuracy()
            .is_some_and(|accuracy| accuracy >= EXCELLENT)
    }
}

fn unscaled(trained: &Trained) -> Option<Problem> {
    let data = trained.data();
    if trained.model.normalize != normalize::none() || trained.is_excellent() {
        return None;
    }
    let statistics = data.statistics(&vec![0.0; data.columns()]);
    let sizes = statistics.iter().enumerate();
    let sizes = sizes.filter(|(_, [least, most, ..])| least < most);
    let sizes = sizes.map(|(column, [least, most, ..])| (column, least.abs().max(most.abs())));
    let sizes: Vec<(usize, f64)> = sizes.collect();
    let by_size = |a: &&(usize, f64), b: &&(usize, f64)| a.1.total_cmp(&b.1);
    let (small, least) = *sizes.iter().min_by(by_size)?;
    let (large, most) = *sizes.iter().max_by(by_size)?;
    if most < SMALL || most < SCALES * least {
        return None;
    }
    let message = format!(
        "the inputs are of very different size: {} reaches {}, {} only {}; `normalize: standard` brings \
         them to one",
        trained.input(large),
        rounded(most),
        trained.input(small),
        rounded(least)
    );
    Some(Problem::new(Field::Data, message))
}

fn unbalanced(trained: &Trained) -> Option<Problem> {
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
         the network may never predict; add rows of it, and `require: recall(…)` of it",
        counts[common],
        short(&classes.name(common)),
        counts[rare],
        short(&classes.name(rare))
    );
    Some(Problem::new(Field::Data, message))
}

fn unfinished(trained: &Trained) -> Option<Problem> {
    let losses = trained.losses();
    let part = losses.len() / 10;
    let is_bounded = |metric: &MetricKind| *metric != MetricKind::Parameters;
    let required = trained.model.requirements.iter();
    // Whoever says what is good enough has it.
    let is_enough = required.map(|each| &each.metric).any(is_bounded);
    if part == 0 || is_enough || trained.is_excellent() || !trained.model.stop.is_empty() {
        return None;
    }
    let mean = |losses: &[f64]| losses.iter().sum::<f64>() / losses.len() as f64;
    let (before, end) = losses.split_at(losses.len() - part);
    let (earlier, last) = (mean(&before[before.len() - part..]), mean(end));
    let fall = earlier - last;
    if fall < FALL * earlier || fall < FALL_OF_FIRST * losses[0] {
        return None;
    }
    let message = format!(
        "the loss still falls fast when training ends: from {} to {} in the last {part} of {} epochs; more \
         epochs would make it better",
        rounded(earlier),
        rounded(last),
        losses.len()
    );
    Some(Problem::new(Field::Epochs, message))
}

fn overfitted(trained: &Trained) -> Option<Problem> {
    const MOST_ROWS: usize = 2_000;
    let evaluation = trained.evaluation()?;
    let data = trained.data();
    let (rows, outputs) = (data.rows().min(MOST_ROWS), trained.plan.outputs());
    // Evenly, as rows of a class often stand together.
    let sample: Vec<usize> = (0..rows).map(|n| n * data.rows() / rows).collect();
    let scores = of_rows(trained, data, &sample);
    let message = match (&trained.rows.task, trained.accuracy(), evaluation.fit) {
        (Task::Classes(classes), Some(accuracy), _) => {
            let predicted = places(
                &trained.plan,
                &trained.attempt.weights,
                &scores,
                classes.len(),
            );
            let pairs = predicted.iter().zip(&sample);
            let right = pairs
                .filter(|(place, row)| **place == data.places()[**row])
                .count();
            let trained_on = right as f64 / rows.max(1) as f64;
            // What chance may do to so few rows, twice the deviation of a share that is somewhat like this
            // one: with two more rows of either kind it is never 0.
            let rows = evaluation.rows as f64 + 4.0;
            let share = (accuracy * evaluation.rows as f64 + 2.0) / rows;
            let chance = 2.0 * (share * (1.0 - share) / rows).sqrt();
            if trained_on - accuracy <= GAP + chance {
                return None;
            }
            format!(
                "{} % of these rows are right, of those trained on {} %",
                percent(accuracy),
                percent(trained_on)
            )
        }
        (Task::Targets, _, Some(fit)) => {
            let targets = data.targets_of(&sample);
            let trained_on = Fit::of(&targets, &scores, outputs).r2;
            // As above, for a share of variance.
            let explained = fit.r2.max(0.0);
            let chance =
                4.0 * explained.sqrt() * (1.0 - explained) / (evaluation.rows as f64).sqrt();
            if trained_on - fit.r2 <= GAP_OF_R2 + chance || evaluation.rows < 10 {
                return None;
            }
            format!(
                "R² is {} on these rows, on those trained on {}",
                rounded(fit.r2),
                rounded(trained_on)
            )
        }
        _ => return None,
    };
    let message = format!(
        "the network knows what it was trained on by heart: {message}; try fewer epochs, a smaller network, \
         more data, or `.weight_decay(…)`"
    );
    Some(Problem::new(Field::Eval, message))
}

/// The scores of some rows.
fn of_rows(trained: &Trained, data: &Examples, rows: &[usize]) -> Vec<f64> {
    let inputs = data.inputs_of(rows);
    let plan = &trained.plan;
    let shape = job::shape(&plan.layers, &plan.activations);
    match plan.precision {
        Precision::F32 => scores::<f32>(&shape, &trained.attempt.weights, &inputs),
        Precision::F64 => scores::<f64>(&shape, &trained.attempt.weights, &inputs),
    }
}
