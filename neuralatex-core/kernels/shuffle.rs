//! The order of rows in an epoch: ChaCha with 8 rounds, and Fisher and Yates.
//!
//! The same numbers as `Random::shuffle` draws from `rand_chacha`, which a build compiles without
//! optimisation.

/// Words of a stream of random numbers.
struct Words {
    key: [u32; 8],
    stream: u64,
    counter: u64,
    block: [u32; 16],
    used: usize,
}

impl Words {
    fn next(&mut self) -> u32 {
        if self.used == 16 {
            self.block = block(&self.key, self.counter, self.stream);
            self.counter += 1;
            self.used = 0;
        }
        // Never out of bounds; said so that nothing here can panic.
        let word = self.block[self.used & 15];
        self.used += 1;
        word
    }

    /// A whole number below `n`, all equally likely (Lemire).
    fn below(&mut self, n: u32) -> u32 {
        loop {
            let product = u64::from(self.next()) * u64::from(n);
            // Draws below 2^32 mod n would favour some results. Most are above n, which settles it
            // without a division.
            let low = product as u32;
            if low >= n || low >= n.wrapping_neg().checked_rem(n).unwrap_or(0) {
                return (product >> 32) as u32;
            }
        }
    }
}

/// Puts 0, 1, 2, … in random order.
///
/// # Safety
/// `order` must hold `length` numbers.
pub(crate) unsafe fn shuffle(order: *mut u32, length: usize, key: [u32; 8], stream: u64) {
    let mut words = Words {
        key,
        stream,
        counter: 0,
        block: [0; 16],
        used: 16,
    };
    // SAFETY: all indices are below the length.
    unsafe {
        for index in 0..length {
            *order.add(index) = index as u32;
        }
        for last in (1..length).rev() {
            let other = words.below(last as u32 + 1) as usize;
            core::ptr::swap(order.add(last), order.add(other));
        }
    }
}

/// One block of ChaCha with 8 rounds.
fn block(key: &[u32; 8], counter: u64, stream: u64) -> [u32; 16] {
    let [a, b, c, d, e, f, g, h] = *key;
    let start = [
        0x6170_7865,
        0x3320_646e,
        0x7962_2d32,
        0x6b20_6574,
        a,
        b,
        c,
        d,
        e,
        f,
        g,
        h,
        counter as u32,
        (counter >> 32) as u32,
        stream as u32,
        (stream >> 32) as u32,
    ];
    let mut state = start;
    for _ in 0..4 {
        quarter::<0, 4, 8, 12>(&mut state);
        quarter::<1, 5, 9, 13>(&mut state);
        quarter::<2, 6, 10, 14>(&mut state);
        quarter::<3, 7, 11, 15>(&mut state);
        quarter::<0, 5, 10, 15>(&mut state);
        quarter::<1, 6, 11, 12>(&mut state);
        quarter::<2, 7, 8, 13>(&mut state);
        quarter::<3, 4, 9, 14>(&mut state);
    }
    for (word, start) in state.iter_mut().zip(start) {
        *word = word.wrapping_add(start);
    }
    state
}

#[inline(always)]
fn quarter<const A: usize, const B: usize, const C: usize, const D: usize>(s: &mut [u32; 16]) {
    s[A] = s[A].wrapping_add(s[B]);
    s[D] = (s[D] ^ s[A]).rotate_left(16);
    s[C] = s[C].wrapping_add(s[D]);
    s[B] = (s[B] ^ s[C]).rotate_left(12);
    s[A] = s[A].wrapping_add(s[B]);
    s[D] = (s[D] ^ s[A]).rotate_left(8);
    s[C] = s[C].wrapping_add(s[D]);
    s[B] = (s[B] ^ s[C]).rotate_left(7);
}
