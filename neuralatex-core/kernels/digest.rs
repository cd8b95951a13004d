//! The compression of SHA-256 (FIPS 180-4). Rows may be large, and a build compiles all else
//! without optimisation.

/// Takes blocks of 64 bytes into a state.
///
/// # Safety
/// `blocks` must hold that many.
pub(crate) unsafe fn compress(state: &mut [u32; 8], blocks: *const [u8; 64], count: usize) {
    for index in 0..count {
        // SAFETY: the caller vouches for the blocks.
        block(state, unsafe { &*blocks.add(index) });
    }
}

fn block(state: &mut [u32; 8], block: &[u8; 64]) {
    // The last 16 words; never out of bounds, said so that nothing here can panic.
    let mut words = [0_u32; 16];
    let (quadruples, _) = block.as_chunks::<4>();
    for (word, bytes) in words.iter_mut().zip(quadruples) {
        *word = u32::from_be_bytes(*bytes);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (round, constant) in ROUNDS.iter().enumerate() {
        let word = |back: usize| words[(round + 16 - back) & 15];
        if round >= 16 {
            let [old, recent] = [word(15), word(2)];
            let sigma0 = old.rotate_right(7) ^ old.rotate_right(18) ^ (old >> 3);
            let sigma1 = recent.rotate_right(17) ^ recent.rotate_right(19) ^ (recent >> 10);
            let next = sum(&[word(16), sigma0, word(7), sigma1]);
            words[round & 15] = next;
        }
        let sigma1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let first = sum(&[h, sigma1, choice, *constant, words[round & 15]]);
        let sigma0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        (h, g, f, e) = (g, f, e, d.wrapping_add(first));
        (d, c, b, a) = (c, b, a, sum(&[first, sigma0, majority]));
    }
    for (word, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(new);
    }
}

fn sum(words: &[u32]) -> u32 {
    words.iter().fold(0, |sum, word| sum.wrapping_add(*word))
}

/// Fractions of the cube roots of the first 64 primes.
#[rustfmt::skip]
const ROUNDS: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
];
