//! What the network has to answer: a class or numbers.

use super::labels::{classes_of, numbers_of};
use super::{Classes, Labels};
use crate::error::{Field, Problem, counted};
use crate::spec::AUTO;
use crate::spec::loss::{Kind as LossKind, Loss, cross_entropy, max_margin, mse};
use crate::spec::source::{Label, LabelKind};

/// What is to be answered.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Task {
    /// One of these classes.
    Classes(Classes),
    /// As many numbers as there are outputs.
    Targets,
}

/// What training data and loss ask for.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) task: Task,
    /// That which is given, or the one that suits the task.
    pub(crate) loss: Loss,
    /// As many as are given, or as many as there are answers.
    pub(crate) outputs: usize,
}

impl Asked {
    pub(crate) fn of(
        labels: &Labels,
        loss: Option<&Loss>,
        outputs: usize,
    ) -> Result<Asked, Problem> {
        let kind = loss.map(|loss| &loss.0);
        let (classes, whole) = match labels {
            Labels::Given(labels) => match classes_of(labels, kind)? {
                Some(classes) => {
                    let is_whole = |label: &Label| matches!(label.0, LabelKind::Whole(_));
                    (classes, labels.iter().all(is_whole))
                }
                None => {
                    let first = labels.first().map_or(1, |label| numbers_of(&label.0).len());
                    return Ok(Asked::targets(loss, outputs, first));
                }
            },
            Labels::Classes(classes, _) => (classes.clone(), true),
            Labels::Targets(..)
                if matches!(kind, Some(LossKind::MaxMargin | LossKind::CrossEntropy)) =>
            {
                let message = "this loss tells classes apart, which `.label` names; numbers to predict, \
                               which `.target` names, need one such as `mse`";
                return Err(Problem::new(Field::Loss, message));
            }
            Labels::Targets(_, each) => return Ok(Asked::targets(loss, outputs, *each)),
        };
        let margin = kind == Some(&LossKind::MaxMargin);
        let outputs = match outputs {
            AUTO if margin => 1,
            AUTO => classes.len().max(2),
            outputs => outputs,
        };
        if margin && classes.len() > 2 {
            let hint = match labels {
                Labels::Given(_) => format!("; {}", how_to_predict_numbers(loss, whole)),
                _ => String::new(),
            };
            let message = format!(
                "`max_margin` tells two classes apart, but the data has {} ({}); `cross_entropy` is for \
                 more{hint}",
                classes.len(),
                classes.some()
            );
            return Err(Problem::new(Field::Loss, message));
        }
        let needed = if outputs == 1 { 2 } else { outputs };
        if classes.len() != needed {
            let message = format!(
                "the labels do not fit the outputs: a network with {} tells {needed} classes apart, \
                 but the data has {} ({}); {}",
                counted(outputs, "output"),
                classes.len(),
                classes.some(),
                match labels {
                    Labels::Given(_) => how_to_predict_numbers(loss, whole),
                    _ => "the last size may be `_`, for as many as there are".to_string(),
                }
            );
            return Err(Problem::new(Field::Data, message));
        }
        if margin && outputs > 1 {
            let message = format!(
                "`max_margin` takes one output for two classes, but the network has {outputs} outputs"
            );
            return Err(Problem::new(Field::Loss, message));
        }
        Ok(Asked {
            task: Task::Classes(classes),
            loss: loss_of_classes(loss, outputs),
            outputs,
        })
    }

    fn targets(loss: Option<&Loss>, outputs: usize, found: usize) -> Asked {
        Asked {
            task: Task::Targets,
            loss: loss.cloned().unwrap_or_else(mse),
            outputs: if outputs == AUTO {
                found.max(1)
            } else {
                outputs
            },
        }
    }
}

/// The loss of a network that tells classes apart.
pub(crate) fn loss_of_classes(loss: Option<&Loss>, outputs: usize) -> Loss {
    match (loss.map(|loss| &loss.0), outputs) {
        // The same, for a target of -1 and +1.
        (Some(LossKind::BinaryCrossEntropy), 1) => cross_entropy(),
        (Some(kind), _) => Loss(kind.clone()),
        (None, 1) => max_margin(),
        (None, _) => cross_entropy(),
    }
}

/// For those who meant no classes. Labels are whole numbers, or their point was of no use.
fn how_to_predict_numbers(loss: Option<&Loss>, whole: bool) -> String {
    let name = match loss.map(|loss| &loss.0) {
        Some(LossKind::MaxMargin) => "max_margin",
        Some(LossKind::CrossEntropy) => "cross_entropy",
        Some(LossKind::BinaryCrossEntropy) => "binary_cross_entropy",
        _ => return "numbers to predict are written with a point, `1.0`".to_string(),
    };
    let point = if whole {
        " are written with a point, `1.0`, and"
    } else {
        ""
    };
    format!("`{name}` takes them for classes: numbers to predict{point} need a loss such as `mse`")
}
