//! Processes that want the same model: one trains, others wait for it, no longer than they may.

mod common;

use std::fs;

use common::store::{Store, is_worker};
use neuralatex_core::prelude::*;

fn specification() -> Model {
    model("Kept", [2, 3, 1]).data(moons(20)).epochs(4)
}

/// All at once on an empty store.
#[test]
fn processes_that_want_the_same_model_train_it_once() {
    const NAME: &str = "processes_that_want_the_same_model_train_it_once";
    if is_worker() {
        let model = specification().data(moons(2000)).epochs(3000);
        return println!("RESULT {}", model.train().unwrap().digest());
    }
    let store = Store::new("at-once");
    let spawn = |_| store.worker(NAME).spawn().unwrap();
    let workers: Vec<_> = (0..8).map(spawn).collect();
    let results = workers.into_iter().map(|worker| {
        let told = common::store::told(worker.wait_with_output().unwrap());
        assert_eq!(told.results.len(), 1);
        told.results
    });
    let results: Vec<_> = results.collect();
    assert!(
        results.iter().all(|result| *result == results[0]),
        "{results:?}"
    );
    assert_eq!(store.trainings(), 1);
}

/// Which takes less time than to start a process, so that they meet everywhere between the first look
/// and the last.
#[test]
fn processes_train_a_short_model_once_too() {
    const NAME: &str = "processes_train_a_short_model_once_too";
    if is_worker() {
        for round in 0..ROUNDS {
            specification().seed(round).train().unwrap();
        }
        return;
    }
    const ROUNDS: u64 = 100;
    let store = Store::new("short");
    let spawn = |_| store.worker(NAME).spawn().unwrap();
    let workers: Vec<_> = (0..8).map(spawn).collect();
    for worker in workers {
        common::store::told(worker.wait_with_output().unwrap());
    }
    assert_eq!(store.trainings() as u64, ROUNDS);
}

/// As if another process trained the same for longer than this one may take.
#[test]
fn nobody_waits_longer_than_its_budget() {
    const NAME: &str = "nobody_waits_longer_than_its_budget";
    if is_worker() {
        let told = match specification().train() {
            Ok(trained) => trained.digest(),
            Err(error) => error.to_string(),
        };
        return println!("RESULT {told}");
    }
    let store = Store::new("taken");
    let expected = store.run(NAME);
    let lock = fs::File::options().write(true).open(store.record("lock"));
    let lock = lock.unwrap();
    lock.lock().unwrap();
    assert_eq!(store.run(NAME), expected, "what is there is not waited for");
    fs::remove_file(store.record("training")).unwrap();
    let mut hurried = store.worker(NAME);
    hurried.env("NEURALATEX_BUDGET", "0.3");
    let told = common::store::told(hurried.output().unwrap());
    let words =
        "another build has been training this model for 0.3 s, all of the budget of this one";
    assert!(told.results[0].contains(words), "{told:?}");
    assert_eq!(store.trainings(), 1, "nothing was trained beside it");
    lock.unlock().unwrap();
    assert_eq!(store.run(NAME), expected);
    assert_eq!(store.trainings(), 2);
}
