//! DEFLATE data (RFC 1951), inflated to memory of a fixed size, and the checksum of gzip.

use super::reading;

pub(crate) use super::interface::reading::{End, Inflated};

/// Inflates as much as there is room for.
pub(crate) fn inflate(deflated: &[u8], into: &mut [u8]) -> Inflated {
    // SAFETY: there are as many bytes, and as much room.
    unsafe {
        (reading().inflate)(
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
    unsafe { (reading().crc32)(bytes.as_ptr(), bytes.len()) }
}

#[cfg(test)]
mod tests;
