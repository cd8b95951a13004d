//! A safetensors file compared with a training: its metadata, then its tensors.

use std::collections::BTreeMap;

use super::origin::Origin;
use super::tensors::{List, Tensor, tensors};
use super::{Fault, Format, metadata};
use crate::error::short;
use crate::safetensors::File;
use crate::training::file_kind::FileKind;

/// A file of a training.
pub(super) struct Header<'f> {
    /// The SHA-256 of the data.
    pub(super) digest: String,
    /// Of start weights and shuffling.
    pub(super) seed: u64,
    pub(super) file: File<'f>,
    /// The places of tensors in the file, for each that the training may have.
    entries: BTreeMap<String, Option<usize>>,
}

impl<'f> Header<'f> {
    /// The header of a file of this training. The metadata comes first, so that a file of another
    /// training is told as such, and not by its tensors.
    pub(super) fn read(bytes: &'f [u8], origin: &Origin<'_>) -> Result<Header<'f>, Fault> {
        let known = tensors(origin, 0)
            .into_iter()
            .map(|tensor| tensor.part.name);
        let mut entries: BTreeMap<String, Option<usize>> = known.map(|name| (name, None)).collect();
        let file = FileKind::read(bytes, entries.len(), Fault::check_kind)?;
        let (digest, seed) = metadata::read(file.leading_metadata()?, origin)?;
        for (place, tensor) in file.tensors.iter().enumerate() {
            let Some(entry) = entries.get_mut(&tensor.name[..]) else {
                let what = format!("an unknown tensor `{}`", short(&tensor.name));
                return Err(Fault::new(format!("byte {}", tensor.byte), what));
            };
            *entry = Some(place);
        }
        Ok(Header {
            digest,
            seed,
            file,
            entries,
        })
    }

    /// The tensors with their bytes, once they are what they should be and fill the data without
    /// gaps.
    pub(super) fn tensors(&self, origin: &Origin<'_>) -> Result<Vec<(Tensor, &'f [u8])>, Fault> {
        let Some(losses) = self.entry("losses") else {
            return Err(Fault::new("tensor `losses`", "it is missing"));
        };
        let epochs = self.file.tensors[losses]
            .shape
            .first()
            .map_or(0, |epochs| *epochs);
        let wanted = origin.plan.epochs();
        if epochs > wanted {
            return Err(Fault::too_many_epochs(Format::Safetensors, epochs, wanted));
        }
        let mut tensors = tensors(origin, epochs);
        let mut there = [false; List::COUNT];
        for tensor in &tensors {
            there[tensor.list as usize] |= self.entry(&tensor.part.name).is_some();
        }
        tensors.retain(|tensor| !tensor.list.is_optional() || there[tensor.list as usize]);
        let mut found = Vec::new();
        for tensor in tensors {
            let place = self.entry(&tensor.part.name);
            let place = place.ok_or_else(|| tensor.fault("it is missing"))?;
            let entry = &self.file.tensors[place];
            let kind = tensor.part.kind().name();
            if entry.kind != kind || entry.shape != tensor.part.shape {
                let (shape, form) = (&tensor.part.shape, entry.form());
                let what = format!("expected {kind} {shape:?}, found {form}");
                return Err(tensor.fault(what));
            }
            found.push((tensor, place));
        }
        let bytes = self.file.bytes()?;
        let found = found.into_iter();
        Ok(found
            .map(|(tensor, place)| (tensor, bytes[place]))
            .collect())
    }

    fn entry(&self, name: &str) -> Option<usize> {
        *self.entries.get(name)?
    }
}
