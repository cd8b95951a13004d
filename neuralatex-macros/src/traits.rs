//! The traits of the root crate, for generic code that takes any model.

use neuralatex_core::Shipped;
use proc_macro2::TokenStream;
use quote::quote;

use crate::input::Item;

/// The impl of a model, for a trait of the crate with the path `root`.
pub(crate) fn implementation(root: &TokenStream, item: &Item, shipped: &Shipped) -> TokenStream {
    let Ok(code) = shipped.implementation().parse::<TokenStream>() else {
        return TokenStream::new();
    };
    // Of a deprecated model, for which a crate that forbids to say so has no use.
    let silence = item
        .attributes
        .iter()
        .find(|attribute| attribute.is_deprecated);
    let silence = silence.map(|_| quote!(#[allow(deprecated)]));
    let attributes = item.attributes.iter().filter(|attribute| attribute.is_cfg);
    let attributes = attributes.map(|attribute| &attribute.tokens);
    quote! {
        #(#attributes)*
        #silence
        impl #root::#code
    }
}
