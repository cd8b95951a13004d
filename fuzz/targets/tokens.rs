#![no_main]

use neuralatex_fuzz::{memory, tokens};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    memory::bounded(|| tokens::tokens(bytes));
});
