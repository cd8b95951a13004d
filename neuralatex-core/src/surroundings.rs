//! What can be told of the build around: which crate it compiles, where its files go, and whether it
//! is one at all.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::environment::variable;

/// Whether Cargo runs this as a build script. It gives other programs some of its variables too, but
/// not these together.
pub(crate) fn is_build_script() -> bool {
    let is_set = |name: &str| variable(name).is_some();
    ["OUT_DIR", "HOST", "NUM_JOBS"].into_iter().all(is_set)
}

/// Whether a crate is being compiled: by a build script, or by a macro within the compiler.
pub(crate) fn is_build() -> bool {
    const COMPILERS: [&str; 4] = [
        "rustc",
        "rustdoc",
        "clippy-driver",
        "rust-analyzer-proc-macro-srv",
    ];
    static IS_BUILD: OnceLock<bool> = OnceLock::new();
    *IS_BUILD.get_or_init(|| {
        let program = std::env::current_exe().unwrap_or_default();
        let is_compiler = |stem: &OsStr| COMPILERS.iter().any(|name| stem == *name);
        is_build_script() || program.file_stem().is_some_and(is_compiler)
    })
}

/// rust-analyzer expands macros at every key, on a thread that others wait for.
pub(crate) fn is_in_editor() -> bool {
    std::env::var_os("RUST_ANALYZER_INTERNALS_DO_NOT_USE").is_some()
}

/// Examples in documentation have models as well, with the names of others. They are compiled in a
/// folder of this name.
pub(crate) fn is_in_documentation() -> bool {
    std::env::args_os().any(|argument| argument.to_string_lossy().contains("rustdoctest"))
}

/// Whether Cargo has unpacked the crate itself: then its models are somebody else's.
pub fn is_of_dependency() -> bool {
    const LEFT_BEHIND: [&str; 2] = [".cargo-ok", ".cargo-checksum.json"];
    let Some(folder) = std::env::var_os("CARGO_MANIFEST_DIR") else {
        return false;
    };
    let folder = Path::new(&folder);
    LEFT_BEHIND.iter().any(|name| folder.join(name).exists())
}

/// What Cargo has marked as its own above the folder of a build script: that of the crate which is
/// compiled or, for a macro in a crate without one, that of this crate.
pub(crate) fn target_directory() -> Option<PathBuf> {
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

/// Whether Cargo has marked a folder as one that it may delete, or has at least a file of its own there:
/// it marks only folders that it has made itself.
fn is_cargos(folder: &Path) -> bool {
    let tag = std::fs::read_to_string(folder.join("CACHEDIR.TAG"));
    tag.is_ok_and(|text| text.contains("created by cargo"))
        || folder.join(".rustc_info.json").is_file()
}

/// The package, for its library, its program and its build script; an example or a test has a name
/// of its own, and so has a program beside a library.
pub(crate) fn crate_name() -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::marked;
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
        // One that was there before Cargo.
        fs::write(target.join(".rustc_info.json"), "{}").unwrap();
        assert_eq!(marked(&folder), Some(target.clone()));
        fs::remove_file(target.join(".rustc_info.json")).unwrap();
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
}
