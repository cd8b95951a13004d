//! The store without its records.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::ours::{self, LOCK};
use super::{folder, prune};
use crate::environment::variable;

/// What was removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cleared {
    /// Where the store is.
    pub folder: PathBuf,
    /// How many files it had.
    pub files: usize,
    /// And how much was in them.
    pub bytes: u64,
    /// Those that could not be removed, and why.
    pub left: Vec<(PathBuf, String)>,
}

/// Removes the records of the store that builds with this target directory have. What is not ours stays,
/// and links are not followed.
///
/// # Errors
/// If the folder cannot be read, or is a link.
pub fn clear(target: &Path) -> io::Result<Cleared> {
    let moved = folder::moved();
    if moved.is_none() && variable(folder::MOVED).is_some() {
        let why = format!("{} has to be a path from the root on", folder::MOVED);
        return Err(io::Error::other(why));
    }
    let is_moved = moved.is_some();
    let folder = moved.unwrap_or_else(|| target.join(folder::NAME));
    let mut cleared = Cleared {
        folder,
        files: 0,
        bytes: 0,
        left: Vec::new(),
    };
    let found = match fs::symlink_metadata(&cleared.folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(cleared),
        found => found?,
    };
    if !found.is_dir() {
        let why = "it is a link, or no folder: nothing is removed there";
        return Err(io::Error::other(why));
    }
    for entry in fs::read_dir(&cleared.folder)? {
        let entry = entry?;
        // Of the entry itself, not of what a link leads to.
        let found = entry.metadata()?;
        let name = entry.file_name();
        let kind = name.to_str().and_then(ours::kind);
        // Somebody who trains has a lock.
        let is_held = kind == Some(LOCK) && !prune::is_free(&entry.path());
        if !found.is_file() || kind.is_none() || is_held {
            continue;
        }
        match fs::remove_file(entry.path()) {
            Ok(()) => {
                cleared.files += 1;
                cleared.bytes += found.len();
            }
            Err(error) => cleared.left.push((entry.path(), error.to_string())),
        }
    }
    // One that was named is whoever's has named it.
    if !is_moved {
        let _ = fs::remove_dir(&cleared.folder);
    }
    Ok(cleared)
}
