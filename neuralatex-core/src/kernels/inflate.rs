//! DEFLATE data (RFC 1951), inflated to memory of a fixed size, and the checksum of gzip.

use super::form;
use super::interface::Form;

pub(crate) use super::interface::{End, Inflated};

/// Inflates as much as there is room for.
pub(crate) fn inflate(deflated: &[u8], into: &mut [u8]) -> Inflated {
    inflate_with(form(), deflated, into)
}

/// With kernels of a certain form.
fn inflate_with(form: &Form, deflated: &[u8], into: &mut [u8]) -> Inflated {
    // SAFETY: there are as many bytes, and as much room.
    unsafe {
        (form.inflate)(
            deflated.as_ptr(),
            deflated.len(),
            into.as_mut_ptr(),
            into.len(),
        )
    }
}

/// The CRC-32 of some bytes.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    // SAFETY: there are as many bytes.
    unsafe { (form().crc32)(bytes.as_ptr(), bytes.len()) }
}

#[cfg(test)]
mod tests;
