//! What was trained once, so that it is not trained again: records below the target directory, each
//! under a key of all that it follows from.
//!
//! Nothing here fails a build. What cannot be read is not there; what cannot be written is a warning.

mod clear;
mod folder;
mod lock;
mod ours;
mod prune;
mod record;
mod state;
mod states;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::attempt::Attempt;
use crate::key::Key;
use crate::log::log;
use crate::shipped::Shipped;
use crate::training::plan::Plan;
use crate::training::state::State;
use crate::{files, warning};
pub use clear::{Cleared, clear, clear_weights};
pub(crate) use lock::{Lock, NoLock};

/// The kinds of records, by the extensions of their files.
const TRAINING: &str = "training";
const CODE: &str = "code";
/// Of a training that is not over.
const STATE: &str = "state";
const KINDS: [&str; 3] = [TRAINING, CODE, STATE];

/// A line for each training that was done: when, its key, its epochs, its seconds, and its name.
const COUNTER: &str = "trainings.log";

/// By which builds know that one of them draws its progress.
const TURN: &str = "progress.lock";

pub(crate) struct Store {
    folder: PathBuf,
    /// Whether the next build has it, too.
    lasts: bool,
}

impl Store {
    /// That of a build, for its doors; elsewhere there is one only if the environment says where.
    pub(crate) fn open(is_door: bool) -> Option<Store> {
        Store::in_folder(folder::place(is_door)?, true)
    }

    /// One in this folder, which goes when all is done.
    pub(crate) fn for_now(folder: PathBuf) -> Option<Store> {
        Store::in_folder(folder, false)
    }

    fn in_folder(folder: PathBuf, lasts: bool) -> Option<Store> {
        match folder::prepare(&folder) {
            Ok(()) => Some(Store { folder, lasts }),
            Err(error) => {
                warn(&folder, &error.to_string());
                None
            }
        }
    }

    pub(crate) fn code(&self, key: &Key) -> Option<Shipped> {
        self.read(CODE, key, Shipped::of_parts)
    }

    pub(crate) fn keep_code(&self, key: &Key, shipped: &Shipped) {
        self.write(CODE, key, &shipped.parts(), false);
    }

    /// What a training gave, and the seed that it began with.
    pub(crate) fn training(&self, key: &Key, plan: &Plan) -> Option<(u64, State)> {
        self.read(TRAINING, key, |parts| state::of_parts(parts, plan))
    }

    /// Keeps a training that took so long, and counts it; whether it could be written.
    pub(crate) fn keep_training(
        &self,
        key: &Key,
        attempt: &Attempt,
        plan: &Plan,
        took: Duration,
    ) -> bool {
        /// What took less is quickly done again, should the power fail.
        const WORTH_WAITING: Duration = Duration::from_secs(1);
        let Attempt {
            seed,
            checkpoint,
            history,
            ..
        } = attempt;
        let parts = state::parts(*seed, checkpoint, history, plan.precision);
        let is_kept = self.write(TRAINING, key, &parts, took > WORTH_WAITING);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let now = now.unwrap_or_default().as_secs();
        let epochs = attempt.checkpoint.losses.len();
        let (key, took, name) = (&key.digest, took.as_secs_f64(), &plan.name);
        let line = format!("{now} {key} {epochs} {took:.3} {name}\n");
        let file = files::append(&self.folder.join(COUNTER));
        if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
            warn(&self.folder, &error.to_string());
        }
        is_kept
    }

    /// Waits until nobody else trains this, at most so long; `waiting` is told if that takes a while.
    pub(crate) fn lock(
        &self,
        key: &Key,
        patience: Duration,
        waiting: impl FnOnce(),
    ) -> Result<Lock, NoLock> {
        lock::lock(&self.path(ours::LOCK, &key.digest), patience, waiting)
    }

    /// The file that whoever draws has a lock on.
    pub(crate) fn turn(&self) -> PathBuf {
        self.folder.join(TURN)
    }

    /// Where the numbers of a training are, if they are there.
    pub(crate) fn record(&self, digest: &str) -> PathBuf {
        self.path(TRAINING, digest)
    }

    fn path(&self, kind: &str, digest: &str) -> PathBuf {
        self.folder.join(format!("{digest}.{kind}"))
    }

    /// What is kept under a key, if it is whole.
    fn read<T>(&self, kind: &str, key: &Key, of: impl Fn(&[&[u8]]) -> Option<T>) -> Option<T> {
        let path = self.path(kind, &key.digest);
        let bytes = match folder::read(&path) {
            Ok(bytes) => bytes?,
            Err(error) => {
                log!(Low, "Store: `{}` is not used: {error}", path.display());
                return None;
            }
        };
        let parts = record::open(&bytes, &key.text);
        match parts.and_then(|parts| of(&parts).ok_or("its parts are not what they should be")) {
            Ok(found) => {
                prune::touch(&path);
                Some(found)
            }
            Err(why) => {
                log!(Low, "Store: `{}` is not used: {why}", path.display());
                None
            }
        }
    }

    /// Whether it could be written.
    fn write(&self, kind: &str, key: &Key, parts: &[Vec<u8>], waits: bool) -> bool {
        let bytes = record::seal(&key.text, parts);
        let written = files::replace(&self.path(kind, &key.digest), &bytes, waits);
        match &written {
            Ok(()) => prune::prune(&self.folder),
            Err(error) => warn(&self.folder, &error.to_string()),
        }
        written.is_ok()
    }
}

/// In the same words for all records, so that it is told once.
fn warn(folder: &Path, why: &str) {
    let message = format!(
        "nothing is stored in `{}`, so that every build trains anew: {}; NEURALATEX_CACHE_DIR names \
         another folder, NEURALATEX_CACHE=off stores nothing",
        folder.display(),
        why.replace('\n', " ")
    );
    warning::tell(message, &folder::VARIABLES);
}
