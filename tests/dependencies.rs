//! What a user's crate is compiled with: few crates, and none that came unnoticed.

use std::collections::BTreeSet;
use std::process::Command;

/// This crate, and all that it needs, on its way to a user of the macro.
const CRATES: [&str; 12] = [
    "libm",
    "neuralatex",
    "neuralatex-core",
    "neuralatex-macros",
    "ppv-lite86",
    "proc-macro2",
    "quote",
    "rand_chacha",
    "rand_core",
    "syn",
    "unicode-ident",
    "zerocopy",
];

/// The promise, which leaves some room.
const MOST: usize = 40;

#[test]
fn a_user_compiles_these_crates_and_no_others() {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--offline", "--locked", "--package", "neuralatex"])
        .args(["--edges", "normal,build", "--prefix", "none"])
        .args(["--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let printed = String::from_utf8_lossy(&output.stdout);
    // A name and a version: two versions of a crate are two crates.
    let crates: BTreeSet<Vec<&str>> = printed
        .lines()
        .map(|line| line.split(' ').take(2).collect())
        .collect();
    assert!(crates.len() <= MOST, "{crates:?}");
    let names: Vec<&str> = crates.iter().map(|each| each[0]).collect();
    assert_eq!(names, CRATES, "DESIGN.md says what each is for");
}
