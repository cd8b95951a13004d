//! What the prebuilt kernels ask of whoever links them.
#![cfg(neuralatex_prebuilt = "portable")]

use std::collections::BTreeSet;
use std::path::Path;

use object::read::archive::ArchiveFile;
use object::{File, Object, ObjectSymbol};

/// The names that some object of an archive uses, and none of them has.
fn undefined(archive: &[u8]) -> BTreeSet<String> {
    let file = ArchiveFile::parse(archive).expect("an archive");
    let (mut used, mut defined) = (BTreeSet::new(), BTreeSet::new());
    for member in file.members() {
        let member = member.expect("a member");
        let data = member.data(archive).expect("its data");
        // The member that describes the crate to rustc may have a form of its own.
        let Ok(object) = File::parse(data) else {
            continue;
        };
        for symbol in object.symbols() {
            let name = symbol.name().expect("a name").to_string();
            match symbol.is_undefined() {
                true => used.insert(name),
                false => defined.insert(name),
            };
        }
    }
    assert!(
        defined
            .iter()
            .any(|name| name.contains("neuralatex_kernels")),
        "the kernels are there"
    );
    used.retain(|name| !name.is_empty() && !defined.contains(name));
    used
}

/// No panic, no function of `core`, none of a platform: what every compiler's own output needs.
#[test]
fn kernels_need_nothing_but_functions_that_copy_and_fill() {
    const ALLOWED: [&str; 3] = ["memcpy", "memmove", "memset"];
    let folder = Path::new(env!("OUT_DIR"));
    let mut archives = 0;
    for entry in folder.read_dir().expect("the build script's folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "a") {
            continue;
        }
        archives += 1;
        let archive = std::fs::read(&path).expect("the archive can be read");
        let mut names = undefined(&archive);
        // Mach-O puts a line before every name.
        names.retain(|name| !ALLOWED.contains(&name.strip_prefix('_').unwrap_or(name)));
        assert!(names.is_empty(), "{} uses {names:?}", path.display());
    }
    assert!(archives > 0, "there is an archive for each form");
}
