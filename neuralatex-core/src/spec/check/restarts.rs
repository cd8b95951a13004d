//! Whether several trainings can differ at all.

use crate::error::{Field, Problem};
use crate::spec::Model;
use crate::spec::init::Kind;

/// That all trainings on so many rows would be the same.
pub(crate) fn all_the_same(model: &Model, rows: usize) -> Option<Problem> {
    let is_trained = model.weights.is_none();
    let init = model
        .init
        .as_ref()
        .filter(|_| is_trained && model.restarts > 1)?;
    let start = match (&init.kind, init.seed) {
        (Kind::Values(_), _) => "`values` gives their start weights",
        (_, Some(_)) => "`init` has a seed of its own",
        (Kind::Paper, None) => "`paper` always gives the same start weights",
        (Kind::Uniform(..) | Kind::He | Kind::Xavier, None) => return None,
    };
    let order = match model.shuffle {
        false => "`shuffle` is false",
        true if model.batch >= rows => "one batch holds all rows",
        true => return None,
    };
    let message = format!(
        "all {} trainings would be the same: {start}, and {order}; leave `restarts` out, or let \
         `init` follow from the seed of the model",
        model.restarts
    );
    Some(Problem::new(Field::Restarts, message))
}
