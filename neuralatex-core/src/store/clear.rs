//! The store without its records.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::{COUNTER, TURN, folder};

/// What our files end in, after a digest.
const EXTENSIONS: [&str; 5] = ["training", "code", "state", "lock", "tmp"];

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
    let folder = folder::moved().unwrap_or_else(|| target.join(folder::NAME));
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
        if !found.is_file() || !is_ours(&entry.file_name().to_string_lossy()) {
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
    // Unless others have something in it.
    let _ = fs::remove_dir(&cleared.folder);
    Ok(cleared)
}

/// By its name: a digest, and what kind of file it is.
fn is_ours(name: &str) -> bool {
    const DIGITS: usize = 64;
    let is_digest = |text: &str| text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let digest = name.split_at_checked(DIGITS).filter(|(a, _)| is_digest(a));
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    match digest {
        Some((_, rest)) => rest.starts_with('.') && EXTENSIONS.contains(&extension),
        None => [COUNTER, TURN].contains(&name),
    }
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn only_files_that_are_named_by_a_digest_are_ours() {
        let digest = "0123456789abcdef".repeat(4);
        for ending in [".training", ".code", ".state", ".lock", ".code.17-3.tmp"] {
            assert!(is_ours(&format!("{digest}{ending}")), "{ending}");
            assert!(!is_ours(&format!("Cargo{ending}")), "{ending}");
            assert!(!is_ours(&format!("{digest}0{ending}")), "{ending}");
        }
        assert!(is_ours("trainings.log") && is_ours("progress.lock"));
        for other in ["", "notes.txt", "trainings.log.old", &digest] {
            assert!(!is_ours(other), "{other}");
        }
        assert!(!is_ours(&format!("{digest}.txt")));
        assert!(!is_ours(&("ß".repeat(40) + ".code")));
    }
}
