//! The folder of one question, below the target directory, into which doors write their answers.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// It goes with what is in it.
pub(crate) struct Folder {
    path: PathBuf,
    /// By which others know that it is in use.
    lock: Option<File>,
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Windows removes no file that is open.
        drop(self.lock.take());
        // What is left is below the target directory, and removed another time.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The file with the lock.
const LOCK: &str = "lock";

impl Folder {
    pub(crate) fn new(target: &Path) -> io::Result<Folder> {
        if !target.exists() {
            fs::create_dir_all(target)?;
            // As Cargo does when it makes the folder, and only then; doors know by it where that is.
            let tag = "Signature: 8a477f597d28d172789f06886806bc55\n\
                       # This file is a cache directory tag created by cargo.\n\
                       # For information about cache directory tags see https://bford.info/cachedir/\n";
            fs::write(target.join("CACHEDIR.TAG"), tag)?;
        }
        let around = target.join("neuralatex-task");
        fs::create_dir_all(&around)?;
        remove_left(&around);
        let path = around.join(new_name());
        fs::create_dir(&path)?;
        let lock = File::create_new(path.join(LOCK))?;
        // Where there are no locks, it is as old as what is in it.
        let _ = lock.try_lock();
        let lock = Some(lock);
        Ok(Folder { path, lock })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// A name that no other folder has had. With the same one, Cargo would take crates for fresh that have
/// answered another question, and no door would answer this one. Numbers of processes are the same
/// again and again in containers.
fn new_name() -> String {
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    let time = time.unwrap_or_default().as_nanos();
    let random = RandomState::new().hash_one(std::process::id());
    format!("{time:x}-{random:016x}")
}

/// Removes what processes have left that were stopped: folders of ours that nobody uses, and in which
/// nothing has changed for a day.
fn remove_left(around: &Path) {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    let Ok(entries) = fs::read_dir(around) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let is_old = || unchanged_for(&path).is_some_and(|age| age > DAY);
        let is_used = || {
            let lock = File::options().write(true).open(path.join(LOCK));
            lock.is_ok_and(|lock| lock.try_lock().is_err())
        };
        if is_folder && is_ours(&entry.file_name().to_string_lossy()) && is_old() && !is_used() {
            // Somebody else may be removing it as well.
            let _ = fs::remove_dir_all(&path);
        }
    }
}

fn is_ours(name: &str) -> bool {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    name.split_once('-')
        .is_some_and(|(one, other)| is_number(one) && is_number(other))
}

/// How long ago something has changed in a folder, or in a folder of that: a store is one.
fn unchanged_for(folder: &Path) -> Option<Duration> {
    let mut times = vec![fs::metadata(folder).ok()?.modified().ok()?];
    for entry in fs::read_dir(folder).ok()?.flatten() {
        times.push(entry.metadata().ok()?.modified().ok()?);
    }
    times.into_iter().max()?.elapsed().ok()
}

#[cfg(test)]
mod tests {
    use super::Folder;
    use std::fs;
    use std::path::PathBuf;

    /// A target directory of a test, which is not there yet.
    fn target(name: &str) -> PathBuf {
        let name = format!("neuralatex-task-{}-{name}", std::process::id());
        let root = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&root);
        root.join("target")
    }

    fn remove(target: &std::path::Path) {
        fs::remove_dir_all(target.parent().expect("a folder")).expect("a folder");
    }

    #[test]
    fn a_new_target_directory_is_marked_as_cargo_does_and_folders_go_again() {
        let target = target("marked");
        let folder = || Folder::new(&target).expect("a folder");
        let (one, other) = (folder(), folder());
        let tag = fs::read_to_string(target.join("CACHEDIR.TAG")).expect("a tag");
        assert!(tag.contains("created by cargo"), "{tag}");
        let path = one.path().to_path_buf();
        assert!(path.is_dir());
        drop(one);
        assert!(!path.exists() && other.path().is_dir());
        // One that somebody else has made is left as it is.
        fs::remove_file(target.join("CACHEDIR.TAG")).expect("a tag");
        folder();
        assert!(!target.join("CACHEDIR.TAG").exists());
        drop(other);
        remove(&target);
    }

    /// `verify` passed a damaged checkpoint where the process had the number of an earlier one.
    #[test]
    fn no_folder_has_the_name_of_one_that_is_gone() {
        let target = target("names");
        let name = || {
            let folder = Folder::new(&target).expect("a folder");
            folder.path().to_path_buf()
        };
        let mut names: Vec<PathBuf> = (0..100).map(|_| name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 100);
        remove(&target);
    }

    #[cfg(unix)]
    #[test]
    fn what_was_left_for_a_day_is_removed_and_nothing_else() {
        use std::time::{Duration, SystemTime};
        let target = target("left");
        let around = target.join("neuralatex-task");
        for (name, is_kept) in [
            ("17-0", false),
            ("18c5-00ff", false),
            ("notes", true),
            ("my-notes", true),
        ] {
            let folder = around.join(name);
            fs::create_dir_all(folder.join("store")).expect("a folder");
            for path in [folder.join("store"), folder.clone()] {
                let days = Duration::from_secs(25 * 60 * 60);
                let file = fs::File::open(path).expect("a folder");
                file.set_modified(SystemTime::now() - days).expect("a time");
            }
            drop(Folder::new(&target).expect("a folder"));
            assert_eq!(folder.exists(), is_kept, "{name}");
        }
        // One that somebody has is in use, however long it takes.
        let used = Folder::new(&target).expect("a folder");
        for path in [used.path().join("lock"), used.path().to_path_buf()] {
            let file = fs::File::open(path).expect("it is there");
            file.set_modified(SystemTime::UNIX_EPOCH).expect("a time");
        }
        drop(Folder::new(&target).expect("a folder"));
        assert!(used.path().exists());
        drop(used);
        // One in whose store something happens is, too.
        fs::create_dir_all(around.join("19-0/store")).expect("a folder");
        let file = fs::File::open(around.join("19-0")).expect("a folder");
        file.set_modified(SystemTime::UNIX_EPOCH).expect("a time");
        drop(Folder::new(&target).expect("a folder"));
        assert!(around.join("19-0").exists());
        remove(&target);
    }
}
