//! One who watches over the training of a model, all its restarts together.
//!
//! Epochs tell how far it has come, some milliseconds of work apart. So its progress is shown, it ends when
//! it has taken too long, and its state is kept now and then, from which a later training goes on.

mod course;
mod keeping;
mod limit;
mod line;
mod progress;
#[cfg(test)]
mod tests;
mod ticker;
mod turn;
mod watcher;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::error::{Error, Reached};
use crate::spec::budget::Budget;
use crate::spec::parameters;
use crate::terminal;
use crate::training::plan::Plan;
use crate::training::state::State;
use course::Course;
pub(crate) use course::spoken;
pub(crate) use keeping::Keeper;
use keeping::Keeping;
use limit::Limit;
use progress::{Manner, Progress, SHORT};
use ticker::{Shared, Ticker};
pub(crate) use watcher::Watcher;

/// What a training is to be watched by.
#[derive(Default)]
pub(crate) struct Terms<'k> {
    /// The model's own.
    pub(crate) budget: Option<Budget>,
    /// Whether a crate is being compiled.
    pub(crate) is_build: bool,
    /// A file by which trainings in other processes know that one draws.
    pub(crate) lock: Option<PathBuf>,
    pub(crate) keeper: Option<&'k dyn Keeper>,
}

/// Tells that somebody else trains a model, who is waited for.
pub(crate) fn tell_waiting(name: &str, is_build: bool) {
    if Manner::of(is_build) != Manner::Off {
        terminal::tell("Waiting", &format!("for another build that trains {name}"));
    }
}

/// How long to wait for somebody else who trains the same model.
pub(crate) fn patience(budget: Option<Budget>, is_build: bool) -> Duration {
    let limit = Limit::of(budget, is_build);
    limit.map_or(Duration::MAX, |limit| limit.time)
}

/// One who watches over the training of a model.
pub(crate) struct Supervision<'k> {
    name: String,
    title: String,
    /// Of one restart.
    epochs: usize,
    restarts: usize,
    /// Multiplications of an epoch.
    work: usize,
    is_build: bool,
    lock: Option<PathBuf>,
    manner: Manner,
    limit: Option<Limit>,
    keeping: Keeping<'k>,
    shared: Arc<Shared>,
    ticker: Mutex<Option<Ticker>>,
    is_ended: AtomicBool,
}

/// The work for which a thread is worth its start, unless the kernels are slow: some milliseconds.
const WORTH_A_TICKER: usize = 10_000_000;

impl<'k> Supervision<'k> {
    /// Of a model that is trained by a plan so many times, and goes through so many rows in each epoch.
    pub(crate) fn new(
        plan: &Plan,
        restarts: usize,
        rows: usize,
        terms: Terms<'k>,
    ) -> Supervision<'k> {
        let sizes: Vec<String> = plan.layers.iter().map(usize::to_string).collect();
        let epochs = plan.epochs().saturating_mul(restarts);
        Supervision {
            name: plan.name.clone(),
            title: format!("{} {}", plan.name, sizes.join("-")),
            epochs: plan.epochs(),
            restarts,
            work: rows.saturating_mul(parameters(&plan.layers)).max(1),
            is_build: terms.is_build,
            lock: terms.lock,
            manner: Manner::of(terms.is_build),
            limit: Limit::of(terms.budget, terms.is_build),
            keeping: Keeping::new(terms.keeper),
            shared: Arc::new(Shared::new(Course::new(epochs))),
            ticker: Mutex::new(None),
            is_ended: AtomicBool::new(false),
        }
    }

    /// Where a restart begins: at a state that was kept, if that is further than where it would begin.
    pub(crate) fn start(&self, restart: usize, plan: &Plan, start: Option<State>) -> Option<State> {
        let done = |state: &State| state.checkpoint.losses.len();
        let given = start.as_ref().map_or(0, done);
        let is_further = |state: &State| state.fits(plan) && done(state) > given;
        self.keeping.kept(restart, is_further).or(start)
    }

    /// Watches one restart, of which so many epochs are done.
    pub(crate) fn watch(&self, restart: usize, done: usize) -> Watcher<'_, 'k> {
        self.tick();
        self.course().skip(done);
        Watcher::new(self, restart, done)
    }

    /// Starts the ticker, if there is none and it has something to do.
    fn tick(&self) {
        let epochs = self.course().epochs;
        let is_idle = self.manner == Manner::Off && self.limit.is_none();
        if is_idle || self.work.saturating_mul(epochs) < WORTH_A_TICKER {
            return;
        }
        let mut ticker = self.ticker.lock().unwrap_or_else(PoisonError::into_inner);
        ticker.get_or_insert_with(|| {
            let progress = Progress {
                manner: self.manner,
                title: self.title.clone(),
                lock: self.lock.clone(),
                turn: None,
                told: None,
                columns: None,
            };
            Ticker::start(&self.shared, progress, self.limit.map(|limit| limit.time))
        });
    }

    /// Tells that all is done, with the accuracy, if there is one, and the loss.
    pub(crate) fn trained(&self, accuracy: Option<f64>, loss: f64) {
        let ticker = self
            .ticker
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        // What is drawn goes before the line that stays.
        drop(ticker);
        let time = self.course().begun.elapsed();
        if time >= SHORT {
            progress::tell(
                self.manner,
                &self.title,
                &progress::result(accuracy, loss),
                time,
            );
        }
    }

    /// Whether it took too long, so that no further restart is to begin.
    pub(crate) fn has_ended(&self) -> bool {
        self.is_ended.load(Relaxed)
    }

    /// Ends all of it, and tells why.
    pub(crate) fn end(&self) -> Error {
        self.is_ended.store(true, Relaxed);
        let (course, limit) = (self.course(), self.limit);
        let time = course.begun.elapsed();
        // Without one epoch to go by; restarts may run at the same time.
        let epochs = u32::try_from(self.epochs).unwrap_or(u32::MAX);
        Error::over_budget(&Reached {
            model: &self.name,
            limit: limit.map_or_else(String::new, |limit| spoken(limit.time)),
            by_variable: limit.is_some_and(|limit| limit.by_variable),
            done: course.done(),
            epochs: course.epochs,
            restarts: self.restarts,
            time: spoken(time),
            whole: match course.time_for(course.epochs) {
                Some(whole) => format!("about {}", spoken(whole)),
                None => format!("more than {}", spoken(time.saturating_mul(epochs))),
            },
            is_kept: self.keeping.is_kept(),
            is_build: self.is_build,
        })
    }

    fn course(&self) -> &Course {
        &self.shared.course
    }

    fn is_past_limit(&self) -> bool {
        let limit = self.limit.map(|limit| limit.time);
        limit.is_some_and(|limit| self.course().begun.elapsed() >= limit)
    }
}
