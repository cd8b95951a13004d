//! Files as they are written: the length of the header, the header, the numbers.

use std::cmp::Ordering;

use super::Kind;
use crate::json;
use crate::spec::Precision;

/// What a header tells of a tensor.
pub(crate) struct Entry<'t> {
    pub(crate) name: &'t str,
    pub(crate) kind: &'static str,
    pub(crate) shape: &'t [usize],
    pub(crate) bytes: usize,
}

impl Entry<'_> {
    /// Which of two comes first: the wider numbers, so that all are aligned, then by name. Those that are
    /// written have 64 bits or 32.
    pub(crate) fn order(&self, other: &Entry<'_>) -> Ordering {
        let is_wide = |entry: &Entry<'_>| entry.kind.ends_with("64");
        let widths = is_wide(other).cmp(&is_wide(self));
        widths.then_with(|| self.name.cmp(other.name))
    }
}

/// What stands before the numbers of some tensors, in this order. Nothing is told of metadata that there is none of.
pub(crate) fn header(metadata: &[(&'static str, String)], tensors: &[Entry<'_>]) -> Vec<u8> {
    let mut members = Vec::new();
    if !metadata.is_empty() {
        let metadata = metadata.iter();
        let metadata = json::object(metadata.map(|(name, value)| (*name, json::string(value))));
        members.push(format!(r#""__metadata__":{metadata}"#));
    }
    let mut begin = 0;
    for tensor in tensors {
        let (name, kind, shape) = (tensor.name, tensor.kind, tensor.shape);
        let end = begin + tensor.bytes;
        members.push(format!(
            r#""{name}":{{"dtype":"{kind}","shape":{shape:?},"data_offsets":[{begin},{end}]}}"#
        ));
        begin = end;
    }
    let mut text = format!("{{{}}}", members.join(","));
    // What follows is aligned.
    while !text.len().is_multiple_of(8) {
        text.push(' ');
    }
    let length = (text.len() as u64).to_le_bytes();
    [&length, text.as_bytes()].concat()
}

/// A tensor of a part of a list: runs of numbers at a regular distance.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) precision: Precision,
    pub(crate) shape: Vec<usize>,
    pub(crate) start: usize,
    pub(crate) run: usize,
    pub(crate) runs: usize,
    pub(crate) distance: usize,
}

impl Part {
    /// How many numbers it has.
    pub(crate) fn length(&self) -> usize {
        self.run * self.runs
    }

    /// Their kind.
    pub(crate) fn kind(&self) -> Kind {
        Kind::from(self.precision)
    }

    /// Their places in the list.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        let (start, run, distance) = (self.start, self.run, self.distance);
        (0..self.runs).flat_map(move |index| (start + index * distance..).take(run))
    }

    /// Writes those of the list as they stand in a file.
    pub(crate) fn write(&self, list: &[f64], data: &mut Vec<u8>) {
        for index in 0..self.runs {
            let run = &list[self.start + index * self.distance..][..self.run];
            data.extend_from_slice(&self.precision.bytes(run));
        }
    }

    /// What a header tells of it.
    pub(crate) fn entry(&self) -> Entry<'_> {
        Entry {
            name: &self.name,
            kind: self.kind().name(),
            shape: &self.shape,
            bytes: self.length() * self.precision.size(),
        }
    }
}

/// The file of parts, in this order, each with its list. The metadata may tell of the bytes of all numbers.
pub(crate) fn file(
    parts: &[(&Part, &[f64])],
    metadata: impl FnOnce(&[u8]) -> Vec<(&'static str, String)>,
) -> Vec<u8> {
    let entries: Vec<Entry<'_>> = parts.iter().map(|(part, _)| part.entry()).collect();
    let sizes = entries.iter().map(|entry| entry.bytes);
    // With room for the header, which comes in front when all is known.
    let mut data = Vec::with_capacity(sizes.sum::<usize>() + (1 << 14));
    for (part, list) in parts {
        part.write(list, &mut data);
    }
    let header = header(&metadata(&data), &entries);
    data.splice(0..0, header);
    data
}

#[cfg(test)]
mod tests {
    use super::Entry;

    #[test]
    fn wide_numbers_come_first_then_names_tell_the_order() {
        let entry = |(name, kind)| Entry {
            name,
            kind,
            shape: &[1],
            bytes: 4,
        };
        let tensors = [("b", "F32"), ("d", "F64"), ("a", "I32"), ("c", "F64")];
        let mut entries = tensors.map(entry);
        entries.sort_by(Entry::order);
        assert_eq!(entries.map(|entry| entry.name), ["c", "d", "a", "b"]);
    }
}
