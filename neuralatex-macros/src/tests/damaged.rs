//! Models with mistakes, the same every time: what the fuzz target `tokens` runs, and more briefly.

#[path = "../../../fuzz/src/damage.rs"]
mod damage;
#[allow(unreachable_pub, reason = "the fuzz target calls it from outside")]
#[path = "../../../fuzz/src/tokens.rs"]
mod tokens;

use std::path::Path;

#[test]
fn no_model_with_mistakes_makes_it_panic() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz"));
    damage::run(folder, "tokens", 3_000, tokens::tokens);
}
