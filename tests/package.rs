//! What is packaged of the crates that users name reads no data of the repository that is not. (The tests of
//! the macro, inside of its crate, do: they need the repository.)

use std::fs;
use std::path::Path;
use std::process::Command;

/// The files of a package, by their places in its folder.
fn packaged(package: &str) -> Vec<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .args(["--package", package])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let listed = String::from_utf8_lossy(&output.stdout);
    listed.lines().map(str::to_string).collect()
}

#[test]
fn no_source_in_a_package_reads_data_or_seeds_that_are_not() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (package, folder) in [
        ("neuralatex", "."),
        ("neuralatex-core", "neuralatex-core"),
        ("cargo-neuralatex", "cargo-neuralatex"),
    ] {
        let files = packaged(package);
        let sources: Vec<&String> = files.iter().filter(|file| file.ends_with(".rs")).collect();
        let is_root = |file: &&&String| ["src/lib.rs", "src/main.rs"].contains(&file.as_str());
        assert!(sources.iter().any(|file| is_root(&file)));
        for file in sources {
            let text = fs::read_to_string(root.join(folder).join(file)).expect("a source");
            for outside in ["examples/data/", "../fuzz"] {
                assert!(!text.contains(outside), "{package}: {file}: {outside}");
            }
        }
    }
}
