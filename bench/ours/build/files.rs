//! What is read and written.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;

pub fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set; see bench/run"))
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(variable("BENCH_DATA")).join(name)
}

pub fn there(name: &str) -> bool {
    path(name).exists()
}

pub fn bytes(name: &str) -> Vec<u8> {
    fs::read(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub fn floats(name: &str) -> Vec<f64> {
    let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let bytes = bytes(name);
    bytes.chunks(4).map(|part| number(part).into()).collect()
}

pub fn whole(name: &str) -> Vec<u32> {
    let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    bytes(name).chunks(4).map(number).collect()
}

/// Adds a line to the results.
pub fn report(line: &str) {
    let file = File::options().append(true).open(variable("BENCH_OUTPUT"));
    writeln!(file.expect("the results are there"), "{line}").expect("there is room");
}

/// Adds the samples of a training to the results, and writes its weights.
pub fn trained(who: &str, task: &str, samples: &[f64], weights: &[f32]) {
    let folder = PathBuf::from(variable("BENCH_WEIGHTS"));
    let name = format!("{who}.{task}");
    let bytes = weights.iter().flat_map(|weight| weight.to_le_bytes());
    fs::write(folder.join(name), bytes.collect::<Vec<u8>>()).expect("there is room");
    report(&format!(
        r#"{{"who": "{who}", "task": "{task}", "samples": {samples:?}}}"#
    ));
}
