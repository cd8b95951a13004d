//! SHA-256 (FIPS 180-4), for `DIGEST` and checkpoints: a hundred lines instead of nine crates that
//! every user would have to compile. Tested against the `sha2` crate.

use crate::kernels::{compress, form};

/// The digest of some bytes, as 64 hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    let mut digest = Sha256::new();
    digest.update(bytes);
    digest.finish()
}

/// A digest of bytes that come piece by piece.
pub(crate) struct Sha256 {
    state: [u32; 8],
    /// What has not filled a block yet.
    rest: Vec<u8>,
    length: u64,
}

impl Sha256 {
    pub(crate) fn new() -> Sha256 {
        Sha256 {
            state: START,
            rest: Vec::with_capacity(BLOCK),
            length: 0,
        }
    }

    pub(crate) fn update(&mut self, mut bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if !self.rest.is_empty() {
            let missing = (BLOCK - self.rest.len()).min(bytes.len());
            let (first, others) = bytes.split_at(missing);
            self.rest.extend_from_slice(first);
            bytes = others;
            if self.rest.len() < BLOCK {
                return;
            }
            compress(form(), &mut self.state, &self.rest);
            self.rest.clear();
        }
        let (blocks, rest) = bytes.split_at(bytes.len() / BLOCK * BLOCK);
        compress(form(), &mut self.state, blocks);
        self.rest.extend_from_slice(rest);
    }

    /// The digest, as 64 hexadecimal digits.
    pub(crate) fn finish(mut self) -> String {
        let bits = 8 * self.length;
        let zeros = (BLOCK - 9).wrapping_sub(self.rest.len()) % BLOCK;
        let mut end = vec![0x80];
        end.resize(1 + zeros, 0);
        end.extend_from_slice(&bits.to_be_bytes());
        self.update(&end);
        let digits = self.state.iter().map(|word| format!("{word:08x}"));
        digits.collect()
    }
}

const BLOCK: usize = 64;

/// Fractions of the square roots of the first 8 primes.
#[rustfmt::skip]
const START: [u32; 8] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
];

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::{START, Sha256 as Ours, compress, sha256};
    use crate::kernels::forms;

    #[test]
    fn it_is_sha_256_at_every_length_around_a_block() {
        assert!(sha256(b"abc").starts_with("ba7816bf8f01cfea414140de5dae2223"));
        for length in 0..200_u8 {
            let bytes: Vec<u8> = (0..length).collect();
            let expected: String = Sha256::digest(&bytes)
                .iter()
                .map(|b| format!("{b:02x}"))
                .collect();
            assert_eq!(sha256(&bytes), expected, "{length} bytes");
        }
    }
    #[test]
    fn every_form_of_the_kernels_has_the_same_rounds() {
        let bytes: Vec<u8> = (0..=255).collect();
        let state = |form| {
            let mut state = START;
            compress(form, &mut state, &bytes);
            state
        };
        let states = forms().into_iter().map(|(_, form)| state(form));
        let states: Vec<[u32; 8]> = states.collect();
        assert_ne!(states[0], START);
        assert_eq!(states, vec![states[0]; states.len()]);
    }

    #[test]
    fn pieces_of_any_length_make_the_digest_of_the_whole() {
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        for length in 1..200 {
            let mut digest = Ours::new();
            bytes.chunks(length).for_each(|piece| digest.update(piece));
            assert_eq!(digest.finish(), sha256(&bytes), "pieces of {length} bytes");
        }
    }
}
