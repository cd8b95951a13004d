//! Trainings that are ended, again and again, and what is told of them.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::{Keeper, Supervision, Terms};
use crate::attempt::{Attempt, Rows, Start};
use crate::error::Field;
use crate::pipeline::prepared;
use crate::prelude::*;
use crate::training::plan::Plan;
use crate::training::state::{State, Wish, Witness};

/// Keeps states in memory, and counts.
#[derive(Default)]
struct Memory {
    states: Mutex<BTreeMap<usize, State>>,
    is_full: bool,
}

impl Keeper for Memory {
    fn kept(&self, restart: usize) -> Option<State> {
        self.states.lock().unwrap().get(&restart).cloned()
    }

    fn keep(&self, restart: usize, state: &State) -> bool {
        if !self.is_full {
            self.states.lock().unwrap().insert(restart, state.clone());
        }
        !self.is_full
    }
}

fn arm() -> Model {
    model("Arm", [2, 64, 1])
        .data(moons(100).noise(0.1))
        .eval(moons(20))
        .optimizer(sgd(0.02))
        .epochs(200)
}

fn supervision<'k>(
    (plan, rows): &(Plan, Rows),
    restarts: usize,
    budget: Option<Budget>,
    keeper: Option<&'k dyn Keeper>,
) -> Supervision<'k> {
    let terms = Terms {
        budget,
        keeper,
        is_build: true,
        ..Terms::default()
    };
    Supervision::new(plan, restarts, rows.of_epoch(plan), terms)
}

fn best(
    prepared: &(Plan, Rows),
    restarts: usize,
    supervision: &Supervision<'_>,
) -> Result<Attempt> {
    let (plan, rows) = prepared;
    Attempt::best(plan, rows, restarts, Start::Weights, supervision)
}

#[test]
fn builds_that_always_end_too_early_come_to_the_same_end() {
    let stopping = || arm().stop([patience(60), loss_below(0.1)]);
    for (model, restarts) in [(arm(), 1), (stopping(), 1), (arm(), 3), (stopping(), 3)] {
        let prepared = prepared(&model);
        let whole = best(
            &prepared,
            restarts,
            &supervision(&prepared, restarts, None, None),
        );
        let whole = whole.unwrap();
        let memory = Memory::default();
        let mut ended = 0;
        let last = loop {
            let hurried = supervision(&prepared, restarts, Some(seconds(1e-9)), Some(&memory));
            match best(&prepared, restarts, &hurried) {
                Ok(last) => break last,
                Err(error) => {
                    let message = error.to_string();
                    assert!(message.contains("the next build goes on"), "{message}");
                    ended += 1;
                    assert!(ended < 100, "it goes on: {model:?}");
                }
            }
        };
        assert!(ended >= 3, "{ended}: {model:?}");
        // Each restart came near its end before the last build finished it.
        let states = memory.states.into_inner().unwrap();
        let epochs = |state: &State| state.checkpoint.losses.len();
        let is_near = |state: &State| !model.stop.is_empty() || epochs(state) > 150;
        assert_eq!(states.len(), restarts, "{model:?}");
        assert!(states.values().all(is_near), "{model:?}");
        assert_eq!(last.seed, whole.seed);
        assert_eq!(last.checkpoint, whole.checkpoint);
        assert_eq!(last.weights, whole.weights);
        assert_eq!(last.history, whole.history);
    }
}

#[test]
fn what_does_not_fit_is_not_gone_on_with() {
    let prepared = prepared(&arm());
    let memory = Memory::default();
    let mut state = State::default();
    state.checkpoint.losses = vec![0.5; 10];
    memory.keep(0, &state);
    let found = best(
        &prepared,
        1,
        &supervision(&prepared, 1, None, Some(&memory)),
    )
    .unwrap();
    let whole = best(&prepared, 1, &supervision(&prepared, 1, None, None)).unwrap();
    assert_eq!(found.checkpoint, whole.checkpoint);
}

#[test]
fn the_error_tells_how_far_it_came_and_what_to_do() {
    let prepared = prepared(&arm());
    for (is_full, restarts) in [(true, 1), (false, 1), (false, 4)] {
        let memory = Memory {
            is_full,
            ..Memory::default()
        };
        let hurried = supervision(&prepared, restarts, Some(seconds(1e-9)), Some(&memory));
        let error = best(&prepared, restarts, &hurried).unwrap_err();
        assert_eq!(error.problems()[0].field(), Field::Budget);
        let message = error.to_string();
        for part in [
            "its budget of 0.0 s, after epoch ",
            "; the whole would take about ",
            "`cargo neuralatex save Arm`",
            "`cargo neuralatex export Arm`",
            "lower `epochs`",
            "raise `budget` or `NEURALATEX_BUDGET`",
        ] {
            assert!(message.contains(part), "{part}: {message}");
        }
        let of_all = match restarts {
            1 => " of 200 and ",
            _ => " of 800 of 4 restarts and ",
        };
        assert!(message.contains(of_all), "{message}");
        let is_kept = message.contains("What is done is kept");
        assert_eq!(is_kept, !is_full, "{message}");
    }
}

#[test]
fn without_one_epoch_to_go_by_the_error_tells_a_bound() {
    let prepared = prepared(&arm());
    let mut hurried = supervision(&prepared, 1, Some(minutes(1)), None);
    begin_earlier(&mut hurried, Duration::from_secs(90));
    hurried.watch(0, 5);
    let message = hurried.end().to_string();
    let told =
        "its budget of 60 s, after epoch 5 of 200 and 90 s; the whole would take more than 5.0 h";
    assert!(message.contains(told), "{message}");
}

/// As if it had begun earlier.
fn begin_earlier(supervision: &mut Supervision<'_>, by: Duration) {
    let shared = Arc::get_mut(&mut supervision.shared).unwrap();
    shared.course.begun -= by;
}

#[test]
fn states_are_asked_for_after_some_seconds() {
    let prepared = prepared(&arm());
    let memory = Memory::default();
    let mut watching = supervision(&prepared, 2, None, Some(&memory));
    begin_earlier(&mut watching, Duration::from_secs(100));
    let watcher = watching.watch(1, 0);
    assert_eq!(watcher.sees(10, 0.5), Wish::GoOn, "it has just begun");
    *watcher.last_kept() = Duration::from_secs(97);
    assert_eq!(watcher.sees(20, 0.5), Wish::Keep);
    let state = best(&prepared, 1, &supervision(&prepared, 1, None, None)).unwrap();
    let state = State {
        checkpoint: state.checkpoint,
        frames: state.history,
    };
    watcher.keeps(state.clone());
    assert_eq!(watcher.sees(30, 0.5), Wish::GoOn, "one was kept just now");

    // A restart that is over, while another is not.
    let first = watching.watch(0, 0);
    assert!(memory.kept(0).is_none());
    first.finish(Some(&state));
    assert_eq!(memory.kept(0), Some(state.clone()));
    memory.states.lock().unwrap().clear();
    watcher.finish(Some(&state));
    assert!(memory.kept(1).is_none(), "all is done");
}

#[test]
fn an_epoch_past_the_limit_is_ended_by_the_clock() {
    let mut prepared = prepared(&arm());
    prepared.0.rates = vec![0.01; 10_000];
    let mut hurried = supervision(&prepared, 1, Some(seconds(1)), None);
    begin_earlier(&mut hurried, Duration::from_secs(100));
    let watcher = hurried.watch(0, 0);
    let abort = watcher.abort().unwrap();
    for _ in 0..600 {
        std::thread::sleep(Duration::from_millis(50));
        if abort.load(Ordering::Relaxed) {
            return;
        }
    }
    panic!("nobody ends it");
}

#[test]
fn a_small_training_is_hardly_ever_seen() {
    let spiral = model("Spiral", [2, 4, 4, 1]).data(spiral(50)).epochs(35);
    let prepared = prepared(&spiral);
    let watching = supervision(&prepared, 1, None, None);
    let watcher = watching.watch(0, 0);
    assert!(watcher.every() > 35, "{}", watcher.every());
    assert!(watching.ticker.lock().unwrap().is_none());
}
