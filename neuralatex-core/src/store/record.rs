//! A record: some parts under a key, sealed, so that what is read is what was written, for this key.
//!
//! ```text
//! neuralatex record 1
//! for the key and each part: 8 bytes with its length, little end first, and its bytes
//! the SHA-256 of all that, in hexadecimal
//! ```

use crate::digest::sha256;

const FORMAT: &[u8] = b"neuralatex record 1\n";

/// The length of the digest.
const SEAL: usize = 64;

pub(super) fn seal(key: &str, parts: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = FORMAT.to_vec();
    for part in [key.as_bytes()]
        .into_iter()
        .chain(parts.iter().map(Vec::as_slice))
    {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part);
    }
    let digest = sha256(&bytes);
    bytes.extend_from_slice(digest.as_bytes());
    bytes
}

/// The parts; or why these bytes are no record of this key.
pub(super) fn open<'b>(bytes: &'b [u8], key: &str) -> Result<Vec<&'b [u8]>, &'static str> {
    let damaged = "it is damaged, or cut short";
    let end = bytes.len().checked_sub(SEAL).ok_or(damaged)?;
    let (content, digest) = bytes.split_at(end);
    let mut rest = content
        .strip_prefix(FORMAT)
        .ok_or("it is of another version, or no record")?;
    if sha256(content).as_bytes() != digest {
        return Err(damaged);
    }
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let (length, more) = rest.split_first_chunk().ok_or(damaged)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| damaged)?;
        let (part, more) = more.split_at_checked(length).ok_or(damaged)?;
        parts.push(part);
        rest = more;
    }
    match parts.split_first() {
        Some((found, parts)) if *found == key.as_bytes() => Ok(parts.to_vec()),
        _ => Err("it is that of another model"),
    }
}

#[cfg(test)]
mod tests {
    use super::{open, seal};

    #[test]
    fn a_record_is_opened_as_it_was_sealed_and_with_its_own_key_only() {
        let parts = vec![b"code".to_vec(), Vec::new(), vec![0, 255]];
        let bytes = seal("key", &parts);
        assert_eq!(open(&bytes, "key").unwrap(), parts);
        assert!(open(&bytes, "kex").is_err());
        assert!(open(&bytes, "").is_err());
    }

    #[test]
    fn every_flipped_bit_and_every_missing_byte_is_noticed() {
        let bytes = seal("a key", &[b"some code".to_vec()]);
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut flipped = bytes.clone();
                flipped[place] ^= 1 << bit;
                assert!(open(&flipped, "a key").is_err(), "byte {place}, bit {bit}");
            }
            assert!(open(&bytes[..place], "a key").is_err(), "{place} bytes");
        }
        assert!(open(&[&bytes[..], b" "].concat(), "a key").is_err());
    }
}
