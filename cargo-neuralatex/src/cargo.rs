//! What Cargo tells of a workspace, and how it is called.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::arguments::Arguments;
use crate::failure::Failure;

pub(crate) struct Workspace {
    pub(crate) target: PathBuf,
    /// Where Cargo has the files of builds, if that is elsewhere.
    pub(crate) build: PathBuf,
    root: PathBuf,
    /// The folders of its packages.
    members: Vec<PathBuf>,
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
        let folder = |package: &Value| {
            let manifest = Path::new(package.get("manifest_path")?.as_str()?);
            Some(manifest.parent()?.to_path_buf())
        };
        Some(Workspace {
            // Only newer versions of Cargo tell.
            build: path("build_directory").unwrap_or_else(|| target.clone()),
            target,
            root: path("workspace_root")?,
            members: packages.map(folder).collect::<Option<_>>()?,
        })
    }

    /// Whether a package is one of the workspace, by its folder.
    pub(crate) fn has(&self, folder: &Path) -> bool {
        self.members.iter().any(|member| member == folder)
    }

    /// A path as it is told: from the root of the workspace on, if it is below that.
    pub(crate) fn short<'p>(&self, path: &'p Path) -> std::path::Display<'p> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }

    /// Has Cargo check all targets, with this task for the doors. Whether it succeeds; it tells why not.
    pub(crate) fn check(&self, arguments: &Arguments, task: &str) -> Result<bool, Failure> {
        let mut command = cargo();
        command.args(["check", "--all-targets", "--keep-going"]);
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
        if !task.starts_with("list:") {
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
