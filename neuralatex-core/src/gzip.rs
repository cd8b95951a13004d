//! Files of gzip (RFC 1952): members, each with a header, DEFLATE data, and the checksum and the length of
//! what was deflated.

use crate::kernels::inflate::{End, crc32, inflate};

const CUT_SHORT: &str = "the gzip data is cut short";

pub(crate) fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// The DEFLATE data and all that follows, of bytes that begin with a member.
pub(crate) fn open(bytes: &[u8]) -> Result<&[u8], String> {
    const CHECKSUM: u8 = 2;
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    if !is_gzip(bytes) {
        return Err("there is no gzip data".to_string());
    }
    let (header, mut rest) = bytes.split_at_checked(10).ok_or(CUT_SHORT)?;
    let (method, flags) = (header[2], header[3]);
    if method != 8 || flags >= 32 {
        return Err("the gzip data is of a kind that nobody has defined".to_string());
    }
    if flags & EXTRA != 0 {
        let (length, more) = rest.split_first_chunk().ok_or(CUT_SHORT)?;
        let length = usize::from(u16::from_le_bytes(*length));
        rest = more.get(length..).ok_or(CUT_SHORT)?;
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            let end = rest.iter().position(|byte| *byte == 0).ok_or(CUT_SHORT)?;
            rest = &rest[end + 1..];
        }
    }
    if flags & CHECKSUM != 0 {
        rest = rest.get(2..).ok_or(CUT_SHORT)?;
    }
    Ok(rest)
}

/// Unpacks all members, one after the other; how many bytes that gives.
pub(crate) fn unpack(bytes: &[u8], into: &mut [u8]) -> Result<usize, String> {
    match members(bytes, into)? {
        (written, true) => Ok(written),
        (written, false) => Err(format!("there is more data than {written} bytes")),
    }
}

/// Unpacks as much as there is room for, and checks no more than that.
pub(crate) fn first(bytes: &[u8], into: &mut [u8]) -> Result<usize, String> {
    members(bytes, into).map(|(written, _)| written)
}

/// How many bytes were unpacked, and whether these are all.
fn members(mut bytes: &[u8], into: &mut [u8]) -> Result<(usize, bool), String> {
    let mut written = 0;
    loop {
        let deflated = open(bytes)?;
        let room = &mut into[written..];
        let inflated = inflate(deflated, room);
        written += inflated.written;
        match inflated.end {
            End::Full => return Ok((written, false)),
            End::CutShort => return Err(CUT_SHORT.to_string()),
            End::Broken => return Err("the gzip data is damaged".to_string()),
            End::Done => {}
        }
        let trailer = &deflated[inflated.read..];
        let (checksum, trailer) = trailer.split_first_chunk().ok_or(CUT_SHORT)?;
        let (length, rest) = trailer.split_first_chunk().ok_or(CUT_SHORT)?;
        let unpacked = &room[..inflated.written];
        if u32::from_le_bytes(*checksum) != crc32(unpacked) {
            return Err("the checksum of the gzip data is wrong".to_string());
        }
        // The length is that of the last 32 bits.
        if u32::from_le_bytes(*length) != unpacked.len() as u32 {
            return Err("the length of the gzip data is wrong".to_string());
        }
        // Tapes and disks fill up with zeros.
        if rest.iter().all(|byte| *byte == 0) {
            return Ok((written, true));
        }
        if !is_gzip(rest) {
            return Err("something else follows the gzip data".to_string());
        }
        bytes = rest;
    }
}

#[cfg(test)]
mod tests;
