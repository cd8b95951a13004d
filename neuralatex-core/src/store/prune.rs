//! What has not been used for long goes, and so does the oldest where there is too much.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::KINDS;
use super::lock::remove_if_free;
use super::ours::{self, LOCK};
use crate::files::TEMPORARY;

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

pub(super) fn prune(folder: &Path) {
    prune_to(folder, MOST_BYTES);
}

/// Leaves no more than so many bytes of records.
fn prune_to(folder: &Path, most: u64) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut records: Vec<Entry> = Vec::new();
    for entry in entries {
        let (name, path) = (entry.file_name(), entry.path());
        let Some(kind) = name.to_str().and_then(ours::kind) else {
            continue;
        };
        let Some((bytes, age)) = look_at(&path) else {
            continue;
        };
        if KINDS.contains(&kind) {
            records.push(Entry { path, bytes, age });
        } else if age > DAY && kind == LOCK {
            // Whoever cannot be removed stays, here and below.
            let _ = remove_if_free(&path);
        } else if age > DAY && kind == TEMPORARY {
            // A process that died was writing it.
            let _ = fs::remove_file(&path);
        }
    }
    records.sort_by_key(|entry| entry.age);
    let mut bytes: u64 = 0;
    for entry in records {
        bytes = bytes.saturating_add(entry.bytes);
        if entry.age > OLDEST || bytes > most {
            let _ = fs::remove_file(entry.path);
        }
    }
}

/// How large a file is, and how long ago it was of use.
fn look_at(path: &Path) -> Option<(u64, Duration)> {
    let found = fs::symlink_metadata(path).ok()?;
    // By a clock that has been put back, a file may be of tomorrow: then it is new.
    let age = SystemTime::now()
        .duration_since(found.modified().ok()?)
        .unwrap_or_default();
    Some((found.len(), age))
}

/// Notes that a record was of use, once a day: pruning begins with those that were not.
pub(super) fn touch(path: &Path) {
    let now = SystemTime::now();
    let is_recent = |changed: SystemTime| now.duration_since(changed).is_ok_and(|age| age < DAY);
    let changed = fs::metadata(path).and_then(|found| found.modified());
    if changed.is_ok_and(|changed| !is_recent(changed)) {
        let file = File::options().write(true).open(path);
        let _ = file.and_then(|file| file.set_modified(now));
    }
}

#[cfg(test)]
mod tests {
    use super::{DAY, prune_to};
    use std::fs::{self, File};
    use std::time::SystemTime;

    #[test]
    fn where_there_is_too_much_the_oldest_go() {
        let folder = std::env::temp_dir().join(format!("neuralatex-prune-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let record = |digit: u32| folder.join(format!("{}.training", digit.to_string().repeat(64)));
        for days in 1..=5 {
            fs::write(record(days), [0; 100]).unwrap();
            let file = File::options().write(true).open(record(days)).unwrap();
            file.set_modified(SystemTime::now() - DAY * days).unwrap();
        }
        let left = |most: u64| -> Vec<u32> {
            prune_to(&folder, most);
            (1..=5).filter(|&days| record(days).exists()).collect()
        };
        assert_eq!(left(500), [1, 2, 3, 4, 5]);
        assert_eq!(left(499), [1, 2, 3, 4]);
        assert_eq!(left(250), [1, 2]);
        fs::remove_dir_all(folder).unwrap();
    }
}
