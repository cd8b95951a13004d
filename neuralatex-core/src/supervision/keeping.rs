//! When states are kept: not in the first two seconds, then each at least as long after the last one, and
//! never so often that it takes more than a fiftieth of the time.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::training::state::State;

/// One who keeps states of restarts, by their numbers.
pub(crate) trait Keeper: Sync {
    /// What was kept of a restart.
    fn kept(&self, restart: usize) -> Option<State>;

    /// Keeps a state in place of an earlier one; whether that went well.
    fn keep(&self, restart: usize, state: &State) -> bool;
}

/// A keeper, if there is one, and how much of its time was taken.
pub(super) struct Keeping<'k> {
    keeper: Option<&'k dyn Keeper>,
    pace: Mutex<Pace>,
    is_kept: AtomicBool,
}

#[derive(Default)]
struct Pace {
    /// How long the last one took, and all together.
    took: Duration,
    spent: Duration,
}

const APART: Duration = Duration::from_secs(2);
const LARGEST_SHARE: u32 = 50;

impl Pace {
    /// Whether another one would not take too large a share of the time.
    fn has_time(&self, now: Duration) -> bool {
        now >= APART && (self.spent + self.took) * LARGEST_SHARE <= now
    }

    fn note(&mut self, took: Duration) {
        self.took = took;
        self.spent += took;
    }
}

impl<'k> Keeping<'k> {
    pub(super) fn new(keeper: Option<&'k dyn Keeper>) -> Keeping<'k> {
        Keeping {
            keeper,
            pace: Mutex::default(),
            is_kept: AtomicBool::new(false),
        }
    }

    /// A state of a restart that is of use.
    pub(super) fn kept(&self, restart: usize, is_useful: impl Fn(&State) -> bool) -> Option<State> {
        let kept = self.keeper?.kept(restart).filter(is_useful)?;
        self.is_kept.store(true, Relaxed);
        Some(kept)
    }

    /// Whether a state of a restart that goes on should be kept, when there was one at this time.
    pub(super) fn is_due(&self, last: Duration, now: Duration) -> bool {
        now >= last + APART && self.has_time(now)
    }

    /// Whether there is time for one.
    pub(super) fn has_time(&self, now: Duration) -> bool {
        self.keeper.is_some() && self.pace().has_time(now)
    }

    pub(super) fn keep(&self, restart: usize, state: &State) {
        let Some(keeper) = self.keeper else { return };
        let start = Instant::now();
        self.is_kept.store(keeper.keep(restart, state), Relaxed);
        self.pace().note(start.elapsed());
    }

    /// Whether the last one was.
    pub(super) fn is_kept(&self) -> bool {
        self.is_kept.load(Relaxed)
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Keeper, Keeping};
    use crate::training::state::State;

    struct Forgetful;

    impl Keeper for Forgetful {
        fn kept(&self, _restart: usize) -> Option<State> {
            None
        }

        fn keep(&self, _restart: usize, _state: &State) -> bool {
            false
        }
    }

    /// When states are kept in an hour, if each takes so long and epochs a tenth of a second.
    fn kept(took: Duration, restarts: usize) -> Vec<Duration> {
        let keeping = Keeping::new(Some(&Forgetful));
        let mut last = vec![Duration::ZERO; restarts];
        let mut kept = Vec::new();
        let mut now = Duration::ZERO;
        while now < Duration::from_secs(3600) {
            now += Duration::from_millis(100);
            for last in &mut last {
                if keeping.is_due(*last, now) {
                    now += took;
                    keeping.pace().note(took);
                    *last = now;
                    kept.push(now);
                }
            }
        }
        kept
    }

    #[test]
    fn states_are_kept_two_seconds_apart_or_more() {
        let quick = kept(Duration::from_millis(1), 1);
        assert!((1600..=1800).contains(&quick.len()), "{}", quick.len());
        assert!(quick[0] >= Duration::from_secs(2));
        let apart = |pair: &[Duration]| pair[1] - pair[0] >= Duration::from_secs(2);
        assert!(quick.windows(2).all(apart));
    }

    #[test]
    fn slow_keeping_takes_a_fiftieth_of_the_time() {
        for (took, restarts) in [(500, 1), (10_000, 1), (500, 3)] {
            let took = Duration::from_millis(took);
            let kept = kept(took, restarts);
            assert!(kept.len() >= 2, "{took:?}");
            for (place, now) in kept.iter().enumerate().skip(1) {
                let spent = took * (place as u32 + 1);
                assert!(spent.as_secs_f64() <= 0.0205 * now.as_secs_f64(), "{now:?}");
            }
        }
    }

    #[test]
    fn without_a_keeper_no_state_is_asked_for() {
        let keeping = Keeping::new(None);
        assert!(!keeping.is_due(Duration::ZERO, Duration::from_secs(100)));
        assert!(!keeping.has_time(Duration::from_secs(100)));
        keeping.keep(0, &State::default());
        assert!(!keeping.is_kept());
    }
}
