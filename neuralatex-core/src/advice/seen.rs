//! Rows of evaluation that weights from elsewhere were perhaps trained on.

use crate::error::{Field, Problem};
use crate::trained::Trained;

pub(super) fn look(trained: &Trained) -> Option<Problem> {
    let rows = &trained.rows;
    let is_meant = |_: &String| rows.is_held_out && rows.is_foreign;
    let file = trained.given().filter(is_meant)?;
    let message = format!(
        "the rows that are held out of `data` may be some that `{file}` was trained on, which it does not tell: \
         then these numbers are too good; name rows that it has not seen"
    );
    Some(Problem::new(Field::Eval, message))
}
