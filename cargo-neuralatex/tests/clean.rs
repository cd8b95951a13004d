//! `clean` on the stores of users.

mod common;

use std::fs;

use common::{Scratch, target, told};
use serde_json::json;

#[test]
fn clean_removes_records_and_nothing_else() {
    let scratch = Scratch::new("clean", &["one"]);
    let source = "//! One.\nneuralatex::train! { pub model One<2, 1> { data: xor(4), epochs: 2 } }";
    scratch.write("one/src/lib.rs", source);
    let store = scratch.path("store");
    let run = |line: &str| {
        let arguments: Vec<&str> = line.split(' ').collect();
        let mut command = scratch.command(&arguments);
        told(
            command
                .env("NEURALATEX_CACHE_DIR", &store)
                .output()
                .expect("it runs"),
        )
    };
    run("list").expect(0);
    let count = || fs::read_dir(&store).expect("a folder").count();
    assert!(count() >= 3, "a training, its code, and the counter");
    for name in [
        "Cargo.lock",
        "notes.txt",
        "my.training",
        "my.code",
        "a.tmp",
        "b.state",
    ] {
        scratch.write(&format!("store/{name}"), "mine");
    }
    let digest = "0".repeat(64);
    fs::create_dir(store.join(format!("{digest}.code"))).expect("a folder");
    let mut left = 7;
    #[cfg(unix)]
    {
        let link = store.join(format!("{digest}.training"));
        std::os::unix::fs::symlink(scratch.path("Cargo.toml"), link).expect("a link");
        left += 1;
    }
    scratch.write(&format!("store/{digest}.state"), "12345");
    let cleaned = run("clean --json").expect(0).json();
    let cleaned = &cleaned["stores"][0];
    assert_eq!(cleaned["folder"], json!(store.to_string_lossy()));
    assert!(
        cleaned["files"].as_u64() >= Some(4) && cleaned["bytes"].as_u64() > Some(500),
        "{cleaned}"
    );
    assert_eq!(count(), left);
    assert!(scratch.path("Cargo.toml").exists());
    run("clean").expect(0).says(&["Nothing to remove in "]);
    run("list").expect(0);
    run("clean").expect(0).says(&["Removed ", " KiB, in "]);
    #[cfg(unix)]
    {
        run("list").expect(0);
        fs::rename(&store, scratch.path("elsewhere")).expect("a folder");
        std::os::unix::fs::symlink(scratch.path("elsewhere"), &store).expect("a link");
        let before = count();
        // Builds would not trust it.
        use std::os::unix::fs::PermissionsExt;
        let mode = |mode: u32| {
            fs::set_permissions(&store, fs::Permissions::from_mode(mode)).expect("a folder");
        };
        mode(0o777);
        run("clean")
            .expect(2)
            .says(&["everybody may write to this folder"]);
        assert_eq!(count(), before);
        // They would use what a link leads to.
        mode(0o755);
        run("clean").expect(0).says(&["Removed "]);
        assert_eq!(count(), left);
    }
}

/// A file for each model with more than a million weights, which Cargo misses when it is gone.
#[test]
fn clean_removes_weights_beside_code_and_nothing_else() {
    let scratch = Scratch::new("clean_weights", &["large"]);
    let source = "//! One.\n\
        neuralatex::train! { pub model Large<2, 250_001, 1> { data: xor(1), epochs: 1, card: false } }";
    scratch.write("large/src/lib.rs", source);
    let folder = target().join("neuralatex-weights");
    let _ = fs::remove_dir_all(&folder);
    scratch.build();
    let files = || fs::read_dir(&folder).map_or(0, |entries| entries.count());
    assert_eq!(files(), 1);
    let digest = "0".repeat(64);
    let path = |name: &str| folder.join(name);
    for name in ["notes.txt", "my.weights", &format!("{digest}.code")] {
        fs::write(path(name), "mine").expect("a file");
    }
    // What is left of a build that was killed.
    fs::write(path(&format!("{digest}.weights.0f.tmp")), "half").expect("a file");
    let cleaned = scratch.run("clean --json").expect(0).json();
    let expected = json!([{
        "folder": folder.to_string_lossy(), "files": 2, "bytes": 4 * 1_000_005 + 4, "left": []
    }]);
    assert_eq!(cleaned["weights"], expected);
    assert_eq!(files(), 3);
    let cleaned = scratch.run("clean --json").expect(0).json();
    assert_eq!(cleaned["weights"], json!([]));
    fs::remove_dir_all(&folder).expect("a folder");
    scratch.build();
    assert_eq!(files(), 1);
    let folder_told = format!("Removed 1 file, 3.8 MiB, in {}", folder.display());
    scratch.run("clean").expect(0).says(&[&folder_told]);
    assert!(!folder.exists());
}
