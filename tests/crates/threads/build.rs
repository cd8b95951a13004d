//! Trains while a thread of its own counts the others, and writes down how many there were at once.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::{env, fs, thread};

use neuralatex_core::prelude::*;

/// On a busy machine many looks may fall into a moment in which a training has not begun its
/// threads: so there are several trainings, and more until the expected number was seen.
const TRAININGS: std::ops::Range<usize> = 20..500;
const LOOKS: usize = 1000;

fn main() -> Result<()> {
    println!("cargo::rerun-if-env-changed=THREADS_REPORT");
    // Without, this is about what has to be compiled before.
    let Some(report) = env::var_os("THREADS_REPORT") else {
        return Ok(());
    };
    let expected = env::var("THREADS_EXPECTED").expect("a number");
    let expected: usize = expected.parse().expect("a number");
    let (training, done) = (AtomicBool::new(false), AtomicBool::new(false));
    let (looks, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let digest = thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(SeqCst) {
                let began = training.load(SeqCst);
                let count = threads() - 1;
                if began && training.load(SeqCst) {
                    most.fetch_max(count, SeqCst);
                    looks.fetch_add(1, SeqCst);
                }
            }
        });
        let mut digest = Ok(String::new());
        let mut trainings = 0;
        let unseen = || looks.load(SeqCst) < LOOKS || most.load(SeqCst) < expected;
        while trainings < TRAININGS.start || trainings < TRAININGS.end && unseen() {
            trainings += 1;
            // Threads of the last training are still there for a moment.
            while threads() > 2 {
                thread::yield_now();
            }
            training.store(true, SeqCst);
            digest = train();
            training.store(false, SeqCst);
        }
        done.store(true, SeqCst);
        digest
    })?;
    fs::write(report, format!("{} {digest}", most.into_inner())).expect("a report");
    Ok(())
}

/// Eleven million multiplications for every step.
fn train() -> Result<String> {
    let wide = model("Wide", [100, 800, 10])
        .data(blobs(25).classes(10).dimensions(100))
        .epochs(5)
        .batch(125);
    Ok(wide.train()?.digest())
}

/// All threads of this process.
fn threads() -> usize {
    fs::read_dir("/proc/self/task").expect("Linux").count()
}
