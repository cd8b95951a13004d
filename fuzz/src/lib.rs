//! What the fuzz targets run, each a function from any bytes; `cargo test` runs the same functions on
//! damaged seeds.

extern crate proc_macro;

pub mod files;
pub mod memory;
pub mod tokens;

// The macro, whose crate cannot be linked: its modules, as its `lib.rs` has them.
#[path = "../../neuralatex-macros/src/advice.rs"]
mod advice;
#[path = "../../neuralatex-macros/src/closure.rs"]
mod closure;
#[path = "../../neuralatex-macros/src/expand.rs"]
mod expand;
#[path = "../../neuralatex-macros/src/expression.rs"]
mod expression;
#[path = "../../neuralatex-macros/src/fields.rs"]
mod fields;
#[path = "../../neuralatex-macros/src/input.rs"]
mod input;
#[path = "../../neuralatex-macros/src/output.rs"]
mod output;
#[path = "../../neuralatex-macros/src/part.rs"]
mod part;
#[path = "../../neuralatex-macros/src/place.rs"]
mod place;
#[path = "../../neuralatex-macros/src/specification.rs"]
mod specification;
#[path = "../../neuralatex-macros/src/traits.rs"]
mod traits;
#[path = "../../neuralatex-macros/src/unexpected.rs"]
mod unexpected;
#[path = "../../neuralatex-macros/src/words/mod.rs"]
mod words;
