//! Crates of users, as Cargo builds them: each in a workspace of its own.

use std::fs;
use std::path::Path;
use std::process::Command;

use neuralatex_core::prelude::*;

/// Runs Cargo on a crate below this one, which has nothing to warn of, and returns what it printed.
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
    // Where code is a file of its own, some lints look at it before they know what is denied.
    let is_silent = !text.lines().any(|line| line.starts_with("warning"));
    assert!(
        output.status.success() && is_silent,
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

/// Clippy looks at a file that is a module as well before it looks at what a macro puts in its place.
#[test]
fn generated_code_may_be_a_module_of_a_strict_crate() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("module");
    fs::create_dir_all(folder.join("src")).unwrap();
    let manifest = "[package]\nname = \"module\"\nedition = \"2024\"\n\n[workspace]\n";
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    let strict = fs::read_to_string("tests/crates/strict/src/lib.rs").unwrap();
    let (head, _) = strict.split_once("\n\n").unwrap();
    let model = |name, hidden| {
        let data = csv("examples/data/iris.csv").label("species");
        let model = model(name, [4, hidden, 3]).data(data);
        model.eval(hold_out(0.2)).epochs(1).allow(unfinished())
    };
    let mut library = head.to_string();
    let vectors = neuralatex_core::prelude::model("Vectors", [2, 64, 8, 1]).data(spiral(5));
    let halves = neuralatex_core::prelude::model("Halves", [2, 64, 64, 67, 1]).data(spiral(5));
    let halves = halves.precision(Precision::F64).epochs(2);
    let curves = model("Curves", 40).activation(gelu());
    for (name, model) in [
        ("literals", model("Literals", 5)),
        ("bytes", model("Bytes", 200)),
        ("doubles", model("Doubles", 40).precision(Precision::F64)),
        ("vectors", vectors),
        ("halves", halves),
        ("curves", curves),
        ("integers", model("Integers", 5).quantize(i8())),
        ("more_integers", model("MoreIntegers", 200).quantize(i8())),
    ] {
        let trained = model.train().unwrap();
        fs::write(folder.join(format!("src/{name}.rs")), trained.code()).unwrap();
        let (code, file, content) = trained.code_and_file();
        fs::write(folder.join(format!("src/{name}_in_file.rs")), code).unwrap();
        fs::write(folder.join("src").join(file), content).unwrap();
        library += &format!("\n\n/// The same.\npub mod {name}_in_file;");
        library += &format!("\n\n/// A model.\npub mod {name};");
    }
    fs::write(folder.join("src/lib.rs"), library + "\n").unwrap();
    assert_nothing_to_complain_of(folder.to_str().unwrap(), &[]);
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
