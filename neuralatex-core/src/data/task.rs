//! What the network has to answer: a class or numbers; and labels as targets of its outputs.
//!
//! With one output the lower of two classes has the target -1, the upper +1; with several
//! outputs a class has 1 at its own output and 0 elsewhere (one-hot), in ascending order.

use std::sync::OnceLock;

use super::{Classes, Examples, LABEL, Labels, Numbers, Table, Use};
use crate::error::{Field, Part, Problem, counted, short};
use crate::spec::loss::{Kind as LossKind, Loss, cross_entropy, max_margin, mse};
use crate::spec::source::{Label, LabelKind};
use crate::spec::{AUTO, Precision};

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
        if margin && classes.len() != 2 {
            let message = format!(
                "`max_margin` tells two classes apart, but the data has {} ({}); `cross_entropy` is for more",
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

    /// The rows with their labels as targets.
    pub(crate) fn encode(
        &self,
        table: Table,
        use_: Use,
        precision: Precision,
    ) -> Result<Examples, Problem> {
        let (mut targets, mut places) = (Numbers::new(precision), Vec::new());
        match (table.labels, &self.task) {
            (Labels::Given(labels), Task::Targets) => {
                for (row, label) in labels.iter().enumerate() {
                    let wrong = |what: String| use_.problem(row, what).at(LABEL);
                    let numbers = numbers(&label.0, self.outputs).map_err(wrong)?;
                    targets.extend(&numbers).map_err(|place| {
                        let target = numbers[place];
                        let more = match target.is_finite() {
                            true => " that `f32` can hold; `f64` as precision can hold more",
                            false => "",
                        };
                        let what =
                            format!("has the target {target:?}: expected a finite number{more}");
                        wrong(what).at(Part::Element(place))
                    })?;
                    between_zero_and_one(&numbers, &self.loss).map_err(wrong)?;
                }
            }
            (Labels::Given(labels), Task::Classes(classes)) => {
                for (row, label) in labels.iter().enumerate() {
                    let wrong = |what: String| use_.problem(row, what).at(LABEL);
                    let class = class(&label.0).map_err(wrong)?;
                    let place = classes.place_of_number(class);
                    places
                        .push(place.ok_or_else(|| wrong(new_class(&class.to_string(), classes)))?);
                }
            }
            (Labels::Classes(own, of_row), Task::Classes(classes)) => {
                places = of_row;
                if own != *classes {
                    for (row, place) in places.iter_mut().enumerate() {
                        let name = own.name(*place as usize);
                        let found = classes.place_of(&name);
                        *place =
                            found.ok_or_else(|| use_.problem(row, new_class(&name, classes)))?;
                    }
                }
            }
            (Labels::Targets(numbers, each), Task::Targets) => {
                if each != self.outputs {
                    let message = format!(
                        "there are {}, but the network has {}",
                        counted(each, "target"),
                        counted(self.outputs, "output")
                    );
                    return Err(Problem::new(use_.field(), message).at(Part::Word("target")));
                }
                if self.loss.0 == LossKind::BinaryCrossEntropy {
                    for row in 0..numbers.len() / each {
                        let wrong = |what: String| use_.problem(row, what);
                        let numbers = numbers.part(row * each, each);
                        between_zero_and_one(&numbers, &self.loss).map_err(wrong)?;
                    }
                }
                targets = numbers;
            }
            (Labels::Classes(..), Task::Targets) => {
                let message = "these rows have classes, but those of `data` numbers to predict";
                return Err(Problem::new(use_.field(), message));
            }
            (Labels::Targets(..), Task::Classes(_)) => {
                let message = "these rows have numbers to predict, but those of `data` classes";
                return Err(Problem::new(use_.field(), message));
            }
        }
        Ok(Examples {
            columns: table.columns,
            inputs: table.inputs,
            outputs: self.outputs,
            targets,
            places,
            classes: match &self.task {
                Task::Classes(classes) => classes.clone(),
                Task::Targets => Classes::default(),
            },
            digest: OnceLock::new(),
        })
    }
}

/// The classes of labels that are some; `None` where they are numbers to predict.
fn classes_of(labels: &[Label], loss: Option<&LossKind>) -> Result<Option<Classes>, Problem> {
    let are_classes = match loss {
        Some(LossKind::MaxMargin | LossKind::CrossEntropy) => true,
        Some(LossKind::BinaryCrossEntropy) => labels.iter().all(|label| class(&label.0).is_ok()),
        _ => labels
            .iter()
            .all(|label| matches!(label.0, LabelKind::Whole(_))),
    };
    if !are_classes {
        return Ok(None);
    }
    let mut classes = Vec::with_capacity(labels.len());
    for (row, label) in labels.iter().enumerate() {
        let class = class(&label.0);
        classes.push(class.map_err(|what| Use::Training.problem(row, what).at(LABEL))?);
    }
    classes.sort_unstable();
    classes.dedup();
    Ok(Some(Classes::Whole(classes)))
}

fn new_class(class: &str, classes: &Classes) -> String {
    format!(
        "has the class {}, which the training data does not have ({})",
        short(class),
        classes.some()
    )
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

fn class(label: &LabelKind) -> Result<i32, String> {
    let whole = match label {
        LabelKind::Whole(whole) => *whole as f64,
        LabelKind::Number(number) if number.trunc() == *number => *number,
        LabelKind::Number(number) => {
            return Err(format!(
                "has the label {number:?}: classes are whole numbers"
            ));
        }
        LabelKind::Targets(_) => {
            return Err("has a list as its label: classes are whole numbers".into());
        }
    };
    if whole < f64::from(i32::MIN) || whole > f64::from(i32::MAX) {
        return Err(format!(
            "has the class {whole}: classes are numbers that `i32` can hold"
        ));
    }
    Ok(whole as i32)
}

fn numbers_of(label: &LabelKind) -> Vec<f64> {
    match label {
        LabelKind::Whole(whole) => vec![*whole as f64],
        LabelKind::Number(number) => vec![*number],
        LabelKind::Targets(numbers) => numbers.clone(),
    }
}

fn numbers(label: &LabelKind, outputs: usize) -> Result<Vec<f64>, String> {
    let numbers = numbers_of(label);
    if numbers.len() != outputs {
        return Err(format!(
            "has {}, but the network has {}",
            counted(numbers.len(), "target"),
            counted(outputs, "output")
        ));
    }
    Ok(numbers)
}

/// Probabilities are all that this loss can learn.
fn between_zero_and_one(numbers: &[f64], loss: &Loss) -> Result<(), String> {
    let outside = |number: &&f64| !(0.0..=1.0).contains(*number);
    match numbers.iter().find(outside) {
        Some(number) if loss.0 == LossKind::BinaryCrossEntropy => Err(format!(
            "has the target {number:?}: `binary_cross_entropy` takes classes, or numbers from 0 to 1"
        )),
        _ => Ok(()),
    }
}
