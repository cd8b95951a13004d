//! One trains, others wait: a lock of the system's on a file, which a process that dies loses.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

/// Held until it is dropped.
pub(crate) struct Lock {
    _file: File,
    /// Whether somebody else had it.
    pub(crate) has_waited: bool,
}

/// Waits for the lock on a file, no longer than told; `None` if it cannot be had. `waiting` is told once
/// that it takes a while.
pub(super) fn lock(path: &Path, patience: Duration, waiting: impl FnOnce()) -> Option<Lock> {
    /// After which somebody wants to know.
    const A_WHILE: Duration = Duration::from_secs(1);
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .ok()?;
    let begin = Instant::now();
    let mut waiting = Some(waiting);
    let mut has_waited = false;
    loop {
        match file.try_lock() {
            Ok(()) => {
                return Some(Lock {
                    _file: file,
                    has_waited,
                });
            }
            Err(TryLockError::WouldBlock) if begin.elapsed() < patience => {
                has_waited = true;
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
