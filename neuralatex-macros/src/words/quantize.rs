//! `quantize`

use neuralatex_core::prelude::{Quantize, i8};
use syn::Result;

use super::call::{Call, Words};
use crate::expression::Expression;

pub(crate) fn quantize(expression: &Expression) -> Result<Quantize> {
    let call = Call::of(expression, "`i8`")?;
    call.no_methods(call.find("quantization", QUANTIZATIONS))
}

const QUANTIZATIONS: &Words<Quantize> = &[("i8", |call| call.none(i8))];
