//! What happens by the clock, whatever the training is at: progress is shown, so that a long epoch is seen
//! to be alive, and one that goes on past the limit is ended.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::course::Course;
use super::progress::{Progress, SHORT};

/// What a training shares with its ticker.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) course: Course,
    /// Ends epochs in their middle.
    pub(super) abort: AtomicBool,
    is_over: Mutex<bool>,
    over: Condvar,
}

impl Shared {
    pub(super) fn new(course: Course) -> Shared {
        Shared {
            course,
            abort: AtomicBool::new(false),
            is_over: Mutex::new(false),
            over: Condvar::new(),
        }
    }

    /// Waits for a time, or until the training is over; whether it is.
    fn wait(&self, time: Duration) -> bool {
        let is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .over
            .wait_timeout_while(is_over, time, |is_over| !*is_over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// How long after the limit an epoch may still come to its end, so that what is done can be kept.
const GRACE: Duration = Duration::from_secs(1);

const TICK: Duration = Duration::from_millis(100);

/// A thread that ticks until this is dropped.
pub(super) struct Ticker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Begins to tick. Without a thread to be had, nothing is shown, and no epoch is ended in its middle.
    pub(super) fn start(
        shared: &Arc<Shared>,
        mut progress: Progress,
        limit: Option<Duration>,
    ) -> Ticker {
        let own = Arc::clone(shared);
        let work = move || {
            let mut time = SHORT;
            while !own.wait(time) {
                time = TICK;
                progress.show(&own.course);
                let now = own.course.begun.elapsed();
                if limit.is_some_and(|limit| now >= limit.saturating_add(GRACE)) {
                    own.abort.store(true, Relaxed);
                }
            }
        };
        Ticker {
            shared: Arc::clone(shared),
            thread: std::thread::Builder::new().spawn(work).ok(),
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        let is_over = &self.shared.is_over;
        *is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.shared.over.notify_all();
        if let Some(thread) = self.thread.take() {
            // What is shown is gone when it has ended, even by a panic.
            let _ = thread.join();
        }
    }
}
