//! Where a report goes: `neuralatex/<crate>/<Model>` in the target directory.

use std::path::{Path, PathBuf};

use crate::digest::sha256;
use crate::environment::{pass_over, variable};

/// The folder of all reports, and that of the crate which is being compiled; `None` if none is wanted.
pub(super) fn folders() -> Option<(PathBuf, PathBuf)> {
    if !is_wanted() || is_in_editor() || is_in_documentation() || is_of_dependency() {
        return None;
    }
    let root = target_directory()?.join("neuralatex");
    let folder = root.join(crate_name()?);
    Some((root, folder))
}

/// What `NEURALATEX_REPORT` says.
fn is_wanted() -> bool {
    const NAME: &str = "NEURALATEX_REPORT";
    match variable(NAME).as_deref() {
        Some("off") => false,
        None | Some("on") => true,
        Some(value) => {
            pass_over(NAME, value, "expected `on` or `off`");
            true
        }
    }
}

/// rust-analyzer expands macros at every key; nobody waits there for a report.
fn is_in_editor() -> bool {
    std::env::var_os("RUST_ANALYZER_INTERNALS_DO_NOT_USE").is_some()
}

/// Examples in documentation have models as well, with the names of others. They are compiled in a
/// folder of this name.
fn is_in_documentation() -> bool {
    std::env::args_os().any(|argument| argument.to_string_lossy().contains("rustdoctest"))
}

/// Whether Cargo has unpacked the crate itself: then its models are somebody else's.
fn is_of_dependency() -> bool {
    const LEFT_BEHIND: [&str; 3] = [".cargo-ok", ".cargo-checksum.json", ".cargo_vcs_info.json"];
    let Some(folder) = std::env::var_os("CARGO_MANIFEST_DIR") else {
        return false;
    };
    let folder = Path::new(&folder);
    LEFT_BEHIND.iter().any(|name| folder.join(name).exists())
}

/// What Cargo has marked as its own above the folder of a build script: that of the crate which is
/// compiled or, for a macro in a crate without one, that of this crate.
fn target_directory() -> Option<PathBuf> {
    let folders = [
        std::env::var_os("OUT_DIR").map(PathBuf::from),
        Some(PathBuf::from(env!("OUT_DIR"))),
    ];
    let mut folders = folders.into_iter().flatten();
    folders.find_map(|folder| marked(&folder))
}

/// What Cargo has marked above a folder. Folders of other targets in it are marked too.
fn marked(folder: &Path) -> Option<PathBuf> {
    let above = folder.ancestors().skip_while(|folder| !is_cargos(folder));
    let target = above.take_while(|folder| is_cargos(folder)).last()?;
    Some(target.to_path_buf())
}

/// Whether Cargo has marked a folder as one that it may delete.
fn is_cargos(folder: &Path) -> bool {
    let tag = std::fs::read_to_string(folder.join("CACHEDIR.TAG"));
    tag.is_ok_and(|text| text.contains("created by cargo"))
}

/// The package, for its library, its program and its build script; an example or a test has a name
/// of its own, and so has a program beside a library.
fn crate_name() -> Option<String> {
    let package = variable("CARGO_PKG_NAME")?;
    let library = || Some(Path::new(&variable("CARGO_MANIFEST_DIR")?).join("src/lib.rs"));
    match variable("CARGO_CRATE_NAME") {
        Some(name) if name != package.replace('-', "_") => Some(name),
        _ if variable("CARGO_BIN_NAME").is_some() && library()?.exists() => {
            Some(format!("{package}-bin"))
        }
        _ => Some(package),
    }
}

/// The name of a model as that of a folder: not longer than file systems allow.
pub(super) fn folder_name(model: &str) -> String {
    const LONGEST: usize = 120;
    if model.len() <= LONGEST {
        return model.to_string();
    }
    let end = (0..=LONGEST).rev().find(|end| model.is_char_boundary(*end));
    let digest = sha256(model.as_bytes());
    format!("{}-{}", &model[..end.unwrap_or(0)], &digest[..16])
}

#[cfg(test)]
mod tests {
    use super::{folder_name, marked};
    use std::fs;

    #[test]
    fn the_target_directory_is_what_cargo_has_marked() {
        let root = std::env::temp_dir().join(format!("neuralatex-place-{}", std::process::id()));
        let target = root.join("cache/target");
        let folder = target.join("x86_64-unknown-linux-gnu/debug/build/a-1/out");
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(marked(&folder), None);
        let tag = |folder: &std::path::Path, text: &str| {
            fs::write(folder.join("CACHEDIR.TAG"), text).unwrap();
        };
        let cargos = "Signature: 8a477f597d28d172789f06886806bc55\n# This file is a cache directory tag created by cargo.\n";
        tag(&target, cargos);
        assert_eq!(marked(&folder), Some(target.clone()));
        tag(&target.join("x86_64-unknown-linux-gnu"), cargos);
        assert_eq!(marked(&folder), Some(target.clone()));
        // That of somebody else's cache around it.
        tag(
            &root.join("cache"),
            "Signature: 8a477f597d28d172789f06886806bc55\n",
        );
        assert_eq!(marked(&folder), Some(target));
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn folders_have_names_that_file_systems_allow() {
        assert_eq!(folder_name("Spiral"), "Spiral");
        let long = "ß".repeat(200);
        let other = long.clone() + "x";
        assert!(folder_name(&long).len() <= 140);
        assert_ne!(folder_name(&long), folder_name(&other));
    }
}
