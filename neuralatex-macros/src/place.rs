//! Where tokens stand, so that an error can underline all of them.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::Error;

/// From a first to a last token.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) first: Span,
    pub(crate) last: Span,
}

impl Place {
    pub(crate) fn error(self, message: impl std::fmt::Display) -> Error {
        // Stable Rust cannot join two spans, but the compiler joins those of an error's tokens.
        let ends = [self.first, self.last].map(|span| TokenTree::from(Ident::new("_0", span)));
        Error::new_spanned(TokenStream::from_iter(ends), message)
    }
}

impl From<Span> for Place {
    fn from(span: Span) -> Place {
        Place {
            first: span,
            last: span,
        }
    }
}

impl From<&Ident> for Place {
    fn from(name: &Ident) -> Place {
        Place::from(name.span())
    }
}
