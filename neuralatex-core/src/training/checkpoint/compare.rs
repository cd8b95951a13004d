//! How a file of a checkpoint differs from what it should hold, field by field and number by number.
//! The order of its header, and blanks in it, are no difference: Python may have written it again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::header::{Entry, change, split};
use super::json::Json;
use super::{Checkpoint, Fault, Format, is_small};
use crate::digest::sha256;
use crate::error::short;

/// What became of a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// It is what it should be, to the bit.
    Same,
    /// There is no file.
    Missing,
    /// It cannot be read, and why.
    Damaged(String),
    /// It can, and this is not what it should be.
    Different(Vec<String>),
}

/// Compares a file with the content that it should have.
pub fn compare(path: &Path, right: &[u8]) -> Comparison {
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
        Err(Fault { place, what, .. }) => Comparison::Damaged(format!("{place}: {what}")),
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// A file of tensors, by names.
struct Content<'f> {
    fields: BTreeMap<String, String>,
    tensors: BTreeMap<String, Tensor<'f>>,
    digest: String,
}

#[derive(PartialEq)]
struct Tensor<'f> {
    kind: String,
    shape: Vec<usize>,
    bytes: &'f [u8],
}

impl<'f> Content<'f> {
    fn read(bytes: &'f [u8]) -> Result<Content<'f>, Fault> {
        let (header, data) = split(bytes)?;
        let mut fields = None;
        let mut entries = BTreeMap::new();
        let mut json = Json::new(header, 8);
        json.object(|json, name| {
            let again = match &name[..] {
                "__metadata__" => fields.replace(texts_of(json)?).is_some(),
                _ => entries.insert(name.clone(), Entry::read(json)?).is_some(),
            };
            once(json, &name, again)
        })?;
        json.end()?;
        let fields = fields.ok_or_else(|| Fault::new("byte 8", "`__metadata__` is missing"))?;
        let mut tensors = BTreeMap::new();
        let mut taken = 0;
        for (name, entry) in entries {
            let tensor = Tensor::of(&entry, data)
                .map_err(|what| Fault::new(format!("tensor `{}`", short(&name)), what))?;
            taken += tensor.bytes.len();
            tensors.insert(name, tensor);
        }
        // With more or less than one number for each of its bytes, some are of none, or of several.
        if taken != data.len() {
            let what = format!("tensors have {taken} of its {} bytes", data.len());
            return Err(Fault::new("the end", what));
        }
        Ok(Content {
            fields,
            tensors,
            digest: sha256(data),
        })
    }
}

/// The members of an object of texts.
fn texts_of(json: &mut Json<'_>) -> Result<BTreeMap<String, String>, Fault> {
    let mut texts = BTreeMap::new();
    json.object(|json, name| {
        let again = texts.insert(name.clone(), json.string()?).is_some();
        once(json, &name, again)
    })?;
    Ok(texts)
}

fn once(json: &Json<'_>, name: &str, again: bool) -> Result<(), Fault> {
    match again {
        true => Err(json.fault(format!("a second `{}`", short(name)))),
        false => Ok(()),
    }
}

impl<'f> Tensor<'f> {
    fn of(entry: &Entry, data: &'f [u8]) -> Result<Tensor<'f>, String> {
        let Entry {
            kind,
            shape,
            begin,
            end,
        } = entry;
        let width = width(kind).ok_or(format!("expected F32 or F64, found {}", short(kind)))?;
        let length = shape
            .iter()
            .try_fold(width, |length, size| length.checked_mul(*size));
        match data.get(*begin..*end) {
            Some(bytes) if Some(bytes.len()) == length => Ok(Tensor {
                kind: kind.clone(),
                shape: shape.clone(),
                bytes,
            }),
            _ => Err(format!(
                "{kind} {shape:?} at [{begin}, {end}] of {} bytes: the file is cut short, or damaged",
                data.len()
            )),
        }
    }

    fn form(&self) -> String {
        format!("{} {:?}", self.kind, self.shape)
    }

    /// What differs from another one.
    fn difference(&self, right: &Tensor<'_>) -> Option<String> {
        let (form, wanted) = (self.form(), right.form());
        if form != wanted {
            return Some(format!("the file has {form}, training gives {wanted}"));
        }
        let width = width(&self.kind)?;
        let pairs = || {
            let numbers = self.bytes.chunks_exact(width);
            numbers.zip(right.bytes.chunks_exact(width))
        };
        let mut places = (0..).zip(pairs()).filter(|(_, (a, b))| a != b);
        let (place, (found, wanted)) = places.next()?;
        let index = match self.shape[..] {
            [_, columns] => format!("[{}, {}]", place / columns, place % columns),
            _ => format!("[{place}]"),
        };
        Some(told(
            1 + places.count(),
            pairs().count(),
            &index,
            [number(found), number(wanted)],
        ))
    }
}

/// How many numbers differ, and the first of them.
fn told(count: usize, of: usize, place: &str, [mut found, mut wanted]: [Number; 2]) -> String {
    let differ = if count == 1 { "differs" } else { "differ" };
    // Those that are no numbers may differ all the same.
    if found.text == wanted.text {
        found.text = found.bits;
        wanted.text = wanted.bits;
    }
    format!(
        "{count} of {of} numbers {differ}: at {place} the file has {}, training gives {}",
        found.text, wanted.text
    )
}

struct Number {
    text: String,
    bits: String,
}

fn width(kind: &str) -> Option<usize> {
    match kind {
        "F32" => Some(4),
        "F64" => Some(8),
        _ => None,
    }
}

/// The shortest text that is read as the same number.
fn number(bytes: &[u8]) -> Number {
    let (text, bits) = match *bytes {
        [a, b, c, d] => {
            let number = f32::from_le_bytes([a, b, c, d]);
            (format!("{number:?}"), u64::from(number.to_bits()))
        }
        [a, b, c, d, e, f, g, h] => {
            let number = f64::from_le_bytes([a, b, c, d, e, f, g, h]);
            (format!("{number:?}"), number.to_bits())
        }
        _ => (String::new(), 0),
    };
    Number {
        text,
        bits: format!("the bits {bits:#x}"),
    }
}

/// The differences of two safetensors files.
fn tensors(found: &[u8], right: &[u8]) -> Result<Vec<String>, Fault> {
    let found = Content::read(found)?;
    let right = Content::read(right)?;
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
    for name in names(&found.tensors, &right.tensors) {
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
    let found = Checkpoint::of_text(found?, weights)?;
    let right = Checkpoint::of_text(right, weights)?;
    let mut differences = Vec::new();
    let mut list = |line: usize, what: &str, found: &[f64], right: &[f64]| {
        let pairs = (1..).zip(found.iter().zip(right));
        let mut pairs = pairs.filter(|(_, (found, right))| found.to_bits() != right.to_bits());
        if let Some((place, (found, wanted))) = pairs.next() {
            let numbers = [found, wanted].map(|number_| number(&number_.to_le_bytes()));
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

#[cfg(test)]
mod tests;
