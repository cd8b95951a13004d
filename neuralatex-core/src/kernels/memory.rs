//! Memory as the kernels want it: numbers from the beginning of a cache line on.

use std::marker::PhantomData;

use super::Number;

/// 64 bytes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u64; 8]);

/// Numbers, all 0 at first.
pub(crate) struct Buffer<T> {
    lines: Vec<Line>,
    length: usize,
    numbers: PhantomData<T>,
}

impl<T: Number> Buffer<T> {
    pub(crate) fn zeros(length: usize) -> Buffer<T> {
        Buffer {
            lines: vec![Line([0; 8]); (length * size_of::<T>()).div_ceil(64)],
            length,
            numbers: PhantomData,
        }
    }

    pub(crate) fn of(numbers: &[T]) -> Buffer<T> {
        let mut buffer = Buffer::zeros(numbers.len());
        buffer.as_mut_slice().copy_from_slice(numbers);
        buffer
    }

    /// Where the numbers begin; null if there are none.
    pub(crate) fn pointer(&mut self) -> *mut T {
        match self.length {
            0 => std::ptr::null_mut(),
            _ => self.lines.as_mut_ptr().cast(),
        }
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        // SAFETY: the lines hold at least as many numbers, and any bits are a number.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.length) }
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: as above, and nobody else has them.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.length) }
    }
}
