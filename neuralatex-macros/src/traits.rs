//! The traits of the root crate, for generic code that takes any model.

use neuralatex_core::prelude::Trained;
use proc_macro2::TokenStream;
use quote::quote;

use crate::input::Item;

/// The impl of a model, for a trait of the crate with the path `root`.
pub(crate) fn implementation(root: &TokenStream, item: &Item, trained: &Trained) -> TokenStream {
    let Ok(code) = trained.implementation().parse::<TokenStream>() else {
        return TokenStream::new();
    };
    let attributes = item.attributes.iter().filter(|attribute| attribute.is_cfg);
    let attributes = attributes.map(|attribute| &attribute.tokens);
    quote! {
        #(#attributes)*
        #[allow(deprecated)]
        impl #root::#code
    }
}
