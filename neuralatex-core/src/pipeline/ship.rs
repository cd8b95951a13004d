//! A model for a door: from the store as it was shipped before, or trained.

use std::time::Instant;

use super::inquiry::Inquiry;
use super::{prepare, train};
use crate::error::{Error, Problem, Result};
use crate::key::{Key, Keys};
use crate::log::log;
use crate::remembered::Remembered;
use crate::report::{Door, is_published};
use crate::shipped::Shipped;
use crate::spec::{Model, check};
use crate::store::Store;
use crate::surroundings::is_in_editor;

/// For the doors.
impl Model {
    /// Trains the model, unless the store has it, and publishes its report.
    ///
    /// # Errors
    /// As [`train`](Model::train).
    #[doc(hidden)]
    pub fn ship(self, door: Door) -> Result<Shipped> {
        let name = self.name.clone();
        let shipped = match Inquiry::asked() {
            Some(inquiry) => inquiry.answer(self, door),
            None => ship(self, door),
        };
        shipped.map_err(|error| error.in_model(&name))
    }
}

pub(super) fn ship(model: Model, door: Door) -> Result<Shipped> {
    if is_in_editor() {
        return types(&model);
    }
    let begin = Instant::now();
    let store = Store::open(true);
    if let Some(shipped) = store.as_ref().and_then(|store| stored(store, &model))
        && is_published(&model.name, &shipped.stamp, door)
    {
        let time = begin.elapsed().as_secs_f64() * 1e3;
        log!(Low, "{}: From the store, in {time:.1} ms", model.name);
        return Ok(shipped);
    }
    let trained = train(model, store.as_ref())?;
    let shipped = Shipped::from(&trained);
    if let (Some(store), Some(keys)) = (&store, &trained.keys) {
        store.keep_code(&keys.code, &shipped);
    }
    trained.publish(&shipped.stamp, door);
    Ok(shipped)
}

/// The code of a model, if it was shipped before. No row is read for it.
fn stored(store: &Store, model: &Model) -> Option<Shipped> {
    let keys = Keys::before_rows(model, &check::rates(model))?;
    store.code(&keys.code)
}

/// What an editor needs, which expands at every key and waits for it: what the store has, or else the
/// types, with zeros for numbers. It never trains, and reads rows once for each specification. One
/// process serves many crates; a key tells what is in files, not where they are.
pub(super) fn types(model: &Model) -> Result<Shipped> {
    static KNOWN: Remembered<String, Result<Shipped, Vec<Problem>>> = Remembered::nothing();
    let rates = check::rates(model);
    let key = Keys::before_rows(model, &rates).map(|keys| keys.code);
    let stored = |key: &Key| Store::open(true)?.code(key);
    if let Some(shipped) = key.as_ref().and_then(stored) {
        return Ok(shipped);
    }
    let key = key.map(|key| key.digest);
    if let Some(shipped) = key.as_ref().and_then(|key| KNOWN.get(key)) {
        return shipped.map_err(Error::from);
    }
    let shipped = prepare(model, rates)
        .map(|prepared| Shipped::placeholder(&model.untrained(prepared)))
        .map_err(|error| error.problems().to_vec());
    if let Some(key) = key {
        KNOWN.put(key, shipped.clone());
    }
    shipped.map_err(Error::from)
}
