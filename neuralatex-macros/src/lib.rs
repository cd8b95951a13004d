//! The macro door of [neuralatex](https://docs.rs/neuralatex): use it through that crate.
//!
//! The macro parses (`input`, `expression`), gives its words their meaning (`fields`, `words`,
//! `closure`), has the core train, and puts the result or the errors into tokens
//! (`specification`, `part`, `expand`, `output`, `traits`, `advice`).

#![forbid(unsafe_code)]

mod advice;
mod closure;
mod expand;
mod expression;
mod fields;
mod input;
mod output;
mod part;
mod place;
mod specification;
mod traits;
mod unexpected;
mod words;

#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

#[allow(missing_docs)] // documented where the `neuralatex` crate exports it
#[proc_macro]
pub fn train(tokens: TokenStream) -> TokenStream {
    expand::expand(tokens.into()).into()
}
