//! The generated source as tokens, with what only the macro knows: attributes, visibility, the
//! place of the name, and files that Cargo should watch.

use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::input::Item;

/// The tokens of a model's source. At the top level of the source, `pub` gives way to the
/// visibility, attributes go before the first item, the struct, and `cfg` before every item.
pub(crate) fn tokens(item: &Item, code: &str, files: &[PathBuf]) -> TokenStream {
    let source: TokenStream = match with_joined_docs(code).parse() {
        Ok(source) => source,
        Err(error) => {
            let message = format!("neuralatex generated source that cannot be read: {error}");
            return syn::Error::new(item.name.span(), message).into_compile_error();
        }
    };
    let attributes = |only_cfg: bool| {
        let wanted = item
            .attributes
            .iter()
            .filter(move |attribute| attribute.is_cfg || !only_cfg);
        wanted.flat_map(|attribute| attribute.tokens.clone())
    };
    // A stream that grows token by token takes several times as long.
    let mut output: Vec<TokenTree> = Vec::new();
    let mut is_first = true;
    for token in source {
        match &token {
            TokenTree::Ident(word) if word == "pub" => {
                output.extend(attributes(!std::mem::take(&mut is_first)));
                output.extend(item.visibility.clone());
            }
            TokenTree::Ident(word) if word == "impl" || word == "const" => {
                output.extend(attributes(true));
                output.push(token);
            }
            TokenTree::Ident(word) if *word == item.name => {
                output.push(TokenTree::from(item.name.clone()));
            }
            _ => output.push(token),
        }
    }
    for path in files.iter().filter_map(|path| watched(path)) {
        // The only way on stable to have Cargo build again when a file changes. As a value of a
        // constant it would take the compiler twice as much memory.
        output.extend(attributes(true));
        output.extend(quote! {
            const _: () = if false {
                let _ = ::core::include_bytes!(#path);
            };
        });
    }
    output.into_iter().collect()
}

/// The same with each doc comment as one attribute: of every line the compiler would make a handful of
/// tokens, which takes longer than all else.
pub(crate) fn with_joined_docs(code: &str) -> String {
    let mut joined = String::with_capacity(code.len());
    let mut doc: Option<String> = None;
    for line in code.lines() {
        if let Some(text) = line.trim_start().strip_prefix("///") {
            let doc = doc.get_or_insert_default();
            doc.push_str(text);
            doc.push('\n');
            continue;
        }
        if let Some(doc) = doc.take() {
            joined += &format!("#[doc = {:?}]\n", doc.trim_end_matches('\n'));
        }
        joined += line;
        joined.push('\n');
    }
    joined
}

/// The whole path of a file of the crate, if it is there.
fn watched(path: &Path) -> Option<String> {
    let folder = std::env::var_os("CARGO_MANIFEST_DIR")?;
    let path = Path::new(&folder).join(path);
    path.is_file().then(|| path.to_string_lossy().into_owned())
}
