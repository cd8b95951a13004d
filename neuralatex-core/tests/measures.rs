//! WIL and SCOMISCOP are counted over what is source in a tree, and over nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use neuralatex_core::measures::{SourceLines, library, scomiscop};

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("measures")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn write(folder: &Path, path: &str, content: impl AsRef<[u8]>) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, content).expect("a file");
}

#[test]
fn lines_are_counted_by_language() {
    let tree = folder("languages");
    write(&tree, "src/lib.rs", "//! Docs.\n\nfn a() {}\nfn b() {}\n");
    write(&tree, "src/deep/er/c.c", "/* no */\nint x;\n");
    write(&tree, "paper.tex", "% no\n\\documentclass{article}\n");
    write(&tree, "tool", "#!/bin/sh\necho\n");
    write(&tree, "notes", "no program\n");
    let lines = SourceLines::of(&tree).expect("lines");
    let languages: Vec<_> = lines.languages().collect();
    assert_eq!(
        languages,
        [("C", 1), ("LaTeX", 1), ("Rust", 2), ("Shell", 1)]
    );
    assert_eq!(lines.total(), 5);
    assert_eq!(lines.in_language("Rust"), 2);
    assert_eq!(lines.share("Rust"), 0.4);
    assert_eq!(lines.share("Cobol"), 0.0);
    let file = SourceLines::of(tree.join("src/lib.rs")).expect("lines");
    assert_eq!((file.total(), file.share("Rust")), (2, 1.0));
}

#[test]
fn data_documents_caches_and_what_is_hidden_are_no_source() {
    let tree = folder("others");
    for path in [
        "a.json",
        "b.csv",
        "c.md",
        "Cargo.toml",
        "Cargo.lock",
        "d.txt",
        "e.svg",
    ] {
        write(&tree, path, "fn x() {}\n");
    }
    write(&tree, ".hidden/a.rs", "fn x() {}\n");
    write(&tree, ".hidden.rs", "fn x() {}\n");
    write(&tree, "target/CACHEDIR.TAG", "");
    write(&tree, "target/debug/a.rs", "fn x() {}\n");
    write(&tree, "binary.c", b"int x;\n\0\n");
    assert_eq!(SourceLines::of(&tree).expect("lines").total(), 0);
    assert_eq!(SourceLines::of(&tree).expect("lines").share("Rust"), 0.0);
    // Text that is not UTF-8 is source all the same.
    write(&tree, "latin.tex", b"Gr\xf6\xdfe\n");
    assert_eq!(SourceLines::of(&tree).expect("lines").total(), 1);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let tree = folder("links");
    write(&tree, "a/a.rs", "fn x() {}\n");
    std::os::unix::fs::symlink("..", tree.join("a/loop")).expect("a link");
    std::os::unix::fs::symlink("a.rs", tree.join("a/b.rs")).expect("a link");
    assert_eq!(SourceLines::of(&tree).expect("lines").total(), 1);
    // What is asked for by a link is the folder behind it.
    assert_eq!(
        SourceLines::of(tree.join("a/loop/a"))
            .expect("lines")
            .total(),
        1
    );
}

#[test]
fn scomiscop_is_the_share_of_the_method_in_the_paper() {
    let tree = folder("scomiscop");
    write(&tree, "paper/build.rs", "fn a() {}\n");
    write(
        &tree,
        "library/src/lib.rs",
        "fn a() {}\nfn b() {}\nfn c() {}\n",
    );
    // Its name begins like that of the paper, but it is not in it.
    write(&tree, "paper2/a.rs", "fn a() {}\n");
    let share = |paper: &str, method: &[&str]| {
        scomiscop(tree.join(paper), method.iter().map(|path| tree.join(path))).expect("a share")
    };
    assert_eq!(share("paper", &["paper"]), 1.0);
    assert_eq!(share("paper", &["library"]), 0.0);
    assert_eq!(share("paper", &["paper", "library"]), 0.25);
    assert_eq!(
        share("paper", &["library/../paper", "library", "paper/build.rs"]),
        0.25
    );
    assert_eq!(share("paper", &["paper", "paper2"]), 0.5);
    assert_eq!(share("", &["paper", "library"]), 1.0);
    assert_eq!(share("paper", &[]), 0.0);
}

#[test]
fn what_is_not_there_is_an_error_that_names_it() {
    let tree = folder("missing");
    let error = SourceLines::of(tree.join("nothing")).expect_err("no folder");
    let told = error.to_string();
    assert!(
        told.starts_with("cannot read `") && told.contains("nothing"),
        "{told}"
    );
    let error = scomiscop(tree.join("no-paper"), [&tree]).expect_err("no folder");
    assert!(error.to_string().contains("no-paper"), "{error}");
    let error = scomiscop(&tree, [tree.join("no-method")]).expect_err("no folder");
    assert!(error.to_string().contains("no-method"), "{error}");
}

#[test]
fn the_library_is_counted_as_it_is() {
    let lines = SourceLines::of(library().join("src")).expect("lines");
    assert!(lines.in_language("Rust") > 5000, "{lines:?}");
    assert_eq!(lines.share("LaTeX"), 0.0);
}
