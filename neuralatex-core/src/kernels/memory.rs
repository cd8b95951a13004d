//! Memory as the kernels want it: numbers from the beginning of a cache line on.

use std::marker::PhantomData;

use super::Number;

/// Numbers, all 0 at first.
pub(crate) struct Buffer<T> {
    /// Zeros of a plain type, which the system gives for nothing.
    words: Vec<u64>,
    /// The first word that begins a cache line.
    start: usize,
    length: usize,
    numbers: PhantomData<T>,
}

const LINE: usize = 64;

/// With what lies before the first cache line.
fn words_for<T>(length: usize) -> usize {
    (length * size_of::<T>() + LINE).div_ceil(size_of::<u64>())
}

impl<T: Number> Buffer<T> {
    /// How many bytes a buffer of so many numbers takes.
    pub(crate) fn bytes(length: usize) -> u64 {
        match length {
            0 => 0,
            _ => (words_for::<T>(length) * size_of::<u64>()) as u64,
        }
    }

    pub(crate) fn zeros(length: usize) -> Buffer<T> {
        let mut words = Vec::new();
        let mut start = 0;
        if length > 0 {
            words = vec![0; words_for::<T>(length)];
            let beyond = words.as_ptr().addr() % LINE;
            start = (LINE - beyond) % LINE / size_of::<u64>();
        }
        Buffer {
            words,
            start,
            length,
            numbers: PhantomData,
        }
    }

    /// Where the numbers begin; null if there are none.
    pub(crate) fn pointer(&mut self) -> *mut T {
        match self.length {
            0 => std::ptr::null_mut(),
            _ => self.words[self.start..].as_mut_ptr().cast(),
        }
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        let words = self.words[self.start..].as_ptr();
        // SAFETY: from there on the words hold at least as many numbers, whose alignment is no
        // larger, and any bits are a number.
        unsafe { std::slice::from_raw_parts(words.cast(), self.length) }
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        let words = self.words[self.start..].as_mut_ptr();
        // SAFETY: as above, and nobody else has them.
        unsafe { std::slice::from_raw_parts_mut(words.cast(), self.length) }
    }
}
