//! One who watches one restart: what the kernels are asked for between epochs.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Supervision;
use crate::training::state::{State, Wish, Witness};

/// The work between two times that a training is seen, in multiplications: about a millisecond.
const SELDOM: usize = 1_000_000;

/// One who watches one restart.
pub(crate) struct Watcher<'s, 'k> {
    supervision: &'s Supervision<'k>,
    restart: usize,
    /// Epochs.
    done: AtomicUsize,
    /// When a state was kept, or when it began.
    last_kept: Mutex<Duration>,
}

impl<'s, 'k> Watcher<'s, 'k> {
    /// Of a restart that has so many epochs already.
    pub(super) fn new(
        supervision: &'s Supervision<'k>,
        restart: usize,
        done: usize,
    ) -> Watcher<'s, 'k> {
        Watcher {
            supervision,
            restart,
            done: AtomicUsize::new(done),
            last_kept: Mutex::new(supervision.course().begun.elapsed()),
        }
    }

    pub(super) fn last_kept(&self) -> MutexGuard<'_, Duration> {
        let last = self.last_kept.lock();
        last.unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the restart is over: with this state, or without any.
    pub(crate) fn finish(self, state: Option<&State>) {
        let supervision = self.supervision;
        let seen = self.done.into_inner();
        let done = state.map_or(seen, |state| state.checkpoint.losses.len());
        let course = supervision.course();
        if let Some(&loss) = state.and_then(|state| state.checkpoint.losses.last()) {
            course.advance(done.saturating_sub(seen), loss);
        }
        course.skip(supervision.epochs.saturating_sub(done));
        if let Some(state) = state
            && course.done() < course.epochs
            && supervision.keeping.has_time(course.begun.elapsed())
        {
            supervision.keeping.keep(self.restart, state);
        }
    }
}

impl Witness for Watcher<'_, '_> {
    fn every(&self) -> usize {
        SELDOM.div_ceil(self.supervision.work)
    }

    fn sees(&self, epoch: usize, loss: f64) -> Wish {
        let supervision = self.supervision;
        let course = supervision.course();
        let before = self.done.swap(epoch, Relaxed);
        course.advance(epoch.saturating_sub(before), loss);
        if supervision.is_past_limit() {
            return Wish::End;
        }
        let last = *self.last_kept();
        match supervision.keeping.is_due(last, course.begun.elapsed()) {
            true => Wish::Keep,
            false => Wish::GoOn,
        }
    }

    fn keeps(&self, state: State) {
        let supervision = self.supervision;
        supervision.keeping.keep(self.restart, &state);
        *self.last_kept() = supervision.course().begun.elapsed();
    }

    fn abort(&self) -> Option<&AtomicBool> {
        Some(&self.supervision.shared.abort)
    }
}
