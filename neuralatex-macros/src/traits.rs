//! The traits of the root crate, for generic code that takes any model.

use std::path::Path;

use neuralatex_core::prelude::Trained;
use proc_macro2::TokenStream;
use quote::quote;

use crate::input::Item;

/// The impl of a model, if its crate knows `neuralatex` by that name.
pub(crate) fn impls(item: &Item, trained: &Trained) -> TokenStream {
    let code = trained.implementation("::neuralatex");
    let Some(code) = code
        .parse::<TokenStream>()
        .ok()
        .filter(|_| knows_neuralatex())
    else {
        return TokenStream::new();
    };
    let attributes = item.attributes.iter().filter(|attribute| attribute.is_cfg);
    let attributes = attributes.map(|attribute| &attribute.tokens);
    quote! { #(#attributes)* #code }
}

/// Whether `::neuralatex` is something: a crate that renames it, or has it from another one, goes
/// without the impls. Macros cannot ask the compiler.
fn knows_neuralatex() -> bool {
    let Some(folder) = std::env::var_os("CARGO_MANIFEST_DIR") else {
        return false;
    };
    // Tests and examples of the crate itself.
    let is_own = std::env::var_os("CARGO_PKG_NAME").is_some_and(|name| name == "neuralatex");
    let manifest = std::fs::read_to_string(Path::new(&folder).join("Cargo.toml"));
    is_own || manifest.is_ok_and(|manifest| manifest.lines().any(names_it))
}

/// Whether a line of a manifest names the dependency: `neuralatex = …`, `neuralatex.workspace = true`
/// or `[dependencies.neuralatex]`, and not that another one goes by its name.
fn names_it(line: &str) -> bool {
    let line = line.trim();
    let is_key = line.strip_prefix("neuralatex").is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.starts_with('.') || rest.starts_with('=')
    });
    let is_table = line.starts_with('[') && line.ends_with("dependencies.neuralatex]");
    is_key && !line.contains("package") || is_table
}

#[cfg(test)]
mod tests {
    use super::names_it;

    #[test]
    fn a_manifest_tells_whether_the_crate_goes_by_its_name() {
        for line in [
            "neuralatex = \"0.1\"",
            "  neuralatex={ path = \"..\" }",
            "neuralatex.workspace = true",
            "[dependencies.neuralatex]",
            "[target.'cfg(unix)'.dependencies.neuralatex]",
        ] {
            assert!(names_it(line), "{line}");
        }
        for line in [
            "neuralatex-core = \"0.1\"",
            "learning = { package = \"neuralatex\" }",
            "neuralatex = { package = \"other\" }",
            "[dependencies.neuralatex-core]",
            "name = \"neuralatex\"",
            "# neuralatex",
        ] {
            assert!(!names_it(line), "{line}");
        }
    }
}
