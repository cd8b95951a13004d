//! A store that is damaged, swapped, or from elsewhere is noticed and not used; one that cannot be
//! written to costs the storing only.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::store::{Store, Told, is_worker, surround, told};
use neuralatex_core::Door;
use neuralatex_core::prelude::*;

fn specification() -> Model {
    model("Kept", [1, 1])
        .data(points([([0.0], 1), ([1.0], 0)]))
        .epochs(2)
        .card(false)
}

/// Trains as often as it changes a byte of its own record, or cuts it short.
#[test]
fn a_record_with_any_byte_flipped_or_cut_anywhere_is_not_used() {
    const NAME: &str = "a_record_with_any_byte_flipped_or_cut_anywhere_is_not_used";
    if !is_worker() {
        let store = Store::new("flipped");
        let mut worker = store.worker(NAME);
        let told = told(worker.env("NEURALATEX_LOG", "low").output().unwrap());
        let count: usize = told.results[0].parse().unwrap();
        assert!(count > 2000, "{count}");
        let notes = told.errors.lines();
        let notes = notes.filter(|line| line.contains("is not used: it is "));
        assert_eq!(notes.count(), count, "a note for each look");
        return;
    }
    let store = Store::of_worker();
    let expected = specification().ship(Door::Macro).unwrap();
    let mut count = 0;
    for kind in ["training", "code"] {
        let path = store.record(kind);
        let whole = fs::read(&path).unwrap();
        let mut with = |bytes: &[u8], what: &str| {
            // Without the other one, this is what is looked at.
            if kind == "training" {
                fs::remove_file(store.record("code")).unwrap();
            }
            fs::write(&path, bytes).unwrap();
            let before = store.trainings();
            assert_eq!(specification().ship(Door::Macro).unwrap(), expected);
            let trained = usize::from(kind == "training");
            assert_eq!(store.trainings(), before + trained, "{kind}: {what}");
            assert_eq!(fs::read(&path).unwrap(), whole, "{kind}: {what}");
            // Before a training it is looked at once more.
            count += 1 + trained;
        };
        for place in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[place] ^= 1 << (place % 8);
            with(&flipped, &format!("byte {place}"));
            // One is sealed as the other is.
            if kind == "training" || place % 16 == 0 {
                with(&whole[..place], &format!("{place} bytes"));
            }
        }
        with(&[&whole[..], b"\n"].concat(), "a byte more");
    }
    println!("RESULT {count}");
}

#[test]
fn a_record_of_another_model_or_another_version_is_not_used() {
    const NAME: &str = "a_record_of_another_model_or_another_version_is_not_used";
    if !is_worker() {
        return assert_eq!(Store::new("swapped").run(NAME).results, ["done"]);
    }
    let store = Store::of_worker();
    let ship = |seed| specification().seed(seed).ship(Door::Macro).unwrap();
    let (one, other) = (ship(1), ship(2));
    assert_ne!(one, other);
    for kind in ["training", "code"] {
        let paths = store.records(kind);
        let [first, second] = [0, 1].map(|n| fs::read(&paths[n]).unwrap());
        fs::write(&paths[0], second).unwrap();
        fs::write(&paths[1], first).unwrap();
    }
    assert_eq!((ship(1), ship(2)), (one.clone(), other));
    assert_eq!(store.trainings(), 4);
    // As another version of the format would be, with the right digest.
    for kind in ["training", "code"] {
        for path in store.records(kind) {
            let bytes = fs::read(&path).unwrap();
            let text = String::from_utf8_lossy(&bytes[..20]).into_owned();
            assert_eq!(text, "neuralatex record 1\n");
            let content = [b"neuralatex record 2\n", &bytes[20..bytes.len() - 64]].concat();
            use sha2::Digest;
            let digest = sha2::Sha256::digest(&content);
            let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            fs::write(&path, [&content, digest.as_bytes()].concat()).unwrap();
        }
    }
    assert_eq!(ship(1), one);
    assert_eq!(store.trainings(), 5);
    println!("RESULT done");
}

/// A worker with several models, in surroundings that a script prepares; `None` if it cannot.
fn in_surroundings(store: &Store, test: &str, prepare: &str) -> Option<Told> {
    let worker = store.worker(test);
    let program = worker.get_program().to_os_string();
    let script = format!("{prepare} && exec \"$@\"");
    let mut command = Command::new("unshare");
    command.args([
        "--user",
        "--map-root-user",
        "--mount",
        "sh",
        "-c",
        &script,
        "sh",
    ]);
    command.arg(program).args(worker.get_args());
    surround(&mut command, &worker);
    command.env("STORE", &store.0);
    fs::create_dir_all(&store.0).unwrap();
    let output = command.output().ok()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    match errors.contains("unshare:") || errors.contains("mount:") {
        true => {
            eprintln!("{errors}");
            None
        }
        false => Some(told(output)),
    }
}

/// Nothing can be written to a store that is full from the start, little to one that fills up.
#[test]
fn a_disk_that_is_full_or_read_only_costs_the_storing_and_one_warning() {
    const NAME: &str = "a_disk_that_is_full_or_read_only_costs_the_storing_and_one_warning";
    if is_worker() {
        for seed in 0..6 {
            let shipped = specification().seed(seed).ship(Door::Macro).unwrap();
            let trained = specification().seed(seed).train().unwrap();
            assert_eq!(shipped.code(), trained.code());
            println!("RESULT {}", trained.digest());
        }
        return;
    }
    let expected = Store::new("roomy").run(NAME).results;
    let store = Store::new("full");
    let filled = "head -c 1M /dev/zero > \"$STORE/filler\" 2>/dev/null";
    for (prepare, words) in [
        (
            "mount -t tmpfs -o size=4k,mode=700 tmpfs \"$STORE\"".to_string(),
            "No space left",
        ),
        (
            format!("mount -t tmpfs -o size=64k,mode=700 tmpfs \"$STORE\"; {filled}; true"),
            "No space left",
        ),
        (
            "mount -t tmpfs -o ro,mode=700 tmpfs \"$STORE\"".to_string(),
            "Read-only file system",
        ),
    ] {
        let Some(told) = in_surroundings(&store, NAME, &prepare) else {
            assert!(std::env::var_os("CI").is_none(), "CI can mount");
            eprintln!("SKIPPED: no file system can be mounted here");
            return;
        };
        assert_eq!(told.results, expected, "{prepare}");
        assert!(told.errors.contains(words), "{prepare}: {}", told.errors);
        assert_eq!(told.errors.lines().count(), 1, "{prepare}: {}", told.errors);
    }
    // And where there can be no folder.
    let store = Store::new("in-the-way");
    fs::write(&store.0, "a file").unwrap();
    let told = store.run(NAME);
    assert_eq!(told.results, expected);
    assert_eq!(told.errors.lines().count(), 1, "{}", told.errors);
    fs::remove_file(&store.0).unwrap();
}

#[test]
fn surroundings_that_lack_something_change_nothing() {
    const NAME: &str = "surroundings_that_lack_something_change_nothing";
    if is_worker() {
        let trained = specification().train().unwrap();
        return println!("RESULT {}", trained.digest());
    }
    let expected = Store::new("homely").run(NAME);
    let store = Store::new("homeless");
    for name in ["HOME", "TMPDIR", "USER", "PATH"] {
        let output = store.worker(NAME).env_remove(name).output().unwrap();
        assert_eq!(told(output), expected, "{name}");
    }
    assert_eq!(store.trainings(), 1);
    let mut worker = store.worker(NAME);
    let elsewhere = worker.env("NEURALATEX_CACHE_DIR", "relative/path");
    let told = told(elsewhere.output().unwrap());
    assert_eq!(told.results, expected.results);
    assert!(
        told.errors
            .contains("NEURALATEX_CACHE_DIR is `relative/path`"),
        "{}",
        told.errors
    );
    assert!(!Path::new("relative").exists());
}
