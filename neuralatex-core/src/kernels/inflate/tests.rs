//! Against `flate2`.

use std::io::Write;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Decompress, FlushDecompress, Status};
use proptest::prelude::*;

use super::*;
use crate::random::{Random, Stream};

fn deflated(bytes: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(level));
    // Blocks of their own, and empty ones.
    let (first, second) = bytes.split_at(bytes.len() / 2);
    encoder.write_all(first).unwrap();
    encoder.flush().unwrap();
    encoder.write_all(second).unwrap();
    encoder.finish().unwrap()
}

/// Inflates to the middle of memory whose other bytes have to stay.
fn inflated(deflated: &[u8], room: usize) -> (Inflated, Vec<u8>) {
    let mut memory = vec![0xa5; room + 64];
    let result = inflate(deflated, &mut memory[32..32 + room]);
    assert!(result.written <= room && result.read <= deflated.len());
    let others = memory[..32].iter().chain(&memory[32 + room..]);
    assert!(others.into_iter().all(|byte| *byte == 0xa5));
    (result, memory[32..32 + result.written].to_vec())
}

/// Bytes of every kind: noise, texts, few symbols, some much rarer than others.
fn sample(seed: u64, length: usize) -> Vec<u8> {
    let mut random = Random::new(seed, Stream::Data);
    let kind = random.below(5);
    let mut bytes = Vec::new();
    while bytes.len() < length {
        match kind {
            0 => bytes.push(random.below(256) as u8),
            1 => bytes.extend(format!("{:.3},", random.uniform(-9.0, 9.0)).bytes()),
            2 => bytes.push(7),
            // Each half as frequent as the one before: codes of all lengths.
            3 => bytes.push((-random.uniform(0.0, 1.0).log2()).min(40.0) as u8),
            _ => {
                let distance = 1 + random.below(bytes.len().clamp(1, 40_000));
                let from = bytes.len().saturating_sub(distance);
                let to = (from + random.below(300)).min(bytes.len());
                bytes.extend_from_within(from..to);
                bytes.push(random.below(4) as u8);
            }
        }
    }
    bytes.truncate(length);
    bytes
}

fn done(deflated: &[u8], bytes: &[u8]) {
    let (result, written) = inflated(deflated, bytes.len());
    assert_eq!((result.end, result.read), (End::Done, deflated.len()));
    assert!(written == bytes);
}

#[test]
fn every_kind_of_block_is_inflated() {
    let mut kinds = [0; 4];
    for seed in 0..15 {
        for length in [0, 1, 5, 100, 3_000, 200_000] {
            let bytes = sample(seed, length);
            for level in [0, 1, 6, 9] {
                let deflated = deflated(&bytes, level);
                kinds[usize::from(deflated[0] >> 1 & 3)] += 1;
                done(&deflated, &bytes);
            }
        }
    }
    assert!(kinds[..3].iter().all(|count| *count > 8), "{kinds:?}");
}

#[test]
fn as_much_is_written_as_there_is_room_for() {
    for seed in 0..10 {
        let bytes = sample(seed, 500);
        for level in [0, 6] {
            let deflated = deflated(&bytes, level);
            for room in 0..bytes.len() {
                let (result, written) = inflated(&deflated, room);
                assert_eq!(result.end, End::Full);
                assert_eq!(written, bytes[..room]);
            }
            let (result, written) = inflated(&deflated, bytes.len() + 1);
            assert_eq!((result.end, written), (End::Done, bytes.clone()));
        }
    }
}

#[test]
fn data_that_is_cut_short_is_known_wherever_it_is_cut() {
    for seed in 0..10 {
        let bytes = sample(seed, 1_000);
        for level in [0, 1, 6] {
            let deflated = deflated(&bytes, level);
            for length in 0..deflated.len() {
                let (result, written) = inflated(&deflated[..length], 2_000);
                assert_eq!(result.end, End::CutShort, "{length} of {}", deflated.len());
                assert!(bytes.starts_with(&written));
            }
        }
    }
}

#[test]
fn what_follows_the_data_is_not_read() {
    let bytes = sample(1, 300);
    let mut data = deflated(&bytes, 6);
    let length = data.len();
    data.extend([0xff; 20]);
    let (result, written) = inflated(&data, 1_000);
    assert_eq!((result.end, result.read), (End::Done, length));
    assert_eq!(written, bytes);
}

#[test]
fn what_the_standard_forbids_is_broken() {
    let broken = |bytes: &[u8]| assert_eq!(inflated(bytes, 100).0.end, End::Broken, "{bytes:x?}");
    // A kind of block that is none.
    broken(&[0b111]);
    // A length that is not the complement of its complement.
    broken(&[1, 5, 0, 5, 0, 0]);
    // A distance to before the beginning: the codes of length 3 and distance 1, at once.
    broken(&[0b0000_0011, 0b10, 0, 0]);
    // No codes for the lengths of codes.
    broken(&[0b101, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
}

/// A block whose codes have these lengths, those of other symbols none; then bits as they are.
fn block(literals: &[(usize, u32)], counts: [usize; 2], distances: &[u32], body: &str) -> Vec<u8> {
    let mut bits: Vec<bool> = Vec::new();
    let mut number =
        |number: u32, count: u32| bits.extend((0..count).map(|bit| number >> bit & 1 == 1));
    number(0b101, 3);
    number(counts[0] as u32 - 257, 5);
    number(counts[1] as u32 - 1, 5);
    // The lengths of codes, from 0 to 15, have codes of four bits.
    number(15, 4);
    (0..19).for_each(|place| number(if place < 3 { 0 } else { 4 }, 3));
    let mut lengths = vec![0; counts[0] + counts[1]];
    literals
        .iter()
        .for_each(|(symbol, length)| lengths[*symbol] = *length);
    lengths[counts[0]..][..distances.len()].copy_from_slice(distances);
    lengths
        .iter()
        .for_each(|length| number(length.reverse_bits() >> 28, 4));
    bits.extend(
        body.bytes()
            .filter(|byte| *byte != b' ')
            .map(|byte| byte == b'1'),
    );
    let byte = |bits: &[bool]| {
        (0..)
            .zip(bits)
            .map(|(place, bit)| u8::from(*bit) << place)
            .sum()
    };
    bits.chunks(8).map(byte).collect()
}

#[test]
fn codes_are_those_that_the_standard_allows() {
    let a = usize::from(b'a');
    let two = &[(a, 1), (256, 1)][..];
    let three = &[(a, 1), (256, 2), (257, 2)][..];
    let end = |block: Vec<u8>| {
        let (result, written) = inflated(&block, 100);
        (result.end, String::from_utf8(written).unwrap())
    };
    let done = |text: &str| (End::Done, text.to_string());
    let broken = |text: &str| (End::Broken, text.to_string());
    // No distance at all, or a single one, which leaves the other bit without a meaning.
    assert_eq!(end(block(two, [257, 1], &[0], "0 0 1")), done("aa"));
    assert_eq!(end(block(three, [258, 1], &[1], "0 11 0 10")), done("aaaa"));
    assert_eq!(end(block(three, [258, 1], &[1], "0 11 1 10")), broken("a"));
    assert_eq!(end(block(three, [258, 1], &[0], "0 11 0 10")), broken("a"));
    // Too few and too many codes.
    let few = &[(a, 2), (98, 2), (256, 2)];
    assert_eq!(end(block(few, [257, 1], &[0], "00 10")), broken(""));
    assert_eq!(end(block(two, [257, 2], &[2, 2], "0 0 1")), broken(""));
    let many = &[(a, 1), (98, 1), (256, 1)];
    assert_eq!(end(block(many, [257, 1], &[0], "0 1")), broken(""));
    // No end.
    assert_eq!(
        end(block(&[(a, 1), (98, 1)], [257, 1], &[0], "0 1")),
        broken("")
    );
    // Symbols that there are not.
    assert_eq!(end(block(two, [286, 30], &[0], "0 0 1")), done("aa"));
    assert_eq!(end(block(two, [287, 1], &[0], "0 0 1")), broken(""));
    assert_eq!(end(block(two, [257, 31], &[0], "0 0 1")), broken(""));
}

/// As `flate2` has it: all of the output, or nothing.
fn reference(deflated: &[u8], room: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(room);
    let status =
        Decompress::new(false).decompress_vec(deflated, &mut bytes, FlushDecompress::Finish);
    matches!(status, Ok(Status::StreamEnd)).then_some(bytes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn damage_is_never_worse_than_other_bytes(
        seed in any::<u64>(),
        length in 0_usize..2_000,
        level in 0_u32..10,
        flips in proptest::collection::vec((any::<prop::sample::Index>(), 0_u32..8), 1..4),
        early in any::<bool>(),
    ) {
        let mut data = deflated(&sample(seed, length), level);
        for (index, bit) in flips {
            // At the start stand the lengths of codes.
            let reach = if early { data.len().min(60) } else { data.len() };
            data[index.index(reach)] ^= 1 << bit;
        }
        let (result, written) = inflated(&data, 10_000);
        if let Some(expected) = reference(&data, 10_000) {
            prop_assert_eq!(result.end, End::Done);
            prop_assert_eq!(written, expected);
        } else {
            prop_assert_ne!(result.end, End::Done);
        }
    }

    #[test]
    fn noise_is_safe(data in proptest::collection::vec(any::<u8>(), 0..200)) {
        let (result, written) = inflated(&data, 1_000);
        if let Some(expected) = reference(&data, 1_000) {
            prop_assert_eq!(result.end, End::Done);
            prop_assert_eq!(written, expected);
        }
    }
}

#[test]
fn checksums_are_those_of_flate2() {
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    for length in 0..100 {
        let bytes = sample(5 * length as u64, length);
        let mut expected = flate2::Crc::new();
        expected.update(&bytes);
        assert_eq!(crc32(&bytes), expected.sum());
    }
}
