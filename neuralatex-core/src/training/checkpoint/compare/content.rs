//! A safetensors file without a training to hold it to: its fields, and its tensors by name.

use std::collections::BTreeMap;

use super::super::Fault;
use super::super::header::{Entry, split};
use super::super::json::Json;
use crate::digest::sha256;
use crate::error::short;

/// A file of tensors, by names.
pub(super) struct Content<'f> {
    pub(super) fields: BTreeMap<String, String>,
    pub(super) tensors: BTreeMap<String, Tensor<'f>>,
    /// Of all numbers.
    pub(super) digest: String,
}

pub(super) struct Tensor<'f> {
    kind: String,
    shape: Vec<usize>,
    bytes: &'f [u8],
}

impl<'f> Content<'f> {
    /// As a build reads it: the metadata comes first, and the tensors fill the data without gaps.
    pub(super) fn read(bytes: &'f [u8]) -> Result<Content<'f>, Fault> {
        let (header, data) = split(bytes)?;
        let mut fields = None;
        let mut entries = BTreeMap::new();
        let mut json = Json::new(header, 8);
        json.object(|json, name| {
            if fields.is_none() && name != "__metadata__" {
                return Err(json.fault("expected `__metadata__` before all tensors"));
            }
            let again = match &name[..] {
                "__metadata__" => fields.replace(texts_of(json)?).is_some(),
                _ => entries.insert(name.clone(), Entry::read(json)?).is_some(),
            };
            once(json, &name, again)
        })?;
        json.end()?;
        let fields = fields.ok_or_else(|| Fault::new("byte 8", "`__metadata__` is missing"))?;
        let mut entries: Vec<(String, Entry)> = entries.into_iter().collect();
        entries.sort_by_key(|(_, entry)| (entry.begin, entry.end));
        let mut tensors = BTreeMap::new();
        let mut place = 0;
        for (name, entry) in entries {
            let tensor = Tensor::of(&entry, data, place)
                .map_err(|what| Fault::new(format!("tensor `{}`", short(&name)), what))?;
            place = entry.end;
            tensors.insert(name, tensor);
        }
        let more = data.len() - place;
        if more > 0 {
            let what = format!("{more} bytes belong to no tensor");
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
    /// One that begins at this place.
    fn of(entry: &Entry, data: &'f [u8], place: usize) -> Result<Tensor<'f>, String> {
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
            Some(bytes) if Some(bytes.len()) == length && *begin == place => Ok(Tensor {
                kind: kind.clone(),
                shape: shape.clone(),
                bytes,
            }),
            _ => Err(format!(
                "{kind} {shape:?} at [{begin}, {end}] of {} bytes, expected at {place}: the file is cut \
                 short, or damaged",
                data.len()
            )),
        }
    }

    fn form(&self) -> String {
        format!("{} {:?}", self.kind, self.shape)
    }

    /// What differs from another one.
    pub(super) fn difference(&self, right: &Tensor<'_>) -> Option<String> {
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
pub(super) fn told(
    count: usize,
    of: usize,
    place: &str,
    [mut found, mut wanted]: [Number; 2],
) -> String {
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

pub(super) struct Number {
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
pub(super) fn number(bytes: &[u8]) -> Number {
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
