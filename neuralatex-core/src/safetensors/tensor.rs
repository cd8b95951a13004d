//! A tensor, as a header tells of it.

use std::borrow::Cow;

use super::json::Json;
use super::{Kind, Wrong};
use crate::error::short;

/// What a header tells of a tensor.
pub(crate) struct Tensor<'f> {
    pub(crate) name: Cow<'f, str>,
    /// The word for its numbers.
    pub(crate) kind: Cow<'f, str>,
    pub(crate) shape: Vec<usize>,
    pub(super) offsets: [usize; 2],
    /// Where the header tells of it.
    pub(crate) byte: usize,
}

/// More dimensions than any tensor has.
const MOST_DIMENSIONS: usize = 8;

impl<'f> Tensor<'f> {
    pub(super) fn read(
        json: &mut Json<'f>,
        name: Cow<'f, str>,
        byte: usize,
    ) -> Result<Tensor<'f>, Wrong> {
        let (mut kind, mut shape, mut offsets) = (None, None, None);
        json.object(|json, name| {
            let again = match &name[..] {
                "dtype" => kind.replace(json.string()?).is_some(),
                "shape" => shape.replace(json.numbers(MOST_DIMENSIONS)?).is_some(),
                "data_offsets" => offsets.replace(json.numbers(2)?).is_some(),
                _ => return Err(json.wrong(format!("an unknown field `{}`", short(&name)))),
            };
            match again {
                true => Err(json.wrong(format!("a second field `{name}`"))),
                false => Ok(()),
            }
        })?;
        let (Some(kind), Some(shape), Some(&[begin, end])) = (kind, shape, offsets.as_deref())
        else {
            return Err(json.wrong("expected `dtype`, `shape` and two `data_offsets` before this"));
        };
        Ok(Tensor {
            name,
            kind,
            shape,
            offsets: [begin, end],
            byte,
        })
    }

    /// That this is wrong with it.
    pub(crate) fn wrong(&self, what: impl Into<String>) -> Wrong {
        Wrong::new(format!("tensor `{}`", short(&self.name)), what)
    }

    /// The kind of its numbers and its shape, in words.
    pub(crate) fn form(&self) -> String {
        format!("{} {:?}", short(&self.kind), self.shape)
    }

    /// The kind of its numbers, of which some are known.
    pub(crate) fn known_kind(&self) -> Result<Kind, Wrong> {
        Kind::of(&self.kind).ok_or_else(|| {
            let found = short(&self.kind);
            self.wrong(format!("expected {}, found {found}", Kind::NAMES))
        })
    }

    /// Of a number, where it stands: `[2, 0]`.
    pub(crate) fn index_of(&self, number: usize) -> String {
        match self.shape[..] {
            [_, columns] if columns > 0 => format!("[{}, {}]", number / columns, number % columns),
            _ => format!("[{number}]"),
        }
    }

    /// How many bytes it takes.
    pub(super) fn length(&self) -> Result<usize, Wrong> {
        let width = self.known_kind()?.width();
        let mut sizes = self.shape.iter();
        let length = sizes.try_fold(width, |length, size| length.checked_mul(*size));
        length.ok_or_else(|| self.wrong(format!("no file can hold {}", self.form())))
    }
}
