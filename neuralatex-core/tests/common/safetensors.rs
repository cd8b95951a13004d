//! Safetensors checkpoints to damage, and what must come of it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::folder;
use neuralatex_core::prelude::*;

/// Three parameters, so that a good file is short.
pub(crate) fn specification() -> Model {
    model("Damaged", [2, 1])
        .data(points([([1.0, 0.5], 1), ([-0.5, 0.25], -1)]))
        .optimizer(sgd(0.1).momentum(0.5))
        .epochs(4)
}

/// The file of two epochs, and its path.
pub(crate) fn good(test: &str) -> (PathBuf, Vec<u8>) {
    let file = folder(test).join("checkpoint.safetensors");
    let saved = specification().epochs(2).train().unwrap();
    saved.save(&file).unwrap();
    let bytes = fs::read(&file).unwrap();
    (file, bytes)
}

pub(crate) fn resumed(file: &Path, bytes: &[u8]) -> Result<Trained> {
    // Not emptied before, which would make some file systems wait for the disk each time.
    let mut open = fs::File::options().write(true).open(file).unwrap();
    open.write_all(bytes).unwrap();
    open.set_len(bytes.len() as u64).unwrap();
    let result = specification().checkpoint(file).train();
    assert!(fs::read(file).unwrap() == bytes, "the file was changed");
    result
}

/// That bytes are refused with these words.
#[track_caller]
pub(crate) fn assert_refused(file: &Path, bytes: &[u8], words: &[&str]) {
    let Err(error) = resumed(file, bytes) else {
        panic!("{:?} was used", String::from_utf8_lossy(bytes))
    };
    assert_eq!(error.problems()[0].field().name(), "checkpoint");
    let error = error.to_string();
    let path = file.display().to_string();
    for part in words.iter().chain([&&path[..], &"delete the file"]) {
        assert!(error.contains(part), "expected {part:?}: {error}");
    }
}

pub(crate) fn header(bytes: &[u8]) -> String {
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    String::from_utf8(bytes[8..8 + length].to_vec()).unwrap()
}

/// A file with another header.
pub(crate) fn with_header(bytes: &[u8], header: impl AsRef<[u8]>) -> Vec<u8> {
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let header = header.as_ref();
    let count = (header.len() as u64).to_le_bytes();
    [&count, header, &bytes[8 + length..]].concat()
}

/// A file with another header: one text replaced, which must be there.
#[track_caller]
pub(crate) fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let header = header(bytes);
    assert!(header.contains(from), "{header}");
    with_header(bytes, header.replacen(from, to, 1))
}
