//! The store without its records, and the target directory without weights beside code.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::folder;
use super::lock::remove_if_free;
use super::ours::{self, LOCK};
use crate::environment::variable;
use crate::weights_file;

/// What was removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cleared {
    /// Where.
    pub folder: PathBuf,
    /// How many files it had.
    pub files: usize,
    /// And how much was in them.
    pub bytes: u64,
    /// Those that could not be removed, and why.
    pub left: Vec<(PathBuf, String)>,
}

/// Removes the records of the store that builds with this target directory have. What is not ours stays,
/// and links in it are not followed.
///
/// # Errors
/// If the folder cannot be read, or is none that builds would use.
pub fn clear(target: &Path) -> io::Result<Cleared> {
    let moved = folder::moved();
    if moved.is_none() && variable(folder::MOVED).is_some() {
        let why = format!("{} has to be a path from the root on", folder::MOVED);
        return Err(io::Error::other(why));
    }
    let is_moved = moved.is_some();
    let folder = moved.unwrap_or_else(|| target.join(folder::NAME));
    match fs::metadata(&folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        found => folder::check(&found?)?,
    }
    let cleared = remove(folder, ours::kind)?;
    // One that was named is whoever's has named it.
    if !is_moved {
        let _ = fs::remove_dir(&cleared.folder);
    }
    Ok(cleared)
}

/// Removes the weights of large models that macros have written below this target directory, as [`clear`]
/// does records. Cargo sees that they are gone, and compiles what they were for again.
///
/// # Errors
/// If the folder cannot be read.
pub fn clear_weights(target: &Path) -> io::Result<Cleared> {
    let cleared = remove(target.join(weights_file::FOLDER), weights_file::kind)?;
    let _ = fs::remove_dir(&cleared.folder);
    Ok(cleared)
}

/// Removes from a folder, which need not be there, the files whose names are of a kind.
fn remove(folder: PathBuf, kind: fn(&str) -> Option<&str>) -> io::Result<Cleared> {
    let mut cleared = Cleared {
        folder,
        files: 0,
        bytes: 0,
        left: Vec::new(),
    };
    let entries = match fs::read_dir(&cleared.folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(cleared),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        // Of the entry itself, not of what a link leads to.
        let found = entry.metadata()?;
        let name = entry.file_name();
        let removed = match name.to_str().and_then(kind) {
            Some(_) if !found.is_file() => continue,
            // Somebody who trains has a lock.
            Some(LOCK) => remove_if_free(&entry.path()),
            Some(_) => fs::remove_file(entry.path()).map(|()| true),
            None => continue,
        };
        match removed {
            Ok(true) => {
                cleared.files += 1;
                cleared.bytes += found.len();
            }
            Ok(false) => {}
            Err(error) => cleared.left.push((entry.path(), error.to_string())),
        }
    }
    Ok(cleared)
}
