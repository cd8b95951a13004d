//! What the network has to answer: a class or numbers; and labels as targets of its outputs.
//!
//! With one output the lower of two classes has the target -1, the upper +1; with several
//! outputs a class has 1 at its own output and 0 elsewhere (one-hot), in ascending order.

use super::{Table, Use};
use crate::error::{Field, Problem};
use crate::spec::loss::{Kind as LossKind, Loss, cross_entropy, max_margin, mse};
use crate::spec::source::LabelKind;

/// What is to be answered.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Task {
    /// One of these classes, ascending.
    Classes(Vec<i32>),
    /// As many numbers as there are outputs.
    Targets,
}

/// Rows as a network sees them: inputs, and what it should answer.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    columns: usize,
    /// Row by row.
    inputs: Vec<f64>,
    outputs: usize,
    /// Row by row, one for each output.
    targets: Vec<f64>,
    /// The class of each row; empty where numbers are to be predicted.
    classes: Vec<i32>,
}

impl Task {
    /// What training data and loss ask for, and the loss itself where none is given.
    pub(crate) fn of(
        table: &Table,
        loss: Option<&Loss>,
        outputs: usize,
    ) -> Result<(Task, Loss), Problem> {
        let labels = || table.labels.iter().map(|label| &label.0);
        let are_classes = match loss.map(|loss| &loss.0) {
            Some(LossKind::MaxMargin | LossKind::CrossEntropy) => true,
            Some(LossKind::BinaryCrossEntropy) => labels().all(|label| class(label).is_ok()),
            _ => labels().all(|label| matches!(label, LabelKind::Whole(_))),
        };
        if !are_classes {
            return Ok((Task::Targets, loss.cloned().unwrap_or_else(mse)));
        }
        let mut classes = Vec::with_capacity(table.labels.len());
        for (row, label) in table.labels.iter().enumerate() {
            let class = class(&label.0);
            classes.push(class.map_err(|what| Use::Training.problem(row, what))?);
        }
        classes.sort_unstable();
        classes.dedup();
        let needed = if outputs == 1 { 2 } else { outputs };
        if classes.len() != needed {
            let message = format!(
                "the labels do not fit the outputs: a network with {outputs} output{} tells {needed} \
                 classes apart, but the data has {} ({}); numbers to predict are written with a \
                 point, `1.0`",
                if outputs == 1 { "" } else { "s" },
                classes.len(),
                some(&classes)
            );
            return Err(Problem::new(Field::Data, message));
        }
        let loss = match (loss.map(|loss| &loss.0), outputs) {
            (Some(LossKind::MaxMargin), 2..) => {
                let message = format!(
                    "`max_margin` takes one output for two classes, but the network has {outputs} outputs",
                );
                return Err(Problem::new(Field::Loss, message));
            }
            // The same, for a target of -1 and +1.
            (Some(LossKind::BinaryCrossEntropy), 1) => cross_entropy(),
            (Some(kind), _) => Loss(kind.clone()),
            (None, 1) => max_margin(),
            (None, _) => cross_entropy(),
        };
        Ok((Task::Classes(classes), loss))
    }

    /// The rows with their labels as targets.
    pub(crate) fn encode(
        &self,
        table: Table,
        use_: Use,
        loss: &Loss,
        outputs: usize,
    ) -> Result<Examples, Problem> {
        let mut targets = Vec::with_capacity(table.labels.len() * outputs);
        let mut labels = Vec::new();
        for (row, label) in table.labels.iter().enumerate() {
            let wrong = |what: String| use_.problem(row, what);
            match self {
                Task::Targets => {
                    let numbers = numbers(&label.0, outputs).map_err(wrong)?;
                    between_zero_and_one(&numbers, loss).map_err(wrong)?;
                    targets.extend(numbers);
                }
                Task::Classes(classes) => {
                    let class = class(&label.0).map_err(wrong)?;
                    let index = classes.binary_search(&class).map_err(|_| {
                        wrong(format!(
                            "has the class {class}, which the training data does not have ({})",
                            some(classes)
                        ))
                    })?;
                    labels.push(class);
                    targets.extend((0..outputs).map(|output| target(index, output, outputs)));
                }
            }
        }
        let Table {
            columns, inputs, ..
        } = table;
        Ok(Examples {
            columns,
            inputs,
            outputs,
            targets,
            classes: labels,
        })
    }
}

impl Examples {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.inputs.len().checked_div(self.columns).unwrap_or(0)
    }

    /// The inputs of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn inputs(&self, row: usize) -> &[f64] {
        &self.inputs[row * self.columns..][..self.columns]
    }

    pub(super) fn inputs_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.inputs[row * self.columns..][..self.columns]
    }

    /// How many inputs a row has.
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// What the outputs should be for a row: its numbers, or its class as the loss sees it, -1 or
    /// +1 for a single output, else 1 for its own output and 0 for the others.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn targets(&self, row: usize) -> &[f64] {
        &self.targets[row * self.outputs..][..self.outputs]
    }

    /// The class of each row; empty where numbers are to be predicted.
    pub fn classes(&self) -> &[i32] {
        &self.classes
    }
}

fn target(index: usize, output: usize, outputs: usize) -> f64 {
    match outputs {
        1 => 2.0 * index as f64 - 1.0,
        _ => f64::from(u8::from(index == output)),
    }
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

fn numbers(label: &LabelKind, outputs: usize) -> Result<Vec<f64>, String> {
    let numbers = match label {
        LabelKind::Whole(whole) => vec![*whole as f64],
        LabelKind::Number(number) => vec![*number],
        LabelKind::Targets(numbers) => numbers.clone(),
    };
    if numbers.len() != outputs {
        return Err(format!(
            "has {} targets, but the network has {outputs} outputs",
            numbers.len()
        ));
    }
    match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(format!(
            "has the target {number:?}: expected a finite number"
        )),
        None => Ok(numbers),
    }
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

/// The first few classes.
fn some(classes: &[i32]) -> String {
    let mut text = classes
        .iter()
        .take(5)
        .map(i32::to_string)
        .collect::<Vec<_>>()
        .join(", ");
    if classes.len() > 5 {
        text.push_str(", …");
    }
    text
}
