//! Labels as targets of the outputs.
//!
//! With one output the lower of two classes has the target -1, the upper +1; with several
//! outputs a class has 1 at its own output and 0 elsewhere (one-hot), in ascending order.

use std::sync::OnceLock;

use super::labels::{class, numbers};
use super::table::LABEL;
use super::{Asked, Classes, Examples, Labels, Numbers, Table, Task, Use};
use crate::error::{Part, Problem, counted, short};
use crate::spec::Precision;
use crate::spec::loss::{Kind as LossKind, Loss};

impl Asked {
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
                    if row == 0 {
                        targets.reserve(labels.len() * numbers.len());
                    }
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
                places.reserve_exact(labels.len());
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

fn new_class(class: &str, classes: &Classes) -> String {
    format!(
        "has the class {}, which the training data does not have ({})",
        short(class),
        classes.some()
    )
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
