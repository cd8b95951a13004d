//! How a file of a checkpoint differs from what it should hold, field by field and number by number.
//! The order of its tensors, and blanks in its header, are no difference: Python may have written it again.

mod content;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::{Checkpoint, FOLDER, Fault, Format, Reason, change, is_small};
use crate::error::short;
use content::{Content, number, told};

/// What became of a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// It is what it should be, to the bit.
    Same,
    /// There is no file.
    Missing,
    /// It is no checkpoint, but this.
    Foreign(String),
    /// It cannot be read, and why.
    Damaged(String),
    /// It can, and this is not what it should be.
    Different(Vec<String>),
}

/// Compares a file with the content that it should have.
pub fn compare(path: &Path, right: &[u8]) -> Comparison {
    if path.is_dir() {
        return Comparison::Foreign(format!("it is {FOLDER}"));
    }
    let found = match is_small(path).and_then(|()| fs::read(path)) {
        Ok(found) => found,
        Err(error) if is_missing(&error) => return Comparison::Missing,
        Err(error) => return Comparison::Damaged(format!("it cannot be read: {error}")),
    };
    let differences = match Format::of(path) {
        Format::Text => texts(&found, right),
        Format::Safetensors => tensors(&found, right),
    };
    match differences {
        Ok(none) if none.is_empty() => Comparison::Same,
        Ok(differences) => Comparison::Different(differences),
        Err(fault) => {
            let fault = fault.in_content(&found);
            match fault.reason {
                Reason::Foreign(_) => Comparison::Foreign(format!("it is {}", fault.what)),
                _ => Comparison::Damaged(format!("{}: {}", fault.place, fault.what)),
            }
        }
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// The differences of two safetensors files.
fn tensors(found: &[u8], right: &[u8]) -> Result<Vec<String>, Fault> {
    let right = Content::read(right, usize::MAX)?;
    let found = Content::read(found, right.tensors.len())?;
    let mut differences = Vec::new();
    for name in names(&found.fields, &right.fields) {
        if name == "sha256" {
            continue;
        }
        let what = match (found.fields.get(name), right.fields.get(name)) {
            (Some(then), Some(now)) if then == now => continue,
            (Some(then), Some(now)) => change(name, then, now),
            (None, _) => "the field is missing".to_string(),
            (_, None) => "no such field is known".to_string(),
        };
        differences.push(format!("`{}`: {what}", short(name)));
    }
    if found.fields.get("sha256") != Some(&found.digest) {
        let what = "the numbers of the file are not those that were written";
        differences.push(format!("`sha256`: {what}"));
    }
    // All numbers follow from how far training has come.
    let epochs = [&found, &right].map(|content| content.epochs());
    if let [Some(done), Some(wanted)] = epochs
        && done != wanted
    {
        differences.push(format!(
            "epochs: the file has {done}, training gives {wanted}"
        ));
        return Ok(differences);
    }
    // Others follow from these.
    let is_cause = |name: &&String| ["rates", "losses"].contains(&name.as_str());
    let mut order: Vec<&String> = names(&found.tensors, &right.tensors).into_iter().collect();
    order.sort_by_key(|name| !is_cause(name));
    for name in order {
        let what = match (found.tensors.get(name), right.tensors.get(name)) {
            (Some(found), Some(right)) => found.difference(right),
            (None, _) => Some("it is missing".to_string()),
            (_, None) => Some("training gives none of this name".to_string()),
        };
        differences.extend(what.map(|what| format!("tensor `{}`: {what}", short(name))));
    }
    Ok(differences)
}

/// Those of both.
fn names<'m, T>(
    found: &'m BTreeMap<String, T>,
    right: &'m BTreeMap<String, T>,
) -> BTreeSet<&'m String> {
    found.keys().chain(right.keys()).collect()
}

/// The differences of two texts of the paper's.
fn texts(found: &[u8], right: &[u8]) -> Result<Vec<String>, Fault> {
    let no_text = |_| Fault::new("line 1", "the file is no UTF-8 text");
    let [found, right] = [found, right].map(|bytes| std::str::from_utf8(bytes).map_err(no_text));
    let right = right?;
    let weights = right.lines().next().unwrap_or_default().split(',').count();
    let found = Checkpoint::of_text(found?, weights, usize::MAX)?;
    let right = Checkpoint::of_text(right, weights, usize::MAX)?;
    let mut differences = Vec::new();
    let mut list = |line: usize, what: &str, found: &[f64], right: &[f64]| {
        let pairs = (1..).zip(found.iter().zip(right));
        let mut pairs = pairs.filter(|(_, (found, right))| found.to_bits() != right.to_bits());
        if let Some((place, (found, wanted))) = pairs.next() {
            let numbers = [found, wanted].map(|value| number(&value.to_le_bytes()));
            let place = format!("{what} {place}");
            let told = told(1 + pairs.count(), right.len(), &place, numbers);
            differences.push(format!("line {line}: {told}"));
        }
    };
    list(1, "weight", &found.weights, &right.weights);
    list(3, "epoch", &found.losses, &right.losses);
    let [epochs, wanted] = [found.losses.len(), right.losses.len()];
    if epochs != wanted {
        let what = format!("line 2: the file has {epochs} epochs, training gives {wanted}");
        differences.push(what);
    }
    Ok(differences)
}
