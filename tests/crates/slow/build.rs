//! Two models of some size.

use neuralatex_core::prelude::*;

fn main() -> Result<()> {
    println!("cargo::rerun-if-env-changed=SLOW_RUN");
    for name in ["First", "Second"] {
        let rows = blobs(100).classes(2).dimensions(50);
        model(name, [50, 98, 2]).data(rows).epochs(10).compile()?;
    }
    Ok(())
}
