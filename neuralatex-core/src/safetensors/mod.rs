//! The safetensors format, for whoever has a file of tensors:
//!
//! ```text
//! 8 bytes   the length of the header, little end first
//! header    {"__metadata__":{…},"0.weight":{"dtype":"F32","shape":[4,2],"data_offsets":[0,32]},…}
//! data      the numbers of the tensors one after the other, little end first
//! ```
//! Files are read without trust. Whoever reads says how many tensors are expected. All that is kept of a header
//! besides is bounded, and the rest is not copied: no file takes more memory than its own bytes and a constant.

mod json;
mod network;
mod number;
mod tensor;
#[cfg(test)]
mod tests;
mod writing;

use std::borrow::Cow;

use crate::error::short;
use json::Json;
pub(crate) use network::of_network;
pub(crate) use number::Kind;
pub(crate) use tensor::Tensor;
pub(crate) use writing::{Entry, Part, file, header};

/// What is wrong with a file, and in which part of it.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) place: String,
    pub(crate) what: String,
}

impl Wrong {
    pub(crate) fn new(place: impl Into<String>, what: impl Into<String>) -> Wrong {
        Wrong {
            place: place.into(),
            what: what.into(),
        }
    }

    fn at_byte(byte: usize, what: impl Into<String>) -> Wrong {
        Wrong::new(format!("byte {byte}"), what)
    }
}

impl From<Wrong> for String {
    fn from(Wrong { place, what }: Wrong) -> String {
        format!("{place}: {what}")
    }
}

/// A file, as its header tells.
pub(crate) struct File<'f> {
    /// The metadata, if there is any, and its place in the file.
    metadata: Option<(usize, Vec<Field<'f>>)>,
    /// In the order of the header.
    pub(crate) tensors: Vec<Tensor<'f>>,
    pub(crate) data: &'f [u8],
}

/// A text of the metadata.
pub(crate) struct Field<'f> {
    pub(crate) name: Cow<'f, str>,
    pub(crate) value: Cow<'f, str>,
    place: usize,
}

impl Field<'_> {
    /// That this is wrong with it.
    pub(crate) fn wrong(&self, what: impl Into<String>) -> Wrong {
        Wrong::at_byte(self.place, what)
    }
}

/// The field of metadata that says whether a network of an export was trained: `no`, or `partly`.
pub(crate) const TRAINED: &str = "neuralatex.trained";

/// Tensors beyond those that are expected, of which can be told what is wrong with them.
const MOST_OTHERS: usize = 1000;
/// More fields of metadata than anybody writes.
const MOST_FIELDS: usize = 1000;

impl<'f> File<'f> {
    /// The header of a file of which so many tensors are expected.
    pub(crate) fn read(bytes: &'f [u8], expected: usize) -> Result<File<'f>, Wrong> {
        let (header, data) = split(bytes)?;
        let most = expected.saturating_add(MOST_OTHERS);
        let mut metadata = None;
        let mut tensors = Vec::new();
        let mut json = Json::new(header, LENGTH);
        json.object(|json, name| {
            let place = json.place();
            match &name[..] {
                "__metadata__" if metadata.is_some() => Err(json.wrong("a second `__metadata__`")),
                "__metadata__" => {
                    metadata = Some((place, fields(json)?));
                    Ok(())
                }
                _ if tensors.len() == most => {
                    Err(json.wrong(format!("more than {most} tensors, expected {expected}")))
                }
                _ => {
                    tensors.push(Tensor::read(json, name, place)?);
                    Ok(())
                }
            }
        })?;
        json.end()?;
        let names = tensors.iter().map(|tensor| (&tensor.name[..], tensor.byte));
        once("tensor", names.collect())?;
        let file = File {
            metadata,
            tensors,
            data,
        };
        file.check_length()?;
        Ok(file)
    }

    /// The metadata of a file that begins with it.
    pub(crate) fn leading_metadata(&self) -> Result<&[Field<'f>], Wrong> {
        let first = self
            .tensors
            .first()
            .map_or(usize::MAX, |tensor| tensor.byte);
        match &self.metadata {
            Some((place, fields)) if *place < first => Ok(fields),
            None if self.tensors.is_empty() => {
                Err(Wrong::at_byte(LENGTH, "`__metadata__` is missing"))
            }
            _ => {
                let what = "expected `__metadata__` before all tensors";
                Err(Wrong::at_byte(first, what))
            }
        }
    }

    /// A text of the metadata, if it has it.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let (_, fields) = self.metadata.as_ref()?;
        let found = fields.iter().find(|field| field.name == name)?;
        Some(&found.value)
    }

    /// The bytes of each tensor, once these fill the data without gaps.
    pub(crate) fn bytes(&self) -> Result<Vec<&'f [u8]>, Wrong> {
        let mut order: Vec<usize> = (0..self.tensors.len()).collect();
        order.sort_by_key(|&index| self.tensors[index].offsets);
        let mut all: Vec<&[u8]> = vec![&[]; order.len()];
        let mut place = 0_usize;
        for index in order {
            let tensor = &self.tensors[index];
            let [begin, end] = tensor.offsets;
            let length = tensor.length()?;
            let expected = place.saturating_add(length);
            let bytes = self.data.get(begin..end);
            all[index] = bytes
                .filter(|_| [begin, end] == [place, expected])
                .ok_or_else(|| {
                    let count = self.data.len();
                    tensor.wrong(format!(
                        "its `data_offsets` are [{begin}, {end}] of {count} bytes, expected [{place}, {expected}]"
                    ))
                })?;
            place = end;
        }
        match self.data.len() - place {
            0 => Ok(all),
            more => Err(Wrong::new(
                "the end",
                format!("{more} bytes belong to no tensor"),
            )),
        }
    }

    /// That the file is not cut short, as far as tensors that follow each other tell.
    fn check_length(&self) -> Result<(), Wrong> {
        let mut places: Vec<[usize; 2]> =
            self.tensors.iter().map(|tensor| tensor.offsets).collect();
        places.sort_unstable();
        let mut places = places.into_iter();
        let end = places.try_fold(0, |place, [begin, end]| (begin == place).then_some(end));
        let found = self.data.len();
        match end.filter(|end| *end > found) {
            None => Ok(()),
            Some(end) => {
                let what = format!(
                    "the file is cut short: it has {found} of the {end} bytes of its numbers"
                );
                Err(Wrong::new("the end", what))
            }
        }
    }
}

/// The members of the metadata.
fn fields<'f>(json: &mut Json<'f>) -> Result<Vec<Field<'f>>, Wrong> {
    let mut fields = Vec::new();
    json.object(|json, name| {
        if fields.len() == MOST_FIELDS {
            return Err(json.wrong(format!("more than {MOST_FIELDS} fields of metadata")));
        }
        let place = json.place();
        let value = json.string()?;
        fields.push(Field { name, value, place });
        Ok(())
    })?;
    let names = fields.iter().map(|field| (&field.name[..], field.place));
    once("field", names.collect())?;
    Ok(fields)
}

/// That no name is there twice; each comes with its place.
fn once(what: &str, mut names: Vec<(&str, usize)>) -> Result<(), Wrong> {
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        None => Ok(()),
        Some(pair) => {
            let (name, place) = pair[1];
            Err(Wrong::at_byte(
                place,
                format!("a second {what} `{}`", short(name)),
            ))
        }
    }
}

/// The bytes before the header.
const LENGTH: usize = 8;

/// The header and the data.
fn split(bytes: &[u8]) -> Result<(&str, &[u8]), Wrong> {
    let Some((length, rest)) = bytes.split_first_chunk::<LENGTH>() else {
        let found = bytes.len();
        let what =
            format!("expected the 8 bytes of a length, found {found}: the file is cut short");
        return Err(Wrong::at_byte(0, what));
    };
    let length = u64::from_le_bytes(*length);
    let parts = usize::try_from(length)
        .ok()
        .and_then(|length| rest.split_at_checked(length));
    let Some((header, data)) = parts else {
        let found = rest.len();
        let what = format!(
            "expected a header of {length} bytes, found {found}: the file is cut short, or of another kind"
        );
        return Err(Wrong::at_byte(0, what));
    };
    let text = std::str::from_utf8(header).map_err(|error| {
        Wrong::at_byte(LENGTH + error.valid_up_to(), "the header is no UTF-8 text")
    })?;
    Ok((text, data))
}
