//! Labels as they were given: classes, or numbers to predict.

use super::table::LABEL;
use super::{Classes, Use};
use crate::error::{Problem, counted};
use crate::spec::loss::Kind as LossKind;
use crate::spec::source::{Label, LabelKind};

/// The classes of labels that are some; `None` where they are numbers to predict.
pub(super) fn classes_of(
    labels: &[Label],
    loss: Option<&LossKind>,
) -> Result<Option<Classes>, Problem> {
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
    classes.shrink_to_fit();
    Ok(Some(Classes::Whole(classes)))
}

pub(super) fn class(label: &LabelKind) -> Result<i32, String> {
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

pub(super) fn numbers_of(label: &LabelKind) -> Vec<f64> {
    match label {
        LabelKind::Whole(whole) => vec![*whole as f64],
        LabelKind::Number(number) => vec![*number],
        LabelKind::Targets(numbers) => numbers.clone(),
    }
}

pub(super) fn numbers(label: &LabelKind, outputs: usize) -> Result<Vec<f64>, String> {
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
