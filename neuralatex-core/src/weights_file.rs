//! The weights of large models beside code that a macro makes: no folder is its own, and Cargo should not
//! compile again because of a file that was written while it compiled.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::digest::sha256;
use crate::files::{self, TEMPORARY};
use crate::surroundings::target_directory;

/// Where Cargo's own files are.
pub(crate) const FOLDER: &str = "neuralatex-weights";

const WEIGHTS: &str = "weights";

/// Which kind of file it is, by its name, if it is one of these.
pub(crate) fn kind(name: &str) -> Option<&str> {
    files::kind_beside_digest(name).filter(|kind| [WEIGHTS, TEMPORARY].contains(kind))
}

/// The path of a file with this content, which is named by its digest. `None` if it cannot be written: then
/// the content has to stand in the code.
pub(crate) fn write(content: &[u8]) -> Option<String> {
    let folder = target_directory()?.join(FOLDER);
    let path = folder.join(format!("{}.{WEIGHTS}", sha256(content)));
    if fs::read(&path).is_ok_and(|found| found == content) {
        return path.to_str().map(str::to_string);
    }
    fs::create_dir_all(&folder).ok()?;
    files::write(&path, content).ok()?;
    // What a file of this name holds never changes, so that it is as old as can be.
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(86400);
    let open = |path: &Path| File::options().write(true).open(path);
    open(&path).and_then(|file| file.set_modified(old)).ok()?;
    path.to_str().map(str::to_string)
}
