//! The folder of the store: where it is, and whether what is in it can be trusted.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::environment::{pass_over, variable};
use crate::surroundings::{is_build_script, target_directory};

/// Where Cargo's own files are.
pub(super) const NAME: &str = "neuralatex-cache";

/// Where the environment says, or else, in a build, below the target directory; `None` if nothing is
/// to be stored.
pub(super) fn place(is_door: bool) -> Option<PathBuf> {
    match is_wanted() {
        true => moved().or_else(|| {
            let is_build = is_door || is_build_script();
            Some(target_directory().filter(|_| is_build)?.join(NAME))
        }),
        false => None,
    }
}

/// Where the environment says.
pub(super) fn moved() -> Option<PathBuf> {
    const MOVED: &str = "NEURALATEX_CACHE_DIR";
    match variable(MOVED) {
        Some(path) if Path::new(&path).is_absolute() => Some(PathBuf::from(path)),
        Some(path) => {
            let expected =
                "expected a path from the root on: crates are compiled in different folders";
            pass_over(MOVED, &path, expected);
            None
        }
        None => None,
    }
}

/// What `NEURALATEX_CACHE` says.
fn is_wanted() -> bool {
    const NAME: &str = "NEURALATEX_CACHE";
    match variable(NAME).as_deref() {
        Some("off") => false,
        None | Some("on") => true,
        Some(value) => {
            pass_over(NAME, value, "expected `on` or `off`");
            true
        }
    }
}

/// Makes the folder, if it is not there, and looks at who may write to it: whoever may, decides which
/// weights are shipped.
pub(super) fn prepare(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    match is_open_to_all(&fs::metadata(folder)?) {
        true => Err(io::Error::other(
            "everybody may write to this folder, so that what is in it cannot be trusted",
        )),
        false => Ok(()),
    }
}

/// The content of a file that nobody else could have put there: no link to elsewhere, and not to be
/// written to by everybody. `None` if there is none.
pub(super) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let found = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        found => found?,
    };
    if !found.is_file() {
        return Err(io::Error::other("it is no ordinary file"));
    }
    if is_open_to_all(&found) {
        return Err(io::Error::other("everybody may write to it"));
    }
    fs::read(path).map(Some)
}

#[cfg(unix)]
fn is_open_to_all(found: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    found.permissions().mode() & 0o002 != 0
}

/// Elsewhere, folders have lists of who may write, of which the standard library knows nothing.
#[cfg(not(unix))]
fn is_open_to_all(_found: &Metadata) -> bool {
    false
}
