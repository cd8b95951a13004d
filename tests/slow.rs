//! A training that is slow, because the kernels could not be compiled beforehand, says so.

use std::path::Path;
use std::process::Command;

/// Two large models through each door; the small one of this crate's own build is not worth it.
#[test]
fn who_trains_something_large_without_compiled_kernels_is_told_once_in_each_door() {
    if !cfg!(unix) {
        eprintln!("SKIPPED: the compiler that fails is a script of the shell");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/crates/slow");
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--target-dir"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("slow"))
        .arg("--manifest-path")
        .arg(folder.join("Cargo.toml"))
        .env("RUSTC", folder.join("rustc"))
        .env("SLOW_RUN", std::process::id().to_string())
        .env("NEURALATEX_CACHE", "off")
        .env_remove("NEURALATEX_PREBUILT")
        .output()
        .expect("cargo runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let message = "training is many times slower than it could be, since the `portable` \
                   kernels could not be compiled beforehand: error: no kernels";
    let mut lines: Vec<&str> = told.lines().filter(|l| l.contains("slower")).collect();
    lines.sort_unstable();
    let [from_macro, from_script] =
        ["neuralatex", "warning: slow@0.0.0"].map(|who| format!("{who}: {message}"));
    assert_eq!(lines, [from_macro, from_script], "{told}");
}
