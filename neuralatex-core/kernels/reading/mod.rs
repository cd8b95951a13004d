//! Kernels that read files: tables of numbers as text, and data that gzip has compressed.

mod checksum;
mod csv;
mod huffman;
mod inflate;
mod number;

use super::interface::reading::Reading;

pub(crate) static READING: Reading = Reading {
    scan_single: csv::scan::<f32>,
    scan_double: csv::scan::<f64>,
    inflate: inflate::inflate,
    crc32: checksum::crc32,
};
