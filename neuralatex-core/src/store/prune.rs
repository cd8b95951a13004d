//! What has not been used for long goes, and so does the oldest where there is too much.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// Since it was last of use.
const OLDEST: Duration = DAY.saturating_mul(60);
/// Of all records.
const MOST_BYTES: u64 = 1 << 30;

struct Entry {
    path: PathBuf,
    bytes: u64,
    age: Duration,
}

/// Of records alone: other files are not ours, and who waits for a lock should find it.
pub(super) fn prune(folder: &Path, extensions: &[&str]) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut entries: Vec<Entry> = entries
        .filter_map(|entry| look_at(entry.path(), extensions))
        .collect();
    entries.sort_by_key(|entry| entry.age);
    let mut bytes: u64 = 0;
    for entry in entries {
        bytes = bytes.saturating_add(entry.bytes);
        if entry.age > OLDEST || bytes > MOST_BYTES {
            // Whoever cannot be removed stays.
            let _ = fs::remove_file(entry.path);
        }
    }
}

fn look_at(path: PathBuf, extensions: &[&str]) -> Option<Entry> {
    let extension = path.extension()?.to_str()?;
    let found = fs::symlink_metadata(&path).ok()?;
    // By a clock that has been put back, a file may be of tomorrow: then it is new.
    let age = SystemTime::now()
        .duration_since(found.modified().ok()?)
        .unwrap_or_default();
    // What a process that died was writing, and locks that nobody holds.
    if ["tmp", "lock"].contains(&extension) && age > DAY {
        let _ = fs::remove_file(&path);
    }
    extensions.contains(&extension).then_some(Entry {
        path,
        bytes: found.len(),
        age,
    })
}

/// Notes that a record was of use, once a day: pruning begins with those that were not.
pub(super) fn touch(path: &Path) {
    let now = SystemTime::now();
    let is_recent = |changed: SystemTime| now.duration_since(changed).is_ok_and(|age| age < DAY);
    let changed = fs::metadata(path).and_then(|found| found.modified());
    if changed.is_ok_and(|changed| !is_recent(changed)) {
        let file = fs::File::options().write(true).open(path);
        let _ = file.and_then(|file| file.set_modified(now));
    }
}
