//! Random numbers: ChaCha with 8 rounds, one stream for each use of a seed.
//!
//! Streams keep uses apart: data and evaluation never see the same points, and one more
//! draw for the data does not move the weights.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::maths;

/// A source of random numbers, the same on every machine.
pub struct Random {
    generator: ChaCha8Rng,
}

/// What random numbers are drawn for. The numbers are part of every result: they never change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stream {
    Data = 1,
    Eval = 2,
    Weights = 3,
    Shuffle = 4,
    Centres = 5,
    HoldOut = 9,
}

impl Random {
    pub(crate) fn new(seed: u64, stream: Stream) -> Random {
        Random::nth(seed, stream, 0)
    }

    /// One of many streams of the same kind: shuffling has one for each epoch, so that a
    /// resumed training needs to know nothing but the number of the epoch.
    pub(crate) fn nth(seed: u64, stream: Stream, n: u64) -> Random {
        let mut generator = ChaCha8Rng::from_seed(key(seed));
        generator.set_stream((n << 8) | stream as u64);
        Random { generator }
    }

    /// A number from `low` up to but not including `high`.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A number from the normal distribution with mean 0 and deviation 1 (Box–Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * maths::ln(1.0 - self.unit())).sqrt();
        radius * maths::cos(std::f64::consts::TAU * self.unit())
    }

    /// A whole number below `n`, all equally likely; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        if n == 0 {
            return 0;
        }
        // The draws that remain when the largest multiple of n is taken off would favour
        // small results: draw again.
        let fair = u64::MAX - u64::MAX % n;
        loop {
            let draw = self.generator.next_u64();
            if draw < fair {
                return (draw % n) as usize;
            }
        }
    }

    /// Mixes a list, every order equally likely (Fisher–Yates, with Lemire's draws of 32 bits). The
    /// kernels do the same; see `kernels/shuffle.rs`.
    #[cfg(test)]
    pub(crate) fn shuffle(&mut self, list: &mut [usize]) {
        for last in (1..list.len()).rev() {
            let n = last as u64 + 1;
            let place = loop {
                let product = u64::from(self.generator.next_u32()) * n;
                if product % (1 << 32) >= (1 << 32) % n {
                    break product >> 32;
                }
            };
            list.swap(last, place as usize);
        }
    }

    /// The key and the stream of shuffling, as the kernels take them.
    pub(crate) fn shuffling(seed: u64) -> ([u32; 8], u64) {
        let key = key(seed);
        let word = |i: usize| u32::from_le_bytes([key[i], key[i + 1], key[i + 2], key[i + 3]]);
        let words = [0, 4, 8, 12, 16, 20, 24, 28].map(word);
        (words, Stream::Shuffle as u64)
    }

    /// A multiple of 2^-53 in 0..1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.generator.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn key(seed: u64) -> [u8; 32] {
    let mut key = *b"seed----neuralatex--------------";
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key
}

#[cfg(test)]
mod tests {
    use super::{Random, Stream};
    use crate::digest::sha256;

    #[test]
    fn equal_seeds_give_equal_numbers_and_streams_differ() {
        let draw = |seed, stream, n| Random::nth(seed, stream, n).unit();
        assert_eq!(draw(7, Stream::Data, 0), draw(7, Stream::Data, 0));
        assert_ne!(draw(7, Stream::Data, 0), draw(8, Stream::Data, 0));
        assert_ne!(draw(7, Stream::Data, 0), draw(7, Stream::Eval, 0));
        assert_ne!(draw(7, Stream::Shuffle, 1), draw(7, Stream::Shuffle, 2));
    }

    #[test]
    fn the_numbers_never_change() {
        let mut random = Random::new(7, Stream::Data);
        let draws = [
            random.uniform(-1.0, 1.0),
            random.normal(),
            random.below(1000) as f64,
        ];
        assert_eq!(draws, [0.19841515559002376, 1.5093032453358322, 630.0]);
    }

    /// Those who mix rows in other languages are held to the same file.
    #[test]
    fn orders_never_change() {
        let orders = crate::golden::reference("orders.json");
        for told in orders.as_array().unwrap() {
            let number = |name: &str| told[name].as_u64().unwrap();
            let mut order: Vec<usize> = (0..number("rows") as usize).collect();
            Random::nth(number("seed"), Stream::Shuffle, number("epoch")).shuffle(&mut order);
            let bytes = order.iter().flat_map(|&row| (row as u32).to_le_bytes());
            let bytes: Vec<u8> = bytes.collect();
            assert_eq!(sha256(&bytes), told["sha256"], "{told}");
        }
    }

    #[test]
    fn the_distributions_are_what_they_say() {
        let mut random = Random::new(1, Stream::Data);
        let n = 100_000;
        let uniform: Vec<f64> = (0..n).map(|_| random.uniform(-1.0, 3.0)).collect();
        assert!(uniform.iter().all(|x| (-1.0..3.0).contains(x)));
        assert!((uniform.iter().sum::<f64>() / n as f64 - 1.0).abs() < 0.02);
        let normal: Vec<f64> = (0..n).map(|_| random.normal()).collect();
        assert!((normal.iter().sum::<f64>() / n as f64).abs() < 0.02);
        assert!((normal.iter().map(|x| x * x).sum::<f64>() / n as f64 - 1.0).abs() < 0.02);
        let mut counts = [0; 7];
        (0..n).for_each(|_| counts[random.below(7)] += 1);
        assert!(
            counts.iter().all(|&c| (c - n / 7_i32).abs() < 700),
            "{counts:?}"
        );
    }
}
