//! Advice as a warning on a token. Stable Rust has no other way for a macro to warn: a constant that is
//! deprecated, with the advice as the reason, is used where the token stands.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::input::Item;
use crate::place::Place;

/// The tokens of which the compiler warns; the attributes of the model may silence it.
pub(crate) fn warning(item: &Item, place: Place, message: &str) -> TokenStream {
    let attributes = item
        .attributes
        .iter()
        .filter(|attribute| attribute.is_cfg || attribute.is_lint)
        .map(|attribute| &attribute.tokens);
    let name = |span: Span| Ident::new("advice", span);
    let (here, there) = (
        name(Span::call_site()),
        name(Span::call_site().located_at(place.first)),
    );
    quote! {
        #(#attributes)*
        const _: () = {
            #[deprecated(note = #message)]
            #[allow(non_upper_case_globals)]
            const #here: () = ();
            #there
        };
    }
}
