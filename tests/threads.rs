//! A training in a build uses the cores that Cargo has left free, never more.

use std::path::Path;
use std::process::Command;

/// Cargo with as many jobs; nothing else is compiled while the model trains.
#[test]
fn a_training_has_as_many_threads_as_cargo_leaves() {
    if !cfg!(target_os = "linux") {
        eprintln!("SKIPPED: threads are counted as Linux tells them");
        return;
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if cores == 1 {
        eprintln!("SKIPPED in part: with one core there is never more than one thread");
    }
    build(2, None);
    let digests = [1, 2, 3, 8].map(|jobs| {
        let name = format!("threads-{jobs}-{}", std::process::id());
        let report = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let expected = jobs.min(cores);
        build(jobs, Some((&report, expected)));
        let text = std::fs::read_to_string(&report).expect("a report");
        std::fs::remove_file(report).expect("it is there");
        let (threads, digest) = text.split_once(' ').expect("a number and a digest");
        assert_eq!(threads, expected.to_string(), "{jobs} jobs");
        digest.to_string()
    });
    assert!(digests.iter().all(|digest| *digest == digests[0]));
}

/// Builds a crate whose script trains and reports, or all that has to be compiled before.
fn build(jobs: usize, report: Option<(&Path, usize)>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["build", "--jobs", &jobs.to_string(), "--manifest-path"])
        .arg(root.join("tests/crates/threads/Cargo.toml"))
        .arg("--target-dir")
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("users"));
    command.env("NEURALATEX_CACHE", "off");
    // Cargo would take its tokens from whoever has started this test.
    for name in ["MAKEFLAGS", "CARGO_MAKEFLAGS", "NEURALATEX_THREADS"] {
        command.env_remove(name);
    }
    // A thread that looks at the clock now and then is none that trains.
    command.env("NEURALATEX_PROGRESS", "off");
    command.env("NEURALATEX_BUDGET", "off");
    if let Some((report, expected)) = report {
        command.env("THREADS_REPORT", report);
        command.env("THREADS_EXPECTED", expected.to_string());
    }
    let output = command.output().expect("cargo runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{jobs} jobs:\n{told}");
}
