//! A training that is interrupted anywhere ends as one that is not.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{State, Wish, Witness};
use crate::attempt::{Rows, evaluation_loss};
use crate::pipeline::prepared;
use crate::prelude::*;
use crate::training::{plan::Plan, train};

/// Ends a training after an epoch, and keeps its state.
struct Interrupting {
    after: usize,
    wish: Wish,
    kept: Mutex<Vec<State>>,
    abort: AtomicBool,
}

impl Interrupting {
    fn new(after: usize, wish: Wish) -> Interrupting {
        Interrupting {
            after,
            wish,
            kept: Mutex::default(),
            abort: AtomicBool::new(false),
        }
    }
}

impl Witness for Interrupting {
    fn every(&self) -> usize {
        1
    }

    fn sees(&self, epoch: usize, loss: f64) -> Wish {
        assert!(loss.is_finite());
        if epoch < self.after {
            Wish::GoOn
        } else {
            self.wish
        }
    }

    fn keeps(&self, state: State) {
        self.kept.lock().unwrap().push(state);
    }

    fn abort(&self) -> Option<&AtomicBool> {
        Some(&self.abort)
    }
}

fn run(
    (plan, rows): &(Plan, Rows),
    start: Option<State>,
    threads: usize,
    witness: Option<&dyn Witness>,
) -> Option<State> {
    let watched = match plan.stop.is_empty() {
        true => None,
        false => evaluation_loss(plan, rows),
    };
    let scaling = rows.scaling.as_ref();
    train(plan, &rows.data, scaling, watched, start, threads, witness).unwrap()
}

/// Bits, which tell what `==` does not.
fn bits(state: &State) -> Vec<Vec<u64>> {
    let State { checkpoint, frames } = state;
    let [first, second] = &checkpoint.memory;
    let lists = [
        &checkpoint.weights,
        &checkpoint.losses,
        first,
        second,
        &checkpoint.evaluation_losses,
        &frames.weights,
    ];
    let bits = |list: &Vec<f64>| list.iter().map(|number| number.to_bits()).collect();
    lists.into_iter().map(bits).collect()
}

fn assert_same(resumed: &State, whole: &State, what: &str) {
    assert_eq!(resumed.frames.epochs, whole.frames.epochs, "{what}");
    assert_eq!(resumed.frames.every, whole.frames.every, "{what}");
    assert_eq!(bits(resumed), bits(whole), "{what}");
}

fn arm() -> Model {
    model("Arm", [2, 6, 1])
        .data(moons(20).noise(0.1))
        .normalize(standard())
        .batch(16)
        .epochs(24)
}

/// Every optimiser, both precisions, rules that end early or not, layers of both kinds.
fn models() -> Vec<Model> {
    let optimizers = [
        sgd(0.1),
        sgd(0.1).momentum(0.9),
        sgd(0.05).momentum(0.8).nesterov().weight_decay(0.01),
        adam(cosine(0.02, 0.001).warmup(3)),
        adamw(0.01).clip(0.5),
        rmsprop(0.01),
    ];
    let mut models = Vec::new();
    for optimizer in optimizers {
        for precision in [Precision::F32, Precision::F64] {
            models.push(arm().optimizer(optimizer.clone()).precision(precision));
        }
    }
    models.extend([
        arm().stop(patience(30)),
        arm().stop(loss_below(0.2)).optimizer(adam(0.05)),
        arm()
            .eval(moons(10))
            .stop(patience(2))
            .optimizer(sgd(2.0))
            .seed(4),
        // Frames in steps, and such as are thinned out; none at all.
        arm().epochs(500),
        arm().epochs(500).stop(loss_below(0.0)),
        model("Wide", [2, 4000, 8, 2])
            .data(blobs(6).classes(2))
            .epochs(9),
        model("Large", [2, 40_000, 2])
            .data(blobs(6).classes(2))
            .epochs(4),
    ]);
    models
}

#[test]
fn interrupted_after_any_epoch_it_ends_with_the_same_bits() {
    for model in models() {
        let prepared = prepared(&model);
        let whole = run(&prepared, None, 1, None).unwrap();
        let done = whole.checkpoint.losses.len();
        let step = (done / 60).max(1);
        for after in (1..done).step_by(step) {
            let threads = 1 + after / step % 2;
            let what = format!("{model:?}, after {after} on {threads} threads");
            let witness = Interrupting::new(after, Wish::End);
            let ended = run(&prepared, None, threads, Some(&witness));
            let mut kept = witness.kept.into_inner().unwrap();
            let state = kept.pop().unwrap_or_else(|| panic!("not seen: {what}"));
            assert!(ended.is_none() && kept.is_empty(), "{what}");
            assert!(state.fits(&prepared.0), "{what}");
            assert_eq!(state.checkpoint.losses.len(), after, "{what}");
            let resumed = run(&prepared, Some(state), 3 - threads, None).unwrap();
            assert_same(&resumed, &whole, &what);
        }
    }
}

/// What is done is not done again.
#[test]
fn from_its_end_nothing_is_left_to_do() {
    for model in models() {
        let prepared = prepared(&model);
        let whole = run(&prepared, None, 1, None).unwrap();
        let witness = Interrupting::new(0, Wish::End);
        let again = run(&prepared, Some(whole.clone()), 1, Some(&witness)).unwrap();
        assert_same(&again, &whole, &format!("{model:?}"));
    }
}

#[test]
fn states_on_the_way_are_those_of_shorter_trainings() {
    let prepared = prepared(&arm().optimizer(adam(0.01)));
    let witness = Interrupting::new(0, Wish::Keep);
    let whole = run(&prepared, None, 2, Some(&witness)).unwrap();
    let kept = witness.kept.into_inner().unwrap();
    assert_eq!(kept.len(), 23, "all but the last, which is the result");
    for (epoch, state) in (1..).zip(&kept) {
        let mut shorter = prepared.clone();
        shorter.0.rates.truncate(epoch);
        let shorter = run(&shorter, None, 1, None).unwrap();
        assert_same(state, &shorter, &format!("epoch {epoch}"));
    }
    assert_same(&whole, &run(&prepared, None, 1, None).unwrap(), "unseen");
}

/// Where threads share batches, and where a batch is several chunks.
#[test]
fn an_epoch_ends_in_its_middle() {
    for batch in [16, 1000] {
        let prepared = prepared(&arm().data(moons(400)).batch(batch));
        for threads in [1, 2] {
            let witness = Interrupting::new(1, Wish::Keep);
            witness.abort.store(true, Ordering::Relaxed);
            assert_eq!(run(&prepared, None, threads, Some(&witness)), None);
            assert!(witness.kept.into_inner().unwrap().is_empty());
        }
    }
}

#[test]
fn what_does_not_fit_a_plan_is_told() {
    let prepared = prepared(&arm());
    let whole = run(&prepared, None, 1, None).unwrap();
    assert!(whole.fits(&prepared.0));
    let damages: [fn(&mut State); 6] = [
        |state| state.checkpoint.weights.truncate(1),
        |state| state.checkpoint.losses.push(0.5),
        |state| state.checkpoint.losses.clear(),
        |state| state.checkpoint.memory[1].truncate(1),
        |state| state.checkpoint.evaluation_losses.push(0.5),
        |state| state.frames.weights.truncate(1),
    ];
    for damage in damages {
        let mut state = whole.clone();
        damage(&mut state);
        assert!(!state.fits(&prepared.0), "{state:?}");
    }
}
