//! Numbers in the precision of a model: data is kept once, as training reads it.

use std::borrow::Cow;

use crate::kernels::{self, Number};
use crate::spec::Precision;

/// A list of numbers of one precision.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Numbers {
    Single(Vec<f32>),
    Double(Vec<f64>),
}

impl Numbers {
    pub(crate) fn new(precision: Precision) -> Numbers {
        match precision {
            Precision::F32 => Numbers::Single(Vec::new()),
            Precision::F64 => Numbers::Double(Vec::new()),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Numbers::Single(list) => list.len(),
            Numbers::Double(list) => list.len(),
        }
    }

    /// The memory that they take.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Numbers::Single(list) => (list.capacity() * size_of::<f32>()) as u64,
            Numbers::Double(list) => (list.capacity() * size_of::<f64>()) as u64,
        }
    }

    /// Makes room for so many more.
    pub(crate) fn reserve(&mut self, count: usize) {
        match self {
            Numbers::Single(list) => list.reserve_exact(count),
            Numbers::Double(list) => list.reserve_exact(count),
        }
    }

    /// Puts a number, rounded, in a place that is there.
    pub(crate) fn set(&mut self, place: usize, number: f64) {
        match self {
            Numbers::Single(list) => list[place] = number as f32,
            Numbers::Double(list) => list[place] = number,
        }
    }

    /// So many, new ones 0.
    pub(crate) fn resize(&mut self, count: usize) {
        self.reserve(count.saturating_sub(self.len()));
        match self {
            Numbers::Single(list) => list.resize(count, 0.0),
            Numbers::Double(list) => list.resize(count, 0.0),
        }
    }

    /// Takes out rows of so many numbers; which ones is told in ascending order.
    pub(crate) fn take_out(&mut self, rows: &[usize], width: usize) -> Numbers {
        match self {
            Numbers::Single(list) => Numbers::Single(take_out(list, rows, width)),
            Numbers::Double(list) => Numbers::Double(take_out(list, rows, width)),
        }
    }

    /// Adds numbers, rounded; or tells which is the first that is not finite then.
    pub(crate) fn extend(&mut self, numbers: &[f64]) -> Result<(), usize> {
        match self {
            Numbers::Single(list) => kernels::append(list, numbers),
            Numbers::Double(list) => kernels::append(list, numbers),
        }
    }

    /// The numbers as they stand in files, little end first.
    pub(crate) fn in_files(&self) -> Cow<'_, [u8]> {
        match self {
            Numbers::Single(list) => in_files(list, f32::to_le_bytes),
            Numbers::Double(list) => in_files(list, f64::to_le_bytes),
        }
    }

    /// The number at a place that is there.
    pub(crate) fn get(&self, place: usize) -> f64 {
        match self {
            Numbers::Single(list) => f64::from(list[place]),
            Numbers::Double(list) => list[place],
        }
    }

    /// Some of the numbers.
    ///
    /// # Panics
    /// If they are not there.
    pub(crate) fn part(&self, start: usize, length: usize) -> Vec<f64> {
        match self {
            Numbers::Single(list) => wide(&list[start..][..length]),
            Numbers::Double(list) => wide(&list[start..][..length]),
        }
    }
}

/// Takes rows out of a list, the others move up.
pub(super) fn take_out<T: Copy>(list: &mut Vec<T>, rows: &[usize], width: usize) -> Vec<T> {
    let mut taken = Vec::with_capacity(rows.len() * width);
    let Some(&first) = rows.first().filter(|_| width > 0) else {
        return taken;
    };
    let mut kept = first * width;
    for (index, &row) in rows.iter().enumerate() {
        let start = row * width;
        let next = rows.get(index + 1).map_or(list.len(), |next| next * width);
        taken.extend_from_slice(&list[start..start + width]);
        list.copy_within(start + width..next, kept);
        kept += next - start - width;
    }
    list.truncate(kept);
    taken
}

fn in_files<T: Number, const SIZE: usize>(list: &[T], bytes: fn(T) -> [u8; SIZE]) -> Cow<'_, [u8]> {
    match cfg!(target_endian = "little") {
        true => Cow::Borrowed(kernels::bytes(list)),
        false => Cow::Owned(list.iter().flat_map(|number| bytes(*number)).collect()),
    }
}

fn wide<T: Number>(numbers: &[T]) -> Vec<f64> {
    numbers.iter().map(|number| number.wide()).collect()
}

/// A type of which there are lists.
pub(crate) trait Listed: Number {
    /// The numbers of a list, if they are of this type.
    fn list(numbers: &Numbers) -> Option<&[Self]>;
}

impl Listed for f32 {
    fn list(numbers: &Numbers) -> Option<&[f32]> {
        match numbers {
            Numbers::Single(list) => Some(list),
            Numbers::Double(_) => None,
        }
    }
}

impl Listed for f64 {
    fn list(numbers: &Numbers) -> Option<&[f64]> {
        match numbers {
            Numbers::Double(list) => Some(list),
            Numbers::Single(_) => None,
        }
    }
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers::new(Precision::default())
    }
}

#[cfg(test)]
mod tests {
    use super::{Numbers, take_out};

    #[test]
    fn rows_are_taken_out_whole() {
        let mut list: Vec<usize> = (0..10).collect();
        assert_eq!(take_out(&mut list, &[1, 2, 4], 2), [2, 3, 4, 5, 8, 9]);
        assert_eq!(list, [0, 1, 6, 7]);
        assert!(take_out(&mut list, &[], 2).is_empty());
        assert!(take_out(&mut list, &[0], 0).is_empty());
        assert_eq!(take_out(&mut list, &[0, 1], 2), [0, 1, 6, 7]);
        assert!(list.is_empty());
    }

    #[test]
    fn in_files_the_little_end_comes_first() {
        let numbers = [0.5, -0.0, 1.0 / 3.0];
        let single = numbers.map(|number| number as f32);
        let bytes = single.map(f32::to_le_bytes).concat();
        assert_eq!(*Numbers::Single(single.to_vec()).in_files(), bytes);
        let bytes = numbers.map(f64::to_le_bytes).concat();
        assert_eq!(*Numbers::Double(numbers.to_vec()).in_files(), bytes);
    }
}
