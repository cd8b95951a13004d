#![no_main]

use neuralatex_fuzz::{files, memory};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    memory::bounded_by(bytes.len(), || files::checkpoint(bytes));
});
