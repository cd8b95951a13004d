//! Files of the MNIST format for tests.

#![allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

/// The types of numbers.
pub const U8: u8 = 0x08;
pub const I8: u8 = 0x09;
pub const I16: u8 = 0x0b;
pub const I32: u8 = 0x0c;
pub const F32: u8 = 0x0d;
pub const F64: u8 = 0x0e;

/// A file with these sizes and bytes.
pub fn file(kind: u8, sizes: &[u32], numbers: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0, 0, kind, sizes.len() as u8];
    bytes.extend(sizes.iter().flat_map(|size| size.to_be_bytes()));
    bytes.extend(numbers);
    bytes
}

/// Four images of two pixels.
pub fn images() -> Vec<u8> {
    file(U8, &[4, 1, 2], &[0, 255, 51, 102, 255, 0, 153, 204])
}

/// Their labels.
pub fn labels() -> Vec<u8> {
    file(U8, &[4], &[7, 3, 3, 9])
}

pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}
