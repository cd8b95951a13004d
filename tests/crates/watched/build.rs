//! Trains for too long, where that is wanted.

use neuralatex_core::prelude::*;

fn main() -> Result<()> {
    println!("cargo::rerun-if-env-changed=WATCHED_SCRIPT");
    if std::env::var_os("WATCHED_SCRIPT").is_none() {
        return Ok(());
    }
    model("Long", [2, 16, 1])
        .data(moons(500).noise(0.1))
        .epochs(1_000_000)
        .budget(seconds(0.9))
        .compile()
}
