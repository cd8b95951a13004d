//! A package of the workspace: what Cargo can check of it, and whether it is asked for.

use std::path::{Path, PathBuf};

use serde_json::Value;

pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    /// What there is of it for Cargo to check.
    targets: Vec<Target>,
    /// Whether it has a build script, which may train.
    pub(crate) has_script: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Library,
    Program,
    Example,
    Test,
    Bench,
    /// The tests within a library or a program.
    Harness,
}

impl Target {
    /// How Cargo is asked for all of a kind. It has no word for a harness alone; tests that were checked
    /// before are fresh.
    pub(crate) fn options(self) -> &'static [&'static str] {
        match self {
            Target::Library => &["--lib"],
            Target::Program => &["--bins"],
            Target::Example => &["--examples"],
            Target::Test => &["--test", "*"],
            Target::Bench => &["--bench", "*"],
            Target::Harness => &["--tests"],
        }
    }
}

impl Package {
    /// From what `cargo metadata` tells.
    pub(crate) fn of(told: &Value) -> Option<Package> {
        let manifest = Path::new(told.get("manifest_path")?.as_str()?);
        let mut targets = Vec::new();
        let mut has_script = false;
        for target in told.get("targets")?.as_array()? {
            match target.get("kind")?.get(0)?.as_str()? {
                "custom-build" => {
                    has_script = true;
                    continue;
                }
                "bin" => targets.push(Target::Program),
                "example" => targets.push(Target::Example),
                "test" => {
                    targets.push(Target::Test);
                    continue;
                }
                "bench" => {
                    targets.push(Target::Bench);
                    continue;
                }
                // There are several kinds of these.
                _ => targets.push(Target::Library),
            }
            if target.get("test").and_then(Value::as_bool) == Some(true) {
                targets.push(Target::Harness);
            }
        }
        Some(Package {
            name: told.get("name")?.as_str()?.to_string(),
            folder: manifest.parent()?.to_path_buf(),
            targets,
            has_script,
        })
    }

    pub(crate) fn has(&self, target: Target) -> bool {
        self.targets.contains(&target)
    }
}

/// Whether a package is one of those that were named, or none was. One that was not may be compiled for
/// one that was.
pub(crate) fn is_selected(named: &[String], package: &str) -> bool {
    let is_it = |named: &String| {
        // What is in brackets, or an address, is for Cargo to understand.
        let is_for_cargo = named.contains(['[', ':', '/']);
        let name = named.split('@').next().unwrap_or_default();
        is_for_cargo || fits(name.as_bytes(), package.as_bytes())
    };
    named.is_empty() || named.iter().any(is_it)
}

/// Whether a name is of a pattern, in which `*` is for any letters and `?` for one.
fn fits(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern, name) {
        ([], []) => true,
        ([b'*', rest @ ..], _) => {
            fits(rest, name)
                || name
                    .split_first()
                    .is_some_and(|(_, name)| fits(pattern, name))
        }
        ([b'?', pattern @ ..], [_, name @ ..]) => fits(pattern, name),
        ([one, pattern @ ..], [other, name @ ..]) => one == other && fits(pattern, name),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Package, Target, is_selected};
    use serde_json::json;

    #[test]
    fn packages_are_selected_by_their_names() {
        let packages = ["one@1.0".to_string(), "two".to_string()];
        assert!(is_selected(&[], "three"));
        assert!(is_selected(&packages, "one") && is_selected(&packages, "two"));
        assert!(!is_selected(&packages, "three"));
        for (pattern, is_it) in [
            ("t*", true),
            ("*ee", true),
            ("t?r*e", true),
            ("*", true),
            ("[st]*", true),
            ("t?", false),
            ("o*", false),
            ("*re", false),
        ] {
            assert_eq!(is_selected(&[pattern.into()], "three"), is_it, "{pattern}");
        }
    }

    #[test]
    fn targets_are_what_cargo_tells() {
        let told = |targets: &serde_json::Value| {
            Package::of(&json!({
                "name": "one", "manifest_path": "/one/Cargo.toml", "targets": targets,
            }))
            .expect("a package")
        };
        let script = json!({ "kind": ["custom-build"], "test": false });
        let firmware = told(&json!([{ "kind": ["bin"], "test": false }]));
        assert!(firmware.has(Target::Program) && !firmware.has(Target::Harness));
        assert!(!firmware.has(Target::Library) && !firmware.has_script);
        let library = told(&json!([{ "kind": ["proc-macro"], "test": true }, script]));
        assert!(library.has(Target::Library) && library.has(Target::Harness));
        assert!(!library.has(Target::Test) && library.has_script);
        let test = told(&json!([{ "kind": ["test"], "test": true }]));
        assert!(test.has(Target::Test) && !test.has(Target::Harness));
    }
}
