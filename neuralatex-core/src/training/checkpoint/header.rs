//! The header of a safetensors file: read without trust, and compared with a training.

use std::collections::BTreeMap;

use super::json::Json;
use super::origin::Origin;
use super::tensors::{List, Tensor, tensors};
use super::{Fault, metadata};
use crate::error::short;

/// What a header tells.
pub(super) struct Header {
    /// The SHA-256 of the data.
    pub(super) digest: String,
    /// Of start weights and shuffling.
    pub(super) seed: u64,
    /// For each tensor that the training may have.
    entries: BTreeMap<String, Option<Entry>>,
}

/// What it tells of a tensor.
pub(super) struct Entry {
    pub(super) kind: String,
    pub(super) shape: Vec<usize>,
    pub(super) begin: usize,
    pub(super) end: usize,
}

impl Header {
    /// The header of a file of this training, and the data after it. The metadata comes first, so
    /// that a file of another training is told as such, and not by its tensors.
    pub(super) fn read<'f>(
        bytes: &'f [u8],
        origin: &Origin<'_>,
    ) -> Result<(Header, &'f [u8]), Fault> {
        let (header, data) = split(bytes)?;
        let mut told = None;
        let mut entries = BTreeMap::new();
        for tensor in tensors(origin, 0) {
            entries.insert(tensor.name, None);
        }
        let mut json = Json::new(header, 8);
        json.object(|json, name| {
            if told.is_none() {
                if name != "__metadata__" {
                    return Err(json.fault("expected `__metadata__` before all tensors"));
                }
                told = Some(metadata::read(json, origin)?);
                return Ok(());
            }
            let what = match entries.get_mut(&name) {
                Some(entry @ None) => {
                    *entry = Some(Entry::read(json)?);
                    return Ok(());
                }
                Some(_) => "a second",
                None => "an unknown",
            };
            Err(json.fault(format!("{what} tensor `{}`", short(&name))))
        })?;
        json.end()?;
        let (digest, seed) =
            told.ok_or_else(|| Fault::new("byte 8", "`__metadata__` is missing"))?;
        let header = Header {
            digest,
            seed,
            entries,
        };
        Ok((header, data))
    }

    /// The tensors with their bytes, once they are what they should be and fill the data without
    /// gaps.
    pub(super) fn tensors<'f>(
        &self,
        origin: &Origin<'_>,
        data: &'f [u8],
    ) -> Result<Vec<(Tensor, &'f [u8])>, Fault> {
        let found = data.len();
        if let Some(length) = self.length().filter(|length| *length > found) {
            let what = format!(
                "the file is cut short: it has {found} of the {length} bytes of its numbers"
            );
            return Err(Fault::new("the end", what));
        }
        let epochs = match self.entry("losses").map(|entry| &entry.shape[..]) {
            None => return Err(Fault::new("tensor `losses`", "it is missing")),
            // One that the data cannot hold is told below.
            Some(shape) => shape
                .first()
                .map_or(0, |epochs| *epochs.min(&(data.len() / 8 + 1))),
        };
        let mut tensors = tensors(origin, epochs);
        let mut there = [false; List::COUNT];
        for tensor in &tensors {
            there[tensor.list as usize] |= self.entry(&tensor.name).is_some();
        }
        tensors.retain(|tensor| !tensor.list.is_optional() || there[tensor.list as usize]);
        let mut found = Vec::new();
        for tensor in tensors {
            let entry = self.entry(&tensor.name);
            let entry = entry.ok_or_else(|| tensor.fault("it is missing"))?;
            if entry.kind != tensor.kind() || entry.shape != tensor.shape {
                return Err(tensor.fault(format!(
                    "expected {} {:?}, found {} {:?}",
                    tensor.kind(),
                    tensor.shape,
                    short(&entry.kind),
                    entry.shape
                )));
            }
            found.push((tensor, entry));
        }
        found.sort_by_key(|(_, entry)| (entry.begin, entry.end));
        let mut place = 0;
        let mut slices = Vec::new();
        for (tensor, &Entry { begin, end, .. }) in found {
            let expected = place + tensor.length() * tensor.width();
            let bytes = data.get(begin..end);
            let Some(bytes) = bytes.filter(|_| [begin, end] == [place, expected]) else {
                return Err(tensor.fault(format!(
                    "its `data_offsets` are [{begin}, {end}] of {} bytes, expected [{place}, {expected}]",
                    data.len()
                )));
            };
            place = end;
            slices.push((tensor, bytes));
        }
        match data.len() - place {
            0 => Ok(slices),
            more => Err(Fault::new(
                "the end",
                format!("{more} bytes belong to no tensor"),
            )),
        }
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)?.as_ref()
    }

    /// How long the data should be, if the tensors follow each other as they should.
    fn length(&self) -> Option<usize> {
        let mut places: Vec<[usize; 2]> = self
            .entries
            .values()
            .flatten()
            .map(|entry| [entry.begin, entry.end])
            .collect();
        places.sort_unstable();
        places
            .into_iter()
            .try_fold(0, |place, [begin, end]| (begin == place).then_some(end))
    }
}

impl Entry {
    pub(super) fn read(json: &mut Json<'_>) -> Result<Entry, Fault> {
        let (mut kind, mut shape, mut offsets) = (None, None, None);
        json.object(|json, name| {
            let again = match &name[..] {
                "dtype" => kind.replace(json.string()?).is_some(),
                "shape" => shape.replace(json.numbers(2)?).is_some(),
                "data_offsets" => offsets.replace(json.numbers(2)?).is_some(),
                _ => return Err(json.fault(format!("an unknown field `{}`", short(&name)))),
            };
            match again {
                true => Err(json.fault(format!("a second field `{name}`"))),
                false => Ok(()),
            }
        })?;
        let (Some(kind), Some(shape), Some([begin, end])) = (kind, shape, offsets.as_deref())
        else {
            return Err(json.fault("expected `dtype`, `shape` and two `data_offsets` before this"));
        };
        Ok(Entry {
            kind,
            shape,
            begin: *begin,
            end: *end,
        })
    }
}

/// The header and the data.
pub(super) fn split(bytes: &[u8]) -> Result<(&str, &[u8]), Fault> {
    let fault = |what: String| Fault::new("byte 0", what);
    let Some((length, rest)) = bytes.split_first_chunk() else {
        let found = bytes.len();
        return Err(fault(format!(
            "expected the 8 bytes of a length, found {found}: the file is cut short"
        )));
    };
    let length = u64::from_le_bytes(*length);
    let parts = usize::try_from(length)
        .ok()
        .and_then(|length| rest.split_at_checked(length));
    let Some((header, data)) = parts else {
        let found = rest.len();
        return Err(fault(format!(
            "expected a header of {length} bytes, found {found}: the file is cut short, or of \
             another kind"
        )));
    };
    let text = std::str::from_utf8(header).map_err(|error| {
        let place = 8 + error.valid_up_to();
        Fault::new(format!("byte {place}"), "the header is no UTF-8 text")
    })?;
    Ok((text, data))
}
