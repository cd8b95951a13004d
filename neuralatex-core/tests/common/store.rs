//! Stores of tests. What a process stores follows from its environment, so that tests run themselves
//! again, as a worker.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Set for workers.
pub(crate) const WORKER: &str = "NEURALATEX_STORE_TEST";

/// A folder of its own.
pub(crate) struct Store(pub(crate) PathBuf);

impl Store {
    /// An empty one.
    pub(crate) fn new(name: &str) -> Store {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("store-{name}"));
        let _ = fs::remove_dir_all(&folder);
        Store(folder)
    }

    /// That of this process, which is a worker.
    pub(crate) fn of_worker() -> Store {
        Store(PathBuf::from(
            std::env::var_os("NEURALATEX_CACHE_DIR").unwrap(),
        ))
    }

    /// How many trainings were done.
    pub(crate) fn trainings(&self) -> usize {
        let log = fs::read_to_string(self.0.join("trainings.log"));
        log.unwrap_or_default().lines().count()
    }

    /// The files of a kind.
    pub(crate) fn records(&self, kind: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).into_iter().flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        let mut paths: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|extension| extension == kind))
            .collect();
        paths.sort();
        paths
    }

    /// The only file of a kind.
    pub(crate) fn record(&self, kind: &str) -> PathBuf {
        let mut records = self.records(kind);
        assert_eq!(records.len(), 1, "{records:?}");
        records.remove(0)
    }

    /// A test as a worker with this store, to be started.
    pub(crate) fn worker(&self, test: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args([test, "--exact", "--nocapture", "--test-threads=1"])
            .env(WORKER, "1")
            .env("NEURALATEX_CACHE_DIR", &self.0)
            .env("NEURALATEX_REPORT", "off")
            .env_remove("NEURALATEX_CACHE")
            .env_remove("NEURALATEX_LOG")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// What the worker told; it succeeds.
    #[track_caller]
    pub(crate) fn run(&self, test: &str) -> Told {
        told(self.worker(test).output().unwrap())
    }
}

/// Gives another command the environment of a worker.
#[allow(dead_code, reason = "not all tests start workers by other programs")]
pub(crate) fn surround(command: &mut Command, worker: &Command) {
    for (name, value) in worker.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
}

/// Lines of a worker.
#[derive(PartialEq, Debug)]
pub(crate) struct Told {
    /// Those that it marked.
    pub(crate) results: Vec<String>,
    pub(crate) errors: String,
}

#[track_caller]
pub(crate) fn told(output: Output) -> Told {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}{errors}");
    let results = printed
        .lines()
        .filter_map(|line| line.split_once("RESULT "));
    Told {
        results: results.map(|(_, result)| result.to_string()).collect(),
        errors,
    }
}

/// Whether this process is a worker.
pub(crate) fn is_worker() -> bool {
    std::env::var_os(WORKER).is_some()
}
