//! A process may be killed at any moment: the store is never wrong, and what comes after ends with the
//! same bits.

mod common;

use std::fs;
use std::process::Child;
use std::time::{Duration, Instant};

use common::store::{Store, is_worker, told};
use neuralatex_core::Door;
use neuralatex_core::prelude::*;

/// Moments to kill at: fractions from 0 to 1.
fn moments(count: usize) -> impl Iterator<Item = f64> {
    (1..=count).map(|n| (n as f64 * 0.618_033_988_749_894_8).fract())
}

fn kill_after(mut worker: Child, time: Duration) {
    std::thread::sleep(time);
    worker.kill().unwrap();
    worker.wait().unwrap();
}

/// The epochs of the training below.
const EPOCHS: &str = "NEURALATEX_KILL_TEST_EPOCHS";

#[test]
fn a_training_that_is_killed_again_and_again_ends_as_one_that_is_not() {
    const NAME: &str = "a_training_that_is_killed_again_and_again_ends_as_one_that_is_not";
    if is_worker() {
        let trained = model("Long", [2, 32, 32, 1])
            .data(moons(2000).noise(0.2))
            .eval(moons(50).noise(0.2))
            .optimizer(adam(0.001))
            .epochs(std::env::var(EPOCHS).unwrap().parse().unwrap())
            .train()
            .unwrap();
        println!("RESULT {}", trained.digest());
        println!("RESULT {}", trained.code().replace('\n', ""));
        return;
    }
    let with = |store: &Store, epochs: usize| {
        let mut worker = store.worker(NAME);
        worker.env("NEURALATEX_THREADS", "1");
        worker.env(EPOCHS, epochs.to_string());
        worker
    };
    // States are kept after two seconds: it lasts longer, however fast the machine is.
    let (mut epochs, mut begin) = (4000, Instant::now());
    let expected = loop {
        let whole = told(with(&Store::new("whole"), epochs).output().unwrap());
        if begin.elapsed() > Duration::from_secs(5) {
            break whole;
        }
        (epochs, begin) = (2 * epochs, Instant::now());
    };
    let worker = |store: &Store| with(store, epochs);
    let store = Store::new("killed");
    for moment in moments(50) {
        let time = Duration::from_secs_f64(0.2 + 2.4 * moment);
        kill_after(worker(&store).spawn().unwrap(), time);
        let states = store.records("state").len();
        assert!(states <= 1);
        // On a fast machine it may have come to its end, and begins anew.
        if store.trainings() > 0 {
            let found = told(worker(&store).output().unwrap());
            assert_eq!(found.results, expected.results);
            fs::remove_dir_all(&store.0).unwrap();
        }
    }
    // Longer each time, as others may need the machine too.
    for wait in 3.. {
        if !store.records("state").is_empty() {
            break;
        }
        assert_eq!(store.trainings(), 0, "there was no state before its end");
        kill_after(worker(&store).spawn().unwrap(), Duration::from_secs(wait));
    }
    let mut last = worker(&store);
    let last = told(last.env("NEURALATEX_LOG", "low").output().unwrap());
    assert_eq!(last.results, expected.results);
    let mut lines = last.errors.lines();
    let first = lines.find(|line| line.contains("Loss for epoch"));
    assert!(
        !first.unwrap().contains("epoch 1 "),
        "it goes on from there"
    );
    assert_eq!((store.trainings(), store.records("state").len()), (1, 0));
}

/// Nothing but small trainings, each of which writes two records.
#[test]
fn a_process_that_is_killed_while_it_writes_leaves_no_wrong_record() {
    const NAME: &str = "a_process_that_is_killed_while_it_writes_leaves_no_wrong_record";
    const MODELS: u64 = 40;
    if is_worker() {
        for seed in 0..MODELS {
            let model = model("Quick", [2, 3, 1])
                .data(moons(20))
                .seed(seed)
                .epochs(2);
            let shipped = model.ship(Door::Macro).unwrap();
            println!("RESULT {}", shipped.code().replace('\n', ""));
        }
        return;
    }
    let started = Instant::now();
    let expected = Store::new("written").run(NAME).results;
    assert_eq!(expected.len() as u64, MODELS);
    let longest = started.elapsed();
    let store = Store::new("half-written");
    for (n, moment) in moments(50).enumerate() {
        kill_after(store.worker(NAME).spawn().unwrap(), longest.mul_f64(moment));
        // Some are left for the next one.
        if n % 5 == 0 {
            for path in store
                .records("code")
                .into_iter()
                .chain(store.records("training"))
            {
                fs::remove_file(path).unwrap();
            }
        }
    }
    let told = store.run(NAME);
    assert_eq!(told.results, expected);
    assert_eq!(told.errors, "");
    let mut logged = store.worker(NAME);
    let logged = common::store::told(logged.env("NEURALATEX_LOG", "low").output().unwrap());
    assert_eq!(logged.results, expected);
    assert!(!logged.errors.contains("is not used"), "{}", logged.errors);
}
