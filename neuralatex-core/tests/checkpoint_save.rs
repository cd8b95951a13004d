//! A checkpoint is written whole or not at all.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::folder;
use neuralatex_core::prelude::*;

/// Enough weights for a file of several kilobytes.
fn trained(seed: u64) -> Trained {
    let specification = model("Saved", [2, 16, 16, 1]).data(spiral(5)).seed(seed);
    specification.epochs(1).train().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn saving_leaves_nothing_but_the_file() {
    let folder = folder("save_only");
    let file = folder.join("checkpoint.txt");
    trained(1).save(&file).unwrap();
    let first = fs::read(&file).unwrap();
    trained(2).save(&file).unwrap();
    assert_ne!(fs::read(&file).unwrap(), first);
    assert_eq!(names(&folder), ["checkpoint.txt"]);
}

#[test]
fn saving_where_nothing_can_be_written_is_told() {
    let folder = folder("save_nowhere");
    let file = folder.join("missing/checkpoint.txt");
    let error = trained(1).save(&file).unwrap_err().to_string();
    assert!(error.contains("cannot write"), "{error}");
    assert!(error.contains(&file.display().to_string()), "{error}");
    fs::create_dir(folder.join("taken")).unwrap();
    let error = trained(1)
        .save(folder.join("taken"))
        .unwrap_err()
        .to_string();
    assert!(error.contains("cannot write"), "{error}");
    assert_eq!(names(&folder), ["taken"]);
}

/// Set for the process that runs out of room.
#[cfg(unix)]
const WORKER: &str = "NEURALATEX_SAVE_TEST_WORKER";

/// A limit on the size of files stands in for a full disk: the first bytes can be written, the
/// rest cannot.
#[test]
#[cfg(unix)]
fn saving_on_a_full_disk_leaves_the_old_file_whole() {
    if let Some(file) = std::env::var_os(WORKER) {
        let error = trained(2).save(file).unwrap_err().to_string();
        assert!(error.contains("cannot write"), "{error}");
        return;
    }
    let folder = folder("save_full");
    let file = folder.join("checkpoint.txt");
    trained(1).save(&file).unwrap();
    let old = fs::read(&file).unwrap();
    assert!(old.len() > 2048, "the limit must cut it");
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "saving_on_a_full_disk_leaves_the_old_file_whole"])
        .env(WORKER, &file)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(fs::read(&file).unwrap() == old, "the old file has changed");
    assert_eq!(names(&folder), ["checkpoint.txt"]);
}

/// Two threads of one process that save to one file take turns, they do not mix.
#[test]
fn saving_from_two_threads_never_shows_half_a_file() {
    let folder = folder("save_threads");
    let file = folder.join("checkpoint.txt");
    let text = |seed: u64| {
        let file = folder.join(format!("{seed}.txt"));
        trained(seed).save(&file).unwrap();
        fs::read(&file).unwrap()
    };
    let whole = [text(1), text(2)];
    std::thread::scope(|scope| {
        for seed in [1, 2] {
            let file = &file;
            scope.spawn(move || {
                let (even, odd) = (trained(seed), trained(3 - seed));
                for turn in 0..200 {
                    let next = if turn % 2 == 0 { &even } else { &odd };
                    next.save(file).unwrap();
                }
            });
        }
        for _ in 0..2000 {
            if let Ok(seen) = fs::read(&file) {
                assert!(whole.contains(&seen), "{} bytes", seen.len());
            }
        }
    });
    assert_eq!(names(&folder), ["1.txt", "2.txt", "checkpoint.txt"]);
}
