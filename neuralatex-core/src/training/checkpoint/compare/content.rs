//! A safetensors file without a training to hold it to: its fields, and its tensors by name.

use std::collections::BTreeMap;

use super::super::Fault;
use crate::digest::sha256;
use crate::safetensors;
use crate::training::file_kind::FileKind;

/// A file of tensors, by names.
pub(super) struct Content<'f> {
    pub(super) fields: BTreeMap<String, String>,
    pub(super) tensors: BTreeMap<String, Tensor<'f>>,
    /// Of all numbers.
    pub(super) digest: String,
}

pub(super) struct Tensor<'f> {
    told: safetensors::Tensor<'f>,
    bytes: &'f [u8],
}

impl<'f> Content<'f> {
    /// As a build reads it: the metadata comes first, and the tensors, so many, fill the data without
    /// gaps.
    pub(super) fn read(bytes: &'f [u8], expected: usize) -> Result<Content<'f>, Fault> {
        let file = FileKind::read(bytes, expected, Fault::check_kind)?;
        let fields = file.leading_metadata()?.iter();
        let fields = fields.map(|field| (field.name.to_string(), field.value.to_string()));
        Ok(Content {
            fields: fields.collect(),
            digest: sha256(file.data),
            tensors: {
                let bytes = file.bytes()?;
                let pairs = file.tensors.into_iter().zip(bytes);
                let named =
                    pairs.map(|(told, bytes)| (told.name.to_string(), Tensor { told, bytes }));
                named.collect()
            },
        })
    }

    /// How many epochs it tells of.
    pub(super) fn epochs(&self) -> Option<usize> {
        let losses = self.tensors.get("losses")?;
        let width = losses.told.known_kind().ok()?.width();
        Some(losses.bytes.len() / width)
    }
}

impl Tensor<'_> {
    /// What differs from another one.
    pub(super) fn difference(&self, right: &Tensor<'_>) -> Option<String> {
        let (form, wanted) = (self.told.form(), right.told.form());
        if form != wanted {
            return Some(format!("the file has {form}, training gives {wanted}"));
        }
        let width = self.told.known_kind().ok()?.width();
        let pairs = || {
            let numbers = self.bytes.chunks_exact(width);
            numbers.zip(right.bytes.chunks_exact(width))
        };
        let mut places = (0..).zip(pairs()).filter(|(_, (a, b))| a != b);
        let (place, (found, wanted)) = places.next()?;
        let index = self.told.index_of(place);
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
