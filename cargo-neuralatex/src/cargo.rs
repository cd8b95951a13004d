//! What Cargo tells of a workspace, and how it is called.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::package::{Package, Target, is_selected};

pub(crate) struct Workspace {
    pub(crate) target: PathBuf,
    /// Where Cargo has the files of builds, if that is elsewhere.
    pub(crate) build: PathBuf,
    root: PathBuf,
    packages: Vec<Package>,
}

/// How far Cargo came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checked {
    /// Whether all compiles that was to be checked, so that all models have been asked for.
    pub(crate) is_complete: bool,
    /// Whether tests within libraries and programs compile as well, where nobody has said what to check.
    pub(crate) has_tests: bool,
}

impl Workspace {
    pub(crate) fn read(arguments: &Arguments) -> Result<Workspace, Failure> {
        let mut command = cargo();
        command
            .args(["metadata", "--format-version", "1", "--no-deps"])
            .args(&arguments.cargo)
            .stderr(Stdio::inherit());
        let output = command.output().map_err(cannot_run)?;
        if !output.status.success() {
            let message = "`cargo metadata` failed, as it says above; `--manifest-path` names the \
                           Cargo.toml of a workspace";
            return Err(Failure::new(message));
        }
        let told = serde_json::from_slice(&output.stdout);
        told.ok()
            .and_then(|told| Workspace::of(&told))
            .ok_or_else(|| Failure::new("`cargo metadata` tells nothing that can be understood"))
    }

    fn of(told: &Value) -> Option<Workspace> {
        let path = |name: &str| Some(PathBuf::from(told.get(name)?.as_str()?));
        let target = path("target_directory")?;
        let ids = told.get("workspace_members")?.as_array()?;
        let packages = told.get("packages")?.as_array()?.iter();
        let packages = packages.filter(|package| {
            let id = package.get("id");
            id.is_some_and(|id| ids.contains(id))
        });
        Some(Workspace {
            // Only newer versions of Cargo tell.
            build: path("build_directory").unwrap_or_else(|| target.clone()),
            target,
            root: path("workspace_root")?,
            packages: packages.map(Package::of).collect::<Option<_>>()?,
        })
    }

    /// Whether a package is one of the workspace, by its folder.
    pub(crate) fn has(&self, folder: &Path) -> bool {
        self.packages.iter().any(|package| package.folder == folder)
    }

    /// The packages that are asked for.
    fn selected(&self, arguments: &Arguments) -> impl Iterator<Item = &Package> {
        let is_it = |package: &&Package| is_selected(&arguments.packages, &package.name);
        self.packages.iter().filter(is_it)
    }

    /// A path as it is told: from the root of the workspace on, if it is below that.
    pub(crate) fn short<'p>(&self, path: &'p Path) -> std::path::Display<'p> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }

    /// Has Cargo check what is asked for, with this task for the doors; it tells what fails. Tests within
    /// libraries and programs come last, and may fail: those for devices without an operating system can
    /// have none.
    pub(crate) fn check(&self, arguments: &Arguments, task: &str) -> Result<Checked, Failure> {
        let options = |targets: &[Target]| {
            let is_there = |target: &&Target| {
                let mut selected = self.selected(arguments);
                selected.any(|package| package.has(**target))
            };
            let targets = targets.iter().filter(is_there);
            let options: Vec<&str> = targets
                .flat_map(|target| target.options())
                .copied()
                .collect();
            options
        };
        use Target::{Bench, Example, Harness, Library, Program, Test};
        let mut first = options(&[Library, Program, Example, Test, Bench]);
        let mut last = options(&[Harness]);
        if !arguments.targets.is_empty() {
            first = arguments.targets.iter().map(String::as_str).collect();
            last.clear();
        }
        let is_complete = self.run(arguments, task, &first)?;
        // Where something fails, it would fail again.
        let has_tests = last.is_empty() || (is_complete && self.run(arguments, task, &last)?);
        Ok(Checked {
            is_complete,
            has_tests,
        })
    }

    /// Has Cargo check these targets. Whether it succeeds.
    fn run(&self, arguments: &Arguments, task: &str, targets: &[&str]) -> Result<bool, Failure> {
        let mut command = cargo();
        command.args(["check", "--keep-going"]).args(targets);
        for package in self.packages.iter().filter(|package| package.has_script) {
            command.args(["--config", &self.apart(package, &arguments.check)]);
        }
        match &arguments.packages[..] {
            [] => {
                command.arg("--workspace");
            }
            packages => {
                for package in packages {
                    command.args(["--package", package]);
                }
            }
        }
        if !["list:", "export:"]
            .iter()
            .any(|verb| task.starts_with(verb))
        {
            // Who asks for a checkpoint wants its training, and waits for it unless it is said how long.
            command.env_remove("NEURALATEX_FROZEN");
            if std::env::var_os("NEURALATEX_BUDGET").is_none() {
                command.env("NEURALATEX_BUDGET", "off");
            }
        }
        let status = command
            .args(&arguments.cargo)
            .args(&arguments.check)
            .env("NEURALATEX_TASK", task)
            .stdin(Stdio::null())
            .stdout(io::stderr())
            .status()
            .map_err(cannot_run)?;
        Ok(status.success())
    }

    /// What has Cargo keep a package for questions apart from that of builds. A script that trains and
    /// writes the code itself tells Cargo of the task only where there is one: run by a build before, it
    /// would not be asked. To Cargo, a package with other options is another one, and no check needs this
    /// option.
    fn apart(&self, package: &Package, check: &[String]) -> String {
        let mut options = check.iter().map(String::as_str);
        let profile = match options.find(|option| ["--profile", "--release"].contains(option)) {
            Some("--profile") => options.next().unwrap_or_default(),
            Some(_) => "release",
            None => "dev",
        };
        let name = self.name_in_profiles(&package.name);
        format!("profile.\"{profile}\".package.\"{name}\".codegen-units=251")
    }

    /// How the user's own profiles call a package: Cargo does not take two names for it there.
    fn name_in_profiles(&self, name: &str) -> String {
        let files = ["Cargo.toml", ".cargo/config.toml", ".cargo/config"];
        let texts = files.map(|file| fs::read_to_string(self.root.join(file)).unwrap_or_default());
        let with_version = |text: &String| {
            let start = ['@', ':'].into_iter().find_map(|sign| {
                let start = text.find(&format!("\"{name}{sign}"))?;
                Some(start + 1)
            })?;
            let end = text[start..].find('"')?;
            Some(text[start..start + end].to_string())
        };
        let found = texts.iter().find_map(with_version);
        found.unwrap_or_else(|| name.to_string())
    }
}

/// The one that has called this program, if it has.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn cannot_run(error: io::Error) -> Failure {
    Failure::new(format!(
        "cannot run `cargo`: {error}; it has to be in the PATH"
    ))
}
