//! Reads a CSV file as a build does, and prints how long that took and how much memory it needed.
//!
//! usage: csv-reading file.csv label

use std::time::Instant;

use neuralatex_core::prelude::*;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, label] = &words[..] else {
        return Err("expected a file and the name of its label".into());
    };
    let before = peak()?;
    let start = Instant::now();
    // Reads all rows, and trains nothing.
    model("Large", [AUTO, 4, AUTO])
        .data(csv(file).label(label.as_str()).limit(u64::MAX))
        .check()?;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{{\"seconds\": {seconds:?}, \"before\": {before}, \"peak\": {}}}",
        peak()?
    );
    Ok(())
}

/// The most memory that was in use, in kilobytes.
fn peak() -> Result<u64, Failure> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    Ok(number.ok_or("no VmHWM")?.parse()?)
}
