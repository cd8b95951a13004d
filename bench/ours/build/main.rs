//! Trains inside a build script, and writes what it took, as lines of JSON, to a file.
//!
//! `BENCH_STAGE` names what to measure, `BENCH_DATA` the folder of the data, `BENCH_OUTPUT` the
//! file, `BENCH_WEIGHTS` the folder of the weights.

mod clock;
mod files;
mod growth;
mod memory;
mod threads;
mod training;

use neuralatex_core::Result;

fn main() -> Result<()> {
    println!("cargo::rerun-if-env-changed=BENCH_RUN");
    match std::env::var("BENCH_STAGE").as_deref() {
        Ok("train") => training::all(),
        Ok("linear") => growth::all(),
        Ok("threads") => threads::all(),
        Ok("memory-points") => memory::points(),
        Ok("memory-from-fn") => memory::from_function(),
        Ok(stage) => panic!("BENCH_STAGE is `{stage}`"),
        // Somebody else compiles it, for its lints.
        Err(_) => Ok(()),
    }
}
