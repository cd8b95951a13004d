//! A model for a door: from the store as it was shipped before, or trained.

use std::time::Instant;

use super::inquiry::Inquiry;
use super::train;
use crate::error::Result;
use crate::key::Keys;
use crate::log::log;
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
    let begin = Instant::now();
    let store = Store::open(true);
    if let Some(shipped) = store.as_ref().and_then(|store| stored(store, &model))
        && (is_in_editor() || is_published(&model.name, &shipped.stamp, door))
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

/// The code of a model that is sound, if it was shipped before. No row is read for it.
fn stored(store: &Store, model: &Model) -> Option<Shipped> {
    let rates = check::rates(model);
    match check::check(model, &rates).is_empty() {
        true => store.code(&Keys::of(model, &rates, None)?.code),
        false => None,
    }
}
