//! How far the training of a model has come, over all its restarts, and how long the rest would take.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Epochs that are done, of those that there are.
#[derive(Debug)]
pub(super) struct Course {
    pub(super) begun: Instant,
    /// Of all restarts.
    pub(super) epochs: usize,
    done: AtomicUsize,
    /// Those of them that took no time here: done before, or left out by a rule.
    skipped: AtomicUsize,
    /// Its bits.
    loss: AtomicU64,
}

impl Course {
    pub(super) fn new(epochs: usize) -> Course {
        Course {
            begun: Instant::now(),
            epochs,
            done: AtomicUsize::new(0),
            skipped: AtomicUsize::new(0),
            loss: AtomicU64::new(f64::NAN.to_bits()),
        }
    }

    pub(super) fn advance(&self, epochs: usize, loss: f64) {
        self.done.fetch_add(epochs, Relaxed);
        self.loss.store(loss.to_bits(), Relaxed);
    }

    pub(super) fn skip(&self, epochs: usize) {
        self.done.fetch_add(epochs, Relaxed);
        self.skipped.fetch_add(epochs, Relaxed);
    }

    pub(super) fn done(&self) -> usize {
        self.done.load(Relaxed)
    }

    /// That of the last epoch that was seen; none if none was.
    pub(super) fn loss(&self) -> Option<f64> {
        let loss = f64::from_bits(self.loss.load(Relaxed));
        (!loss.is_nan()).then_some(loss)
    }

    /// How long so many epochs would take; none if it is too early to tell.
    pub(super) fn time_for(&self, epochs: usize) -> Option<Duration> {
        let here = self.done().saturating_sub(self.skipped.load(Relaxed));
        let seconds = self.begun.elapsed().as_secs_f64() * epochs as f64 / here as f64;
        Duration::try_from_secs_f64(seconds).ok()
    }

    pub(super) fn time_left(&self) -> Option<Duration> {
        self.time_for(self.epochs.saturating_sub(self.done()))
    }
}

/// As people say it: `2.4 s`, `48 s`, `12 min`, `3.5 h`.
pub(crate) fn spoken(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..9.95 => format!("{seconds:.1} s"),
        ..99.5 => format!("{seconds:.0} s"),
        ..5970.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Course, spoken};

    #[test]
    fn times_are_as_people_say_them() {
        for (seconds, text) in [
            (0.04, "0.0 s"),
            (2.44, "2.4 s"),
            (9.96, "10 s"),
            (99.4, "99 s"),
            (100.0, "2 min"),
            (600.0, "10 min"),
            (5969.0, "99 min"),
            (6000.0, "1.7 h"),
        ] {
            assert_eq!(spoken(Duration::from_secs_f64(seconds)), text);
        }
    }

    #[test]
    fn what_took_no_time_tells_nothing_of_the_rest() {
        let course = Course::new(300);
        assert_eq!(course.time_left(), None);
        course.skip(100);
        assert_eq!((course.time_left(), course.loss()), (None, None));
        course.advance(100, 0.5);
        assert_eq!((course.done(), course.loss()), (200, Some(0.5)));
        let left = course.time_left().unwrap();
        assert!(left <= course.begun.elapsed());
        course.skip(100);
        assert_eq!(course.time_left(), Some(Duration::ZERO));
    }
}
