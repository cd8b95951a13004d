//! `quantize`

use neuralatex_core::prelude::{Quantize, i8};
use syn::{Error, Result};

use super::call::{Call, Words};
use crate::expression::Expression;

pub(crate) fn quantize(expression: &Expression) -> Result<Quantize> {
    let call = Call::of(
        expression,
        "`i8`; to compute with floats, leave `quantize` out",
    )?;
    if call.name == "none" {
        let message = "expected `i8`; to compute with floats, leave `quantize` out";
        return Err(Error::new(call.name.span(), message));
    }
    call.no_methods(call.find("quantization", QUANTIZATIONS))
}

const QUANTIZATIONS: &Words<Quantize> = &[("i8", |call| call.none(i8))];
