//! `normalize`

use neuralatex_core::prelude::{Normalize, min_max, none, standard};
use syn::Result;

use super::call::{Call, Words};
use crate::expression::Expression;

pub(crate) fn normalize(expression: &Expression) -> Result<Normalize> {
    let call = Call::of(expression, "`none`, `standard` or `min_max`")?;
    call.no_methods(call.find("normalization", NORMALIZATIONS))
}

const NORMALIZATIONS: &Words<Normalize> = &[
    ("none", |call| call.none(none)),
    ("standard", |call| call.none(standard)),
    ("min_max", |call| call.none(min_max)),
];
