//! Whatever is in a file, reading it gives a model or an error: no panic, no endless loop, and no more
//! memory than a bound. The fuzz targets run the same functions for longer: see `fuzz/README.md`.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "fuzz targets use these modules too"
)]

#[path = "../fuzz/src/damage.rs"]
mod damage;
#[path = "../fuzz/src/files.rs"]
mod files;
#[path = "../fuzz/src/memory.rs"]
mod memory;

use std::path::Path;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz"))
}

#[test]
fn no_csv_file_does_harm() {
    damage::run(folder(), "csv", 2_000, |bytes| {
        memory::bounded(|| files::csv(bytes))
    });
}

#[test]
fn no_idx_file_does_harm() {
    damage::run(folder(), "idx", 2_000, |bytes| {
        memory::bounded(|| files::idx(bytes))
    });
}

/// The seeds are saved anew, where the format has changed, with `NEURALATEX_SEEDS=overwrite`.
#[test]
fn no_checkpoint_does_harm() {
    if std::env::var_os("NEURALATEX_SEEDS").is_some_and(|value| value == "overwrite") {
        save_checkpoints();
    }
    damage::run(folder(), "checkpoint", 2_000, |bytes| {
        memory::bounded_by(bytes.len(), || files::checkpoint(bytes))
    });
}

#[test]
fn no_file_of_weights_does_harm() {
    damage::run(folder(), "weights", 2_000, |bytes| {
        memory::bounded_by(bytes.len(), || files::weights(bytes))
    });
}

/// The checkpoints of each model after two of its three epochs.
fn save_checkpoints() {
    for (name, options) in [
        ("good-sgd", 0),
        ("good-sgd-f64", 4),
        ("good-momentum", 64 | 2),
        ("good-adam", 128 | 2),
        ("good-adam-f64", 128 | 4),
        ("good-stop", 192 | 2),
        ("good-text", 1),
        ("good-text-f64", 4 | 1),
        // The text has no room for what `patience` compares.
        ("text-stop", 192 | 1),
    ] {
        let format = if options & 1 == 1 {
            "txt"
        } else {
            "safetensors"
        };
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("seed.{format}"));
        let trained = files::checkpointed(options).epochs(2).train();
        trained
            .and_then(|trained| trained.save(&file))
            .expect("a checkpoint");
        let mut seed = vec![options];
        seed.extend(std::fs::read(file).expect("a checkpoint"));
        let path = folder().join("seeds/checkpoint").join(name);
        std::fs::write(path, seed).expect("a seed");
    }
}
