//! One trains, others wait: a lock of the system's on a file, which a process that dies loses.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

/// Held until it is dropped.
pub(crate) struct Lock {
    _file: File,
}

/// Waits for the lock on a file, no longer than told; `None` if it cannot be had. `waiting` is told once
/// that it takes a while.
pub(super) fn lock(path: &Path, patience: Duration, waiting: impl FnOnce()) -> Option<Lock> {
    /// After which somebody wants to know.
    const A_WHILE: Duration = Duration::from_secs(1);
    let begin = Instant::now();
    let mut waiting = Some(waiting);
    let mut file = open(path).ok()?;
    loop {
        match file.try_lock() {
            Ok(()) if is_at(&file, path) => {
                // It is of use, and not to be pruned.
                let _ = file.set_modified(SystemTime::now());
                return Some(Lock { _file: file });
            }
            // Somebody has removed it meanwhile, so that others would lock another one.
            Ok(()) => file = open(path).ok()?,
            Err(TryLockError::WouldBlock) if begin.elapsed() < patience => {
                if begin.elapsed() > A_WHILE
                    && let Some(tell) = waiting.take()
                {
                    tell();
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(_) => return None,
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true).open(path)
}

/// Whether a file is still the one at its path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same =
        |a: std::fs::Metadata, b: std::fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(a), Ok(b)) => same(a, b),
        _ => false,
    }
}

/// Elsewhere a file that is open cannot be removed.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::lock;
    use std::fs;
    use std::time::Duration;

    #[test]
    fn a_lock_on_a_file_that_was_removed_is_no_lock() {
        let path = std::env::temp_dir().join(format!("neuralatex-lock-{}", std::process::id()));
        let at_once = || lock(&path, Duration::ZERO, || {});
        let first = at_once().unwrap();
        assert!(at_once().is_none());
        // As a careless process may do.
        fs::remove_file(&path).unwrap();
        let second = at_once().unwrap();
        drop(first);
        assert!(at_once().is_none(), "the second one has it");
        drop(second);
        assert!(at_once().is_some());
        fs::remove_file(&path).unwrap();
    }
}
