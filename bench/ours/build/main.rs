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
    match files::variable("BENCH_STAGE").as_str() {
        "train" => training::all(),
        "linear" => growth::all(),
        "threads" => threads::all(),
        "memory-points" => memory::points(),
        "memory-from-fn" => memory::from_function(),
        stage => panic!("BENCH_STAGE is `{stage}`"),
    }
}
