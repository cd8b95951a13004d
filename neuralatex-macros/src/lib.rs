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

use std::time::Instant;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

/// What `neuralatex::train!` becomes: it puts `[$crate]` first, the one true path to the traits.
#[doc(hidden)]
#[proc_macro]
pub fn train(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let mut tokens = TokenStream::from(tokens).into_iter();
    let root = match tokens.next() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => group.stream(),
        _ => return quote!(compile_error!("this is for `neuralatex::train!`");).into(),
    };
    let begin = Instant::now();
    let mut output = expand::expand(&root, tokens.collect());
    output.extend(watched());
    neuralatex_core::log_expansion(begin.elapsed());
    output.into()
}

/// Has Cargo compile the crate again when one of these variables changes. Others change nothing, or are
/// of use to a build that trains, and so compiles, in any case. Those that a warning follows from are to
/// end it.
fn watched() -> TokenStream {
    let mut names = neuralatex_core::variables_of_warnings();
    names.retain(|name| *name != "NEURALATEX_STALE");
    names.push("NEURALATEX_STALE");
    // `cargo neuralatex` asks for those of the workspace only.
    if !neuralatex_core::is_of_dependency() {
        names.push("NEURALATEX_TASK");
    }
    quote! {
        #(const _: ::core::option::Option<&'static ::core::primitive::str> = ::core::option_env!(#names);)*
    }
}
