//! Writing files so that nobody ever sees half of one.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::{Error, Result};

/// Replaces a file by new content in one step: what was there stays whole until the new content
/// is safely on the disk beside it. A file that has this content already is left alone.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<()> {
    replace(path, content, fs::File::sync_all)
}

/// The same without waiting for the disk: for what can be made again.
pub(crate) fn write_lightly(path: &Path, content: &[u8]) -> Result<()> {
    replace(path, content, |_| Ok(()))
}

fn replace(
    path: &Path,
    content: &[u8],
    settle: impl FnOnce(&fs::File) -> io::Result<()>,
) -> Result<()> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    // Of its own for each process and each write, so that two at once do not meet.
    static WRITES: AtomicUsize = AtomicUsize::new(0);
    let write = WRITES.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".{}-{write}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(content).and_then(|()| settle(&file)))
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        // The old file is untouched; whether the remains can be removed changes nothing.
        let _ = fs::remove_file(&temporary);
        Error::write(path, &error)
    })
}

/// Makes a folder, with those around it.
pub(crate) fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(|error| Error::write(path, &error))
}

/// A path in a specification is relative to the crate's `Cargo.toml`, in both doors; where Cargo
/// does not say which crate that is, to the current directory.
pub(crate) fn in_crate(path: &Path) -> PathBuf {
    match std::env::var_os("CARGO_MANIFEST_DIR") {
        Some(folder) => Path::new(&folder).join(path),
        None => path.to_path_buf(),
    }
}
