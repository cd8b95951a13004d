//! A network that has learned nothing, for a reason that no other advice knows.

use super::chance;
use crate::error::{Field, Problem};
use crate::spec::normalize;
use crate::trained::Trained;

pub(super) fn look(trained: &Trained) -> Option<Problem> {
    // What others have trained is not to be trained better here.
    if trained.rows.is_foreign {
        return None;
    }
    let sign = chance::sign(trained, trained.evaluation()?)?;
    let (field, message) = match trained.given() {
        Some(file) => (
            Field::Weights,
            format!("the network of `{file}` has learned nothing: {sign}; train it again"),
        ),
        None => {
            let normalize = match trained.model.normalize == normalize::none() {
                true => "`standard` as `normalize`, ",
                false => "",
            };
            let message = format!(
                "the network has learned nothing: {sign}; try another learning rate, more epochs, {normalize}or \
                 the best of several `restarts`"
            );
            (Field::Epochs, message)
        }
    };
    Some(Problem::new(field, message))
}
