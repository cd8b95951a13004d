//! The folder of the store: where it is, and whether what is in it can be trusted.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::environment::{is_on, pass_over, variable};
use crate::surroundings::{is_build_script, target_directory};
use crate::warning;

/// Where Cargo's own files are.
pub(super) const NAME: &str = "neuralatex-cache";

/// The variable that names another place.
pub(super) const MOVED: &str = "NEURALATEX_CACHE_DIR";

const SWITCH: &str = "NEURALATEX_CACHE";

/// Where the store is follows from these.
pub(super) const VARIABLES: [&str; 2] = [SWITCH, MOVED];

/// Where the environment says, or else, in a build, below the target directory; `None` if nothing is
/// to be stored.
pub(super) fn place(is_door: bool) -> Option<PathBuf> {
    match is_on(SWITCH, true) {
        true => moved().or_else(|| {
            let is_build = is_door || is_build_script();
            let target = target_directory().filter(|_| is_build);
            if is_build && target.is_none() {
                let message = "the target directory is not found, so that every build trains anew; \
                               NEURALATEX_CACHE_DIR names a folder to store models in";
                warning::tell(message.to_string(), &VARIABLES);
            }
            Some(target?.join(NAME))
        }),
        false => None,
    }
}

/// Where the environment says.
pub(super) fn moved() -> Option<PathBuf> {
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

/// Makes the folder, if it is not there, and looks at who may write to it: whoever may, decides which
/// weights are shipped.
pub(super) fn prepare(folder: &Path) -> io::Result<()> {
    make(folder)?;
    check(&fs::metadata(folder)?)
}

/// Whether what is in this folder can be trusted. Whoever has put a link in its place has chosen where that
/// leads.
pub(super) fn check(found: &Metadata) -> io::Result<()> {
    if is_open_to_all(found) {
        return Err(io::Error::other(
            "everybody may write to this folder, so that what is in it cannot be trusted",
        ));
    }
    match is_of_another(found) {
        true => Err(io::Error::other(
            "this folder is somebody else's, so that what is in it cannot be trusted",
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
    if is_open_to_all(&found) || is_of_another(&found) {
        return Err(io::Error::other("others may have written it"));
    }
    if found.len() > LARGEST {
        return Err(io::Error::other("it is larger than any record"));
    }
    fs::read(path).map(Some)
}

/// More than a record of the largest network has.
const LARGEST: u64 = 1 << 30;

/// Makes a folder that not everybody may write to, whatever the process allows its files.
#[cfg(unix)]
fn make(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o755)
        .create(folder)
}

#[cfg(not(unix))]
fn make(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Whether it is neither this user's nor the administrator's. An administrator has to trust others: in a
/// container nearly everybody is one, and folders are those of whoever started it.
#[cfg(unix)]
fn is_of_another(found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    // Only Linux tells who this is without being asked in C.
    let own = fs::metadata("/proc/self").map(|own| own.uid());
    own.is_ok_and(|own| own != 0 && ![own, 0].contains(&found.uid()))
}

#[cfg(not(unix))]
fn is_of_another(_found: &Metadata) -> bool {
    false
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
