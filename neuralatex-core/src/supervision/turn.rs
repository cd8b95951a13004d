//! Whose turn it is to draw: of all trainings of this process and, where a file is given, of all that
//! know it, one at a time.

use std::fs::File;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::files;

static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// A turn, which others wait for until this is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    /// Holds the lock.
    _file: Option<File>,
}

impl Turn {
    /// Takes it, unless another one has it.
    pub(super) fn take(lock: Option<&PathBuf>) -> Option<Turn> {
        if IS_TAKEN.swap(true, Ordering::Acquire) {
            return None;
        }
        // From here on, dropping gives it back.
        let mut turn = Turn { _file: None };
        if let Some(path) = lock {
            // A file that cannot be had is no reason not to draw: single writes are whole in any case.
            let file = files::append(path).ok();
            if let Some(file) = &file
                && matches!(file.try_lock(), Err(std::fs::TryLockError::WouldBlock))
            {
                return None;
            }
            turn._file = file;
        }
        Some(turn)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        IS_TAKEN.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::Turn;

    /// One test, as the turn is one for the process.
    #[test]
    fn one_draws_at_a_time() {
        let first = Turn::take(None).unwrap();
        assert!(Turn::take(None).is_none());
        drop(first);

        let path = std::env::temp_dir().join(format!("turn-{}", std::process::id()));
        let first = Turn::take(Some(&path)).unwrap();
        assert!(Turn::take(Some(&path)).is_none());
        drop(first);

        // Another process.
        let other = File::options().write(true).open(&path).unwrap();
        other.lock().unwrap();
        assert!(Turn::take(Some(&path)).is_none());
        other.unlock().unwrap();
        assert!(Turn::take(Some(&path)).is_some());
        std::fs::remove_file(&path).unwrap();
        let nowhere = path.join("nowhere");
        assert!(Turn::take(Some(&nowhere)).is_some(), "no file, no bound");
    }
}
