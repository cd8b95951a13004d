//! A crate of a user, with both doors, and Cargo commands on it.
#![allow(dead_code, reason = "each test needs a part of it")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate of its own, with its own target directory.
pub(crate) struct Crate {
    pub(crate) folder: PathBuf,
    pub(crate) target: PathBuf,
    /// Held, as the target directory is one for all.
    _turn: fs::File,
}

pub(crate) const FIELDS: &str = "
        data: csv(\"data/rows.csv\").label(\"kind\"),
        eval: hold_out(0.3),
        normalize: standard,
        epochs: 40,
";

pub(crate) fn library(fields: &str) -> String {
    format!(
        "//! A crate.
include!(concat!(env!(\"OUT_DIR\"), \"/built.rs\"));
neuralatex::train! {{
    /// From a macro.
    pub model Expanded<2, 4, 1> {{{FIELDS}{fields}}}
}}
#[test]
fn both_doors_give_the_same() {{
    assert_eq!(Built::DIGEST, Expanded::DIGEST);
    println!(\"RESULT {{}}\", Expanded::DIGEST);
}}
"
    )
}

pub(crate) const SCRIPT: &str = "use neuralatex_core::prelude::*;
fn main() -> Result<()> {
    model(\"Built\", [2, 4, 1])
        .data(csv(\"data/rows.csv\").label(\"kind\"))
        .eval(hold_out(0.3))
        .normalize(standard())
        .epochs(40)
        .compile()
}
";

impl Crate {
    pub(crate) fn new(name: &str) -> Crate {
        let root = env!("CARGO_MANIFEST_DIR");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("daily")
            .join(name);
        let _ = fs::remove_dir_all(&folder);
        // What does not change is compiled once for all of them.
        let target = folder.with_file_name("target");
        fs::create_dir_all(&target).unwrap();
        let turn = fs::File::create(folder.with_file_name("turn")).unwrap();
        turn.lock().unwrap();
        let crate_ = Crate {
            folder,
            target,
            _turn: turn,
        };
        let _ = fs::remove_dir_all(crate_.store());
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
             [dependencies]\nneuralatex = {{ path = {root:?} }}\n\
             [build-dependencies]\nneuralatex-core = {{ path = \"{root}/neuralatex-core\" }}\n"
        );
        crate_.write("Cargo.toml", &manifest);
        crate_.write("src/lib.rs", &library(""));
        crate_.write("build.rs", SCRIPT);
        let row = |n: usize| {
            let x = n as f64 * 0.37 % 2.0;
            let y = n as f64 * 0.71 % 2.0;
            let kind = if (x - 1.0) * (y - 1.0) > 0.0 {
                "same"
            } else {
                "other"
            };
            format!("{x:.2},{y:.2},{kind}\n")
        };
        let rows: String = (0..60).map(row).collect();
        crate_.write("data/rows.csv", &format!("x,y,kind\n{rows}"));
        crate_
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.target.join("neuralatex-cache")
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Has both doors work again, and changes nothing.
    pub(crate) fn touch(&self) {
        for file in ["src/lib.rs", "build.rs"] {
            let text = fs::read_to_string(self.folder.join(file)).unwrap();
            self.write(file, &(text + "// Once more.\n"));
        }
    }

    /// The names of the models of this crate that were trained.
    pub(crate) fn trained(&self) -> Vec<String> {
        trained_in(&self.store())
    }

    pub(crate) fn run(&self, arguments: &[&str], variables: &[(&str, &str)]) -> (bool, String) {
        let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
        self.run_by(Command::new(cargo).args(arguments), variables)
    }

    /// Cargo where a script has changed the file systems; `None` if it cannot.
    pub(crate) fn mounted(&self, script: &str, arguments: &[&str]) -> Option<(bool, String)> {
        let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
        let script = format!("{script} && exec \"$@\"");
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", &script]);
        command.arg("sh").arg(cargo).args(arguments);
        command.env("STORE", self.store());
        let told = self.run_by(&mut command, &[]);
        match told.1.contains("unshare:") || told.1.contains("mount:") {
            true => {
                eprintln!("{}", told.1);
                None
            }
            false => Some(told),
        }
    }

    fn run_by(&self, command: &mut Command, variables: &[(&str, &str)]) -> (bool, String) {
        let output = command
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("NEURALATEX_LOG", "low")
            .env_remove("NEURALATEX_CACHE")
            .env_remove("NEURALATEX_CACHE_DIR")
            .envs(variables.iter().copied())
            .output()
            .expect("it runs");
        let [out, told] =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        (output.status.success(), out + &told)
    }

    #[track_caller]
    pub(crate) fn cargo(&self, arguments: &[&str], variables: &[(&str, &str)]) -> String {
        let (succeeds, told) = self.run(arguments, variables);
        assert!(succeeds, "{arguments:?} {variables:?}:\n{told}");
        told
    }

    #[track_caller]
    pub(crate) fn fails(&self, arguments: &[&str], variables: &[(&str, &str)]) -> String {
        let (succeeds, told) = self.run(arguments, variables);
        assert!(!succeeds, "{arguments:?} {variables:?}:\n{told}");
        told
    }

    /// What its test prints.
    #[track_caller]
    pub(crate) fn digest(&self, variables: &[(&str, &str)]) -> String {
        let told = self.cargo(&["test", "--lib", "--", "--nocapture"], variables);
        let line = told.lines().find_map(|line| line.split_once("RESULT "));
        line.expect("a digest").1.to_string()
    }
}

/// The names of models that were trained for a store, but for the paper's spiral.
pub(crate) fn trained_in(store: &Path) -> Vec<String> {
    let log = fs::read_to_string(store.join("trainings.log")).unwrap_or_default();
    let names = log.lines().filter_map(|line| line.rsplit(' ').next());
    let names = names.filter(|name| *name != "Spiral");
    names.map(str::to_string).collect()
}

/// All files below a folder.
pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => drop(found.insert(path.clone(), fs::read(&path).unwrap())),
        }
    }
    found
}
