//! Whether a trained model is as good as it has to be.

use crate::data::{Classes, Task, names};
use crate::error::{Error, Field, Part, Problem, Result, unknown};
use crate::evaluation::Evaluation;
use crate::rounded::rounded;
use crate::spec::Model;
use crate::spec::advice::Kind;
use crate::spec::require::MetricKind;
use crate::trained::Trained;

/// What can be told before training: whether what is required can be measured at all.
pub(crate) fn check(model: &Model, task: &Task) -> Vec<Problem> {
    let each = model.requirements.iter().enumerate();
    each.filter_map(|(index, requirement)| {
        let name = requirement.metric.name();
        let (part, message) = match (&requirement.metric, task) {
            (MetricKind::Loss | MetricKind::Parameters, _) => return None,
            (MetricKind::Recall(class) | MetricKind::Precision(class), Task::Classes(classes)) => {
                if place_of(class, classes).is_some() {
                    return None;
                }
                let known: Vec<String> = classes.names().into_iter().map(word).collect();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                (Part::Argument(name, 0), unknown("class", class, &known))
            }
            (MetricKind::Accuracy, Task::Classes(_)) => return None,
            (MetricKind::Rmse | MetricKind::R2, Task::Targets) => return None,
            (_, Task::Targets) => {
                let message = format!(
                    "`{name}` counts classes, but the labels of the data are numbers to predict; for \
                     these there are `loss`, `rmse` and `r2`"
                );
                (Part::Word(name), message)
            }
            (_, Task::Classes(_)) => {
                let message = format!(
                    "`{name}` measures numbers, but the data has classes; for these there are \
                     `accuracy`, `loss`, `recall` and `precision`"
                );
                (Part::Word(name), message)
            }
        };
        Some(Problem::new(Field::Require(index), message).at(part))
    })
    .collect()
}

/// The name of a class, or the one that it has in generated code if the macro could not take it for a word.
fn word(class: String) -> String {
    let is_word = class
        .chars()
        .all(|sign| sign.is_alphanumeric() || "_-+.".contains(sign));
    match is_word {
        true => class,
        false => names::variant(&class),
    }
}

/// The place of a class by its name in the data, or in the generated code.
fn place_of(class: &str, classes: &Classes) -> Option<usize> {
    if let Some(place) = classes.place_of(class) {
        return Some(place as usize);
    }
    match classes {
        Classes::Text(texts) => texts.iter().position(|text| names::variant(text) == class),
        Classes::Whole(_) => None,
    }
}

impl Trained {
    /// Fails if something that is required is not met.
    pub(crate) fn check_requirements(&self) -> Result<()> {
        let each = self.model.requirements.iter().enumerate();
        let unmet = each.filter_map(|(index, requirement)| {
            let measured = |evaluation| self.measured(&requirement.metric, evaluation);
            let Some(reached) = measured(self.evaluation()) else {
                let message = format!("`{requirement}` cannot be measured on these rows");
                return Some(Problem::new(Field::Require(index), message));
            };
            if requirement.is_met_by(reached) {
                return None;
            }
            let counted = match (&requirement.metric, self.correct(), self.evaluated()) {
                (MetricKind::Accuracy, Some(correct), Some(rows)) => {
                    format!(" ({correct} of {rows} rows)")
                }
                _ => String::new(),
            };
            // Then neither the training nor the weights are to blame.
            let before = self.evaluation_of_floats();
            let before = before.and_then(|floats| measured(Some(floats)));
            let before = before.filter(|before| requirement.is_met_by(*before));
            let more = match (before, self.given()) {
                (Some(before), _) => format!(
                    "before it was quantised, the network has met it, with {before:?}: {}",
                    self.hint_on_integers()
                ),
                (None, Some(file)) if requirement.metric == MetricKind::Parameters => {
                    format!("with the weights of `{file}`")
                }
                (None, Some(file)) => format!(
                    "with the weights of `{file}`; `activation` and `normalize` have to be those that they were \
                     trained with"
                ),
                (None, None) => format!("training loss by epoch: {}; {}", self.way(), self.hint()),
            };
            let message =
                format!("`{requirement}` is not met: reached {reached:?}{counted}; {more}");
            Some(Problem::new(Field::Require(index), message))
        });
        let unmet: Vec<Problem> = unmet.collect();
        match unmet.is_empty() {
            true => Ok(()),
            false => Err(Error::from(unmet)),
        }
    }

    /// What a metric is, by an evaluation.
    fn measured(&self, metric: &MetricKind, evaluation: Option<&Evaluation>) -> Option<f64> {
        let confusion = || evaluation?.confusion.as_ref();
        let fit = || evaluation?.fit;
        let place = |class: &str| match &self.rows.task {
            Task::Classes(classes) => place_of(class, classes),
            Task::Targets => None,
        };
        match metric {
            MetricKind::Accuracy => evaluation?.accuracy(),
            MetricKind::Loss => {
                let loss = evaluation.map(|evaluation| evaluation.loss);
                loss.or(self.losses().last().copied())
            }
            MetricKind::Parameters => Some(self.model.parameters() as f64),
            MetricKind::Recall(class) => Some(confusion()?.recall(place(class)?)),
            MetricKind::Precision(class) => Some(confusion()?.precision(place(class)?)),
            MetricKind::Rmse => Some(fit()?.rmse),
            MetricKind::R2 => Some(fit()?.r2),
        }
    }

    /// What may help: against trouble that can be seen, and what often does.
    fn hint(&self) -> String {
        let often = "try more epochs, a lower learning rate, or the best of several `restarts`";
        match self.troubles().first() {
            Some((Kind::Unlearned, trouble)) => trouble.message().to_string(),
            Some((_, trouble)) => format!("{}; or {often}", trouble.message()),
            None => often.to_string(),
        }
    }

    /// What may help if the numbers are good enough.
    fn hint_on_integers(&self) -> String {
        let mut troubles = self.troubles().into_iter();
        let seen = troubles.find(|(kind, _)| *kind == Kind::Imprecise);
        let often = "try `normalize`, more neurons, or leave `quantize` out";
        seen.map_or(often.to_string(), |(_, trouble)| {
            trouble.message().to_string()
        })
    }

    /// The losses of some epochs, the first and the last among them: `1: 0.98, 10: 0.5`.
    fn way(&self) -> String {
        const FEW: usize = 8;
        let losses = self.losses();
        let count = losses.len().min(FEW);
        let place = |n: usize| n * (losses.len() - 1) / (count - 1).max(1);
        let some: Vec<String> = (0..count)
            .map(|n| format!("{}: {}", place(n) + 1, rounded(losses[place(n)])))
            .collect();
        some.join(", ")
    }
}
