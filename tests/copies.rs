//! Two copies of the core with the same version, as from a registry and from a repository, may be
//! in one program: each calls its own kernels.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Writes a file, if it is another one: Cargo compiles again what was written again.
fn write(path: &Path, text: String) {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// Copies a folder, apart from a constant of SHA-256.
fn copy(from: &Path, to: &Path) {
    for entry in from.read_dir().expect("a folder") {
        let entry = entry.expect("an entry");
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            let text = fs::read_to_string(path).expect("text");
            write(&to, text.replace("0x428a_2f98", "0x428a_2f99"));
        }
    }
}

/// A workspace of a copy, whose SHA-256 has another constant, and of a program that uses both.
fn workspace() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("copies");
    let core = root.join("neuralatex-core");
    for part in ["src", "kernels"] {
        // An earlier copy may have files that are no more.
        let _ = fs::remove_dir_all(folder.join("other").join(part));
        copy(&core.join(part), &folder.join("other").join(part));
    }
    let file = |path: &str, text: String| write(&folder.join(path), text);
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a file");
    let manifest = read("Cargo.toml");
    let (shared, _) = manifest.split_once("[package]").expect("a root package");
    let members = r#"["cargo-neuralatex", "neuralatex-core", "neuralatex-macros"]"#;
    assert!(shared.contains(members), "the workspace has these members");
    file(
        "Cargo.toml",
        shared.replace(members, r#"["other", "program"]"#),
    );
    file("other/build.rs", read("neuralatex-core/build.rs"));
    // Two packages of one name in one workspace are an error of Cargo's; kernels do not know it.
    let manifest = read("neuralatex-core/Cargo.toml");
    let name = r#"name = "neuralatex-core""#;
    assert!(manifest.contains(name));
    file(
        "other/Cargo.toml",
        manifest.replace(name, r#"name = "other""#),
    );
    file(
        "program/Cargo.toml",
        format!(
            r#"
            [package]
            name = "program"
            version.workspace = true
            edition.workspace = true
            [dependencies]
            neuralatex-core = {{ path = {core:?} }}
            other = {{ path = "../other" }}
            "#
        ),
    );
    file(
        "program/src/main.rs",
        r#"
        macro_rules! digest {
            ($core:ident) => {{
                use $core::prelude::*;
                let model = model("One", [1, 1]).data(points([([0.0], 0.5)]));
                let model = model.init(values([0.0, 0.0])).optimizer(sgd(0.0));
                model.epochs(1).train().unwrap().digest()
            }};
        }
        fn main() {
            println!("{}", digest!(neuralatex_core));
            println!("{}", digest!(other));
        }
        "#
        .to_string(),
    );
    folder
}

#[test]
fn two_copies_in_one_program_call_each_its_own_kernels() {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args(["run", "--quiet", "--target-dir"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("users"))
        .current_dir(workspace().join("program"))
        .output()
        .expect("cargo runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let printed = String::from_utf8_lossy(&output.stdout);
    let digests: Vec<&str> = printed.lines().collect();
    // Of eight bytes, all zero; the other constant makes it another one.
    let right = "af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc";
    assert_eq!(digests[0], right);
    assert_ne!(digests[1], right);
}
