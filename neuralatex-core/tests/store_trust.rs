//! Whoever can write to the store decides which weights are shipped: only what nobody else can have put
//! there is used.
#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use common::store::{Store, is_worker, surround, told};
use neuralatex_core::prelude::*;

fn work() {
    let model = model("Kept", [2, 3, 1]).data(moons(20)).epochs(4);
    println!("RESULT {}", model.train().unwrap().digest());
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// What others may have put there.
#[test]
fn links_and_what_everybody_may_write_are_not_trusted() {
    const NAME: &str = "links_and_what_everybody_may_write_are_not_trusted";
    if is_worker() {
        return work();
    }
    let store = Store::new("trusted");
    let expected = store.run(NAME);
    let record = store.record("training");
    let elsewhere = store.0.with_extension("elsewhere");
    let _ = fs::remove_file(&elsewhere);
    fs::rename(&record, &elsewhere).unwrap();
    symlink(&elsewhere, &record).unwrap();
    assert_eq!(store.run(NAME), expected);
    assert_eq!(store.trainings(), 2, "a link is not followed");
    let found = fs::symlink_metadata(&record).unwrap();
    assert!(found.is_file(), "a record has taken its place");
    mode(&record, 0o666);
    assert_eq!(store.run(NAME), expected);
    assert_eq!(store.trainings(), 3);
    mode(&store.0, 0o777);
    let told = store.run(NAME);
    assert_eq!((&told.results, store.trainings()), (&expected.results, 3));
    assert!(
        told.errors.contains("everybody may write to this folder"),
        "{}",
        told.errors
    );
    assert_eq!(told.errors.lines().count(), 1, "{}", told.errors);
    mode(&store.0, 0o700);
    assert_eq!(store.run(NAME), expected);
    // Other files of the store are no links either.
    fs::write(&elsewhere, "not ours").unwrap();
    for name in ["trainings.log", "progress.lock"] {
        let _ = fs::remove_file(store.0.join(name));
        symlink(&elsewhere, store.0.join(name)).unwrap();
    }
    let lock = record.with_extension("lock");
    for path in [&record, &lock] {
        fs::remove_file(path).unwrap();
    }
    symlink(&elsewhere, &lock).unwrap();
    let told = store.run(NAME);
    assert_eq!(told.results, expected.results);
    assert!(told.errors.contains("is no ordinary file"), "{told:?}");
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "not ours");
    assert_eq!(store.run(NAME), expected, "it was stored all the same");
}

/// As containers have it that let everybody do everything.
#[test]
fn a_process_that_lets_everybody_write_trusts_its_own_records() {
    const NAME: &str = "a_process_that_lets_everybody_write_trusts_its_own_records";
    if is_worker() {
        return work();
    }
    let store = Store::new("generous");
    let generous = || {
        let worker = store.worker(NAME);
        let mut command = Command::new("sh");
        command.args(["-c", "umask 000 && exec \"$@\"", "sh"]);
        command.arg(worker.get_program()).args(worker.get_args());
        surround(&mut command, &worker);
        told(command.output().unwrap())
    };
    assert_eq!(generous(), generous());
    assert_eq!(store.trainings(), 1);
}

/// Neither this user's nor the administrator's.
#[test]
fn the_folder_of_somebody_else_is_not_trusted() {
    const NAME: &str = "the_folder_of_somebody_else_is_not_trusted";
    const NOBODY: u32 = 65_534;
    const OTHER: &str = "12345";
    if is_worker() {
        return work();
    }
    let around = std::env::temp_dir().join(format!("neuralatex-owner-{}", std::process::id()));
    let store = Store(around.join("store"));
    fs::create_dir_all(&store.0).unwrap();
    let program = around.join("program");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    for path in [&around, &store.0, &program] {
        mode(path, 0o755);
    }
    let is_administrator = fs::metadata(&around).is_ok_and(|found| {
        use std::os::unix::fs::MetadataExt;
        found.uid() == 0
    });
    let mut give = match is_administrator {
        true => Command::new("chown"),
        false => Command::new("sudo"),
    };
    if !is_administrator {
        give.args(["-n", "chown"]);
    }
    let given = give.arg(OTHER).arg(&store.0).output();
    if !given.is_ok_and(|output| output.status.success()) {
        assert!(std::env::var_os("CI").is_none(), "CI can give files away");
        fs::remove_dir_all(&around).unwrap();
        return eprintln!("SKIPPED: only an administrator can give a folder to somebody else");
    }
    let worker = store.worker(NAME);
    let mut command = Command::new(&program);
    command.args(worker.get_args()).current_dir(&around);
    surround(&mut command, &worker);
    if is_administrator {
        command.uid(NOBODY).gid(NOBODY);
    }
    let told = told(command.output().unwrap());
    assert_eq!(told.results.len(), 1, "it is trained all the same");
    let words = "this folder is somebody else's, so that what is in it cannot be trusted";
    assert!(told.errors.contains(words), "{told:?}");
    let mut remove = Command::new(if is_administrator { "rm" } else { "sudo" });
    if !is_administrator {
        remove.args(["-n", "rm"]);
    }
    remove.arg("-rf").arg(&around).output().unwrap();
}
