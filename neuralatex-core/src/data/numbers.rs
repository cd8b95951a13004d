//! Numbers in the precision of a model: data is kept once, as training reads it.

use crate::digest::Sha256;
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

    /// Makes room for so many more.
    pub(crate) fn reserve(&mut self, count: usize) {
        match self {
            Numbers::Single(list) => list.reserve_exact(count),
            Numbers::Double(list) => list.reserve_exact(count),
        }
    }

    /// Adds numbers, rounded; or tells which is the first that is not finite then.
    pub(crate) fn extend(&mut self, numbers: &[f64]) -> Result<(), usize> {
        match self {
            Numbers::Single(list) => kernels::append(list, numbers),
            Numbers::Double(list) => kernels::append(list, numbers),
        }
    }

    /// Adds the numbers to a digest, little end first.
    pub(crate) fn digest(&self, digest: &mut Sha256) {
        match self {
            Numbers::Single(list) => update(digest, list, f32::to_le_bytes),
            Numbers::Double(list) => update(digest, list, f64::to_le_bytes),
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

fn update<T: Number, const SIZE: usize>(
    digest: &mut Sha256,
    list: &[T],
    bytes: fn(T) -> [u8; SIZE],
) {
    if cfg!(target_endian = "little") {
        return digest.update(kernels::bytes(list));
    }
    for number in list {
        digest.update(&bytes(*number));
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
    use super::Numbers;
    use crate::digest::{Sha256, sha256};

    #[test]
    fn a_digest_is_that_of_all_numbers_little_end_first() {
        let numbers = [0.5, -0.0, 1.0 / 3.0];
        let digest = |numbers: Numbers| {
            let mut digest = Sha256::new();
            numbers.digest(&mut digest);
            digest.finish()
        };
        let single = numbers.map(|number| number as f32);
        let bytes = single.map(f32::to_le_bytes).concat();
        assert_eq!(digest(Numbers::Single(single.to_vec())), sha256(&bytes));
        let bytes = numbers.map(f64::to_le_bytes).concat();
        assert_eq!(digest(Numbers::Double(numbers.to_vec())), sha256(&bytes));
    }
}
