//! What the network has to answer: a class or numbers; and labels as targets of its outputs.
//!
//! With one output the lower of two classes has the target -1, the upper +1; with several
//! outputs a class has 1 at its own output and 0 elsewhere (one-hot), in ascending order.

use std::sync::OnceLock;

use super::{LABEL, Listed, Numbers, Table, Use};
use crate::digest::Sha256;
use crate::error::{Field, Part, Problem, counted};
use crate::kernels;
use crate::kernels::network::{Answers, Rows};
use crate::spec::Precision;
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

/// Rows as a network sees them: inputs, and what it should answer. The numbers are those of the
/// model's precision.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    columns: usize,
    /// Row by row.
    inputs: Numbers,
    outputs: usize,
    /// Row by row, one for each output; empty where there are classes.
    targets: Numbers,
    /// The class of each row, and its place among all classes; empty where numbers are to be
    /// predicted.
    classes: Vec<i32>,
    places: Vec<u32>,
    /// Once somebody has asked for it.
    digest: OnceLock<String>,
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
            classes.push(class.map_err(|what| Use::Training.problem(row, what).at(LABEL))?);
        }
        classes.sort_unstable();
        classes.dedup();
        let needed = if outputs == 1 { 2 } else { outputs };
        if classes.len() != needed {
            let whole = labels().all(|label| matches!(label, LabelKind::Whole(_)));
            let message = format!(
                "the labels do not fit the outputs: a network with {} tells {needed} classes apart, \
                 but the data has {} ({}); {}",
                counted(outputs, "output"),
                classes.len(),
                some(&classes),
                how_to_predict_numbers(loss, whole)
            );
            return Err(Problem::new(Field::Data, message));
        }
        if loss.is_some_and(|loss| loss.0 == LossKind::MaxMargin) && outputs > 1 {
            let message = format!(
                "`max_margin` takes one output for two classes, but the network has {outputs} outputs"
            );
            return Err(Problem::new(Field::Loss, message));
        }
        let loss = loss_of_classes(loss, outputs);
        Ok((Task::Classes(classes), loss))
    }

    /// The rows with their labels as targets.
    pub(crate) fn encode(
        &self,
        table: Table,
        use_: Use,
        loss: &Loss,
        precision: Precision,
        outputs: usize,
    ) -> Result<Examples, Problem> {
        let mut targets = Numbers::new(precision);
        let (mut labels, mut places) = (Vec::new(), Vec::new());
        for (row, label) in table.labels.iter().enumerate() {
            let wrong = |what: String| use_.problem(row, what).at(LABEL);
            match self {
                Task::Targets => {
                    let numbers = numbers(&label.0, outputs).map_err(wrong)?;
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
                    between_zero_and_one(&numbers, loss).map_err(wrong)?;
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
                    places.push(index as u32);
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
            places,
            digest: OnceLock::new(),
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
    pub fn inputs(&self, row: usize) -> Vec<f64> {
        self.inputs.part(row * self.columns, self.columns)
    }

    /// As [`kernels::statistics`], of the inputs.
    pub(super) fn statistics(&self, means: &[f64]) -> Vec<[f64; 4]> {
        match &self.inputs {
            Numbers::Single(_) => kernels::statistics(&self.view::<f32>([1.0, 0.0]), means),
            Numbers::Double(_) => kernels::statistics(&self.view::<f64>([1.0, 0.0]), means),
        }
    }

    /// How many inputs a row has.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// What the outputs should be for a row: its numbers, or its class as the loss sees it, -1 or
    /// +1 for a single output, else 1 for its own output and 0 for the others.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn targets(&self, row: usize) -> Vec<f64> {
        match self.places.get(row) {
            None => self.targets.part(row * self.outputs, self.outputs),
            Some(&place) if self.outputs == 1 => vec![2.0 * f64::from(place) - 1.0],
            Some(&place) => {
                let hot = |output| f64::from(u8::from(output == place as usize));
                (0..self.outputs).map(hot).collect()
            }
        }
    }

    /// The class of each row; empty where numbers are to be predicted.
    pub fn classes(&self) -> &[i32] {
        &self.classes
    }

    /// The SHA-256 of all that training sees of the rows.
    pub(crate) fn digest(&self) -> String {
        self.digest.get_or_init(|| self.compute_digest()).clone()
    }

    fn compute_digest(&self) -> String {
        let mut digest = Sha256::new();
        let sizes = [
            self.columns,
            self.inputs.len(),
            self.outputs,
            self.targets.len(),
        ];
        for size in sizes {
            digest.update(&(size as u64).to_le_bytes());
        }
        self.inputs.digest(&mut digest);
        self.targets.digest(&mut digest);
        for place in &self.places {
            digest.update(&place.to_le_bytes());
        }
        digest.finish()
    }

    /// The rows as the kernels read them. Classes get targets as `of_class` has them: that of
    /// their own output, and that of others.
    pub(crate) fn view<T: Listed>(&self, of_class: [f64; 2]) -> Rows<'_, T> {
        let answers = match T::list(&self.targets) {
            _ if !self.places.is_empty() => Answers::Classes(&self.places, of_class.map(T::of)),
            Some(targets) => Answers::Targets(targets),
            None => Answers::Unknown,
        };
        Rows {
            inputs: T::list(&self.inputs).expect("rows have the precision of their model"),
            columns: self.columns,
            normalization: None,
            answers,
        }
    }

    /// Given rows; a single whole number as label is the place of a class, others are targets.
    #[cfg(test)]
    pub(crate) fn given(
        points: crate::spec::source::Points,
        outputs: usize,
        precision: Precision,
    ) -> Examples {
        let mut examples = Examples {
            inputs: Numbers::new(precision),
            targets: Numbers::new(precision),
            outputs,
            ..Examples::default()
        };
        for row in points.rows {
            examples.columns = row.inputs.len();
            examples.inputs.extend(&row.inputs).unwrap();
            match row.label.0 {
                LabelKind::Whole(place) => examples.places.push(place as u32),
                label => {
                    examples.targets.extend(&numbers_of(&label)).unwrap();
                }
            }
        }
        examples
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
