//! One trains, others wait: a lock of the system's on a file, which a process that dies loses.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use crate::files;

/// Held until it is dropped.
pub(crate) struct Lock {
    _file: File,
}

/// Why there is no lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLock {
    /// Somebody has had it all the time.
    Taken,
    /// There is none to be had here: who trains does so without.
    Impossible,
}

/// Waits for the lock on a file, no longer than told. `waiting` is told once that it takes a while.
pub(super) fn lock(
    path: &Path,
    patience: Duration,
    waiting: impl FnOnce(),
) -> Result<Lock, NoLock> {
    /// After which somebody wants to know.
    const A_WHILE: Duration = Duration::from_secs(1);
    let begin = Instant::now();
    let mut waiting = Some(waiting);
    let open = || files::append(path).map_err(|_| NoLock::Impossible);
    let mut file = open()?;
    loop {
        match file.try_lock() {
            Ok(()) if is_at(&file, path) => {
                // It is of use, and not to be pruned.
                let _ = file.set_modified(SystemTime::now());
                return Ok(Lock { _file: file });
            }
            // Somebody has removed it meanwhile, so that others would lock another one.
            Ok(()) => file = open()?,
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(_)) => return Err(NoLock::Impossible),
        }
        if begin.elapsed() >= patience {
            return Err(NoLock::Taken);
        }
        if begin.elapsed() > A_WHILE
            && let Some(tell) = waiting.take()
        {
            tell();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Removes the file of a lock that nobody has. It is locked meanwhile, so that whoever has opened it sees
/// that it is gone.
pub(super) fn remove_if_free(path: &Path) -> io::Result<bool> {
    let file = File::options().write(true).open(path)?;
    match file.try_lock() {
        Ok(()) => fs::remove_file(path).map(|()| true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether a file is still the one at its path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(a), Ok(b)) => same(a, b),
        _ => false,
    }
}

/// Elsewhere nothing tells one file from another; two may then train the same, and write the same.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::{NoLock, lock, remove_if_free};
    use std::fs;
    use std::time::Duration;

    #[test]
    fn a_lock_on_a_file_that_was_removed_is_no_lock() {
        let path = std::env::temp_dir().join(format!("neuralatex-lock-{}", std::process::id()));
        let at_once = || lock(&path, Duration::ZERO, || {});
        let first = at_once().unwrap();
        assert_eq!(at_once().err(), Some(NoLock::Taken));
        assert!(!remove_if_free(&path).unwrap());
        // As a careless process may do.
        fs::remove_file(&path).unwrap();
        let second = at_once().unwrap();
        drop(first);
        assert!(at_once().is_err(), "the second one has it");
        drop(second);
        assert!(at_once().is_ok());
        assert!(remove_if_free(&path).unwrap() && !path.exists());
        let nowhere = path.join("nowhere");
        let none = lock(&nowhere, Duration::MAX, || {});
        assert_eq!(none.err(), Some(NoLock::Impossible));
    }
}
