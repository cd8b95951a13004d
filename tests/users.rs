//! Crates of users, as Cargo builds them: each in a workspace of its own.

use std::path::Path;
use std::process::Command;

/// Runs Cargo on a crate below this one, and returns what it printed.
fn cargo(arguments: &[&str], krate: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args(arguments)
        .arg("--manifest-path")
        .arg(root.join(krate).join("Cargo.toml"))
        .arg("--target-dir")
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("users"))
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success(),
        "cargo {arguments:?} on {krate}:\n{text}"
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Has a crate that denies warnings looked at by clippy, and built.
fn assert_nothing_to_complain_of(krate: &str, more: &[&str]) {
    let clippy = Command::new("cargo").args(["clippy", "--version"]).output();
    if clippy.is_ok_and(|output| output.status.success()) {
        cargo(&[&["clippy", "--all-targets"], more].concat(), krate);
    } else {
        assert!(std::env::var_os("CI").is_none(), "CI has clippy");
        eprintln!("SKIPPED: clippy is not installed, so that its lints are not checked");
    }
    cargo(&["build", "--release"], krate);
}

#[test]
fn a_strict_no_std_crate_of_another_edition_has_nothing_to_complain_of() {
    assert_nothing_to_complain_of("tests/crates/strict", &["--features", "extra"]);
}

/// Its own constants hold types, sizes and classes to what the file says.
#[test]
fn models_of_a_file_have_its_types_in_a_strict_crate() {
    assert_nothing_to_complain_of("tests/crates/data", &[]);
}

#[test]
fn the_build_script_example_trains_and_runs() {
    let printed = cargo(&["run", "--quiet"], "examples/build-script");
    assert!(printed.contains("of 500 correct"), "{printed}");
    assert!(
        printed.contains("the centre is not in the ring"),
        "{printed}"
    );
}
