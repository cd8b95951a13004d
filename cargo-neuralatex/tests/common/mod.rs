//! Workspaces to try the program on, each in a folder of its own. All are compiled in one target directory,
//! so that the macro is compiled once.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "every file of tests uses some of it"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// One after the other: Cargo would have them wait for each other in any case.
static TURN: Mutex<()> = Mutex::new(());

pub struct Scratch {
    pub folder: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

/// What the program said.
pub struct Told {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Told {
    #[track_caller]
    pub fn expect(self, code: i32) -> Told {
        let Told { out, err, .. } = &self;
        assert_eq!(self.code, Some(code), "{out}\n{err}");
        self
    }

    #[track_caller]
    pub fn says(self, words: &[&str]) -> Told {
        for word in words {
            let is_said = self.out.contains(word) || self.err.contains(word);
            assert!(is_said, "{word}:\n{}\n{}", self.out, self.err);
        }
        self
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}:\n{}", self.out))
    }

    /// A model of the JSON, by its name.
    #[track_caller]
    pub fn model(&self, name: &str) -> Value {
        let json = self.json();
        let mut models = json["models"].as_array().expect("a list").iter();
        let found = models.find(|model| model["model"] == name);
        found.unwrap_or_else(|| panic!("{name}: {json:#}")).clone()
    }
}

impl Scratch {
    /// A workspace of these packages, which files fill.
    pub fn new(name: &str, packages: &[&str]) -> Scratch {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cargo-neuralatex/{name}"));
        let _ = fs::remove_dir_all(&folder);
        let scratch = Scratch {
            folder,
            _turn: turn,
        };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .expect("a folder");
        scratch.write(
            "Cargo.toml",
            &format!("[workspace]\nresolver = \"3\"\nmembers = {packages:?}\n"),
        );
        for package in packages {
            let manifest = format!(
                r#"
                [package]
                name = "{package}"
                version = "0.0.0"
                edition = "2024"
                [features]
                more = []
                [dependencies]
                neuralatex = {{ path = {root:?} }}
                [build-dependencies]
                neuralatex-core = {{ path = {:?} }}
                "#,
                root.join("neuralatex-core")
            );
            scratch.write(&format!("{package}/Cargo.toml"), &manifest);
            scratch.write(&format!("{package}/src/lib.rs"), "");
        }
        // The versions of this workspace, of which there are copies.
        let lock = fs::read(root.join("Cargo.lock")).expect("a lock file");
        fs::write(scratch.folder.join("Cargo.lock"), lock).expect("a file");
        scratch
    }

    /// A clone of it in another folder.
    pub fn copied(self, name: &str) -> Scratch {
        let folder = self.folder.with_file_name(name);
        let _ = fs::remove_dir_all(&folder);
        copy(&self.folder, &folder);
        Scratch { folder, ..self }
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Changes a file, until the guard is gone.
    #[track_caller]
    pub fn change(&self, path: &str, change: impl FnOnce(&mut Vec<u8>)) -> Changed {
        let path = self.path(path);
        let before = fs::read(&path).expect("a file");
        let mut after = before.clone();
        change(&mut after);
        assert!(before != after, "{}", path.display());
        fs::write(&path, after).expect("a file");
        Changed(path, before)
    }

    /// The same, for texts.
    #[track_caller]
    pub fn replace(&self, path: &str, from: &str, to: &str) -> Changed {
        self.change(path, |bytes| {
            let text = String::from_utf8(bytes.clone()).expect("text");
            *bytes = text.replace(from, to).into_bytes();
        })
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.program(env!("CARGO_BIN_EXE_cargo-neuralatex"));
        command.args(arguments);
        command
    }

    /// Has Cargo check it, as users do.
    pub fn build(&self) {
        let cargo = std::env::var("CARGO").expect("Cargo runs this");
        let output = self.program(&cargo).arg("check").output();
        told(output.expect("it runs")).expect(0);
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        command
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .env("CARGO_TARGET_DIR", target())
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_INCREMENTAL", "0");
        for name in ["CACHE", "CACHE_DIR", "FROZEN", "STALE", "REPORT", "TASK"] {
            command.env_remove(format!("NEURALATEX_{name}"));
        }
        command
    }

    /// Runs it as Cargo does.
    pub fn run(&self, line: &str) -> Told {
        let mut arguments = vec!["neuralatex"];
        arguments.extend(line.split(' '));
        told(self.command(&arguments).output().expect("it runs"))
    }
}

pub fn told(output: Output) -> Told {
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Told {
        code: output.status.code(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// Shared with the tests of users.
pub fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("users")
}

/// A file that gets its content back.
pub struct Changed(PathBuf, Vec<u8>);

impl Drop for Changed {
    fn drop(&mut self) {
        let _ = fs::write(&self.0, &self.1);
    }
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in from.read_dir().expect("a folder") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        match entry.file_type().expect("a kind").is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).expect("a copy")),
        }
    }
}

/// Two crates, one for each door, with models in a library, in a module, in an example and in a test.
pub fn both_doors(name: &str) -> Scratch {
    let scratch = Scratch::new(name, &["flowers", "by-script"]);
    scratch.write(
        "flowers/src/lib.rs",
        r#"
        //! Flowers.
        neuralatex::train! {
            pub model Iris<2, 4, 2> {
                data: csv("iris.csv").label("kind"),
                optimizer: adam(0.01),
                batch: 4,
                epochs: 12,
                checkpoint: "models/iris.safetensors",
            }
            pub model Plain<2, 3, 1> { data: spiral(10), eval: spiral(10), epochs: 5, allow: unfinished }
        }
        pub mod other {
            //! Another one of the same name.
            neuralatex::train! {
                pub model Iris<2, 1> { data: xor(10), epochs: 3, checkpoint: "models/other.safetensors" }
            }
        }
        "#,
    );
    let rows = (0..12).map(|n| format!("{n}.5,{}.25,{}\n", n * 7 % 12, ["a", "b"][n % 2]));
    let table: String = rows.collect();
    scratch.write("flowers/iris.csv", &format!("width,length,kind\n{table}"));
    scratch.write(
        "flowers/examples/petal.rs",
        r#"
        //! A text.
        neuralatex::train! {
            pub model Petal<2, 3, 1> {
                data: moons(10), optimizer: sgd(0.1), epochs: 4, checkpoint: "models/petal.txt",
            }
        }
        fn main() { println!("{}", Petal::DIGEST); }
        "#,
    );
    scratch.write(
        "flowers/tests/leaf.rs",
        r#"
        //! In a test.
        neuralatex::train! {
            pub model Leaf<2, 1> { data: moons(10), epochs: 2, checkpoint: "models/leaf.safetensors" }
        }
        "#,
    );
    scratch.write(
        "by-script/build.rs",
        r#"
        use neuralatex_core::prelude::*;
        fn main() -> Result<()> {
            model("Ring", [2, 4, 1]).data(circles(20)).epochs(5).checkpoint("ring.safetensors").compile()?;
            let moon = model("Moon", [2, 4, 1]).data(moons(20)).restarts(3).epochs(4);
            moon.checkpoint("deep/down/moon.safetensors").train()?.compile()
        }
        "#,
    );
    scratch.write(
        "by-script/src/lib.rs",
        r#"
        include!(concat!(env!("OUT_DIR"), "/ring.rs"));
        include!(concat!(env!("OUT_DIR"), "/moon.rs"));
        "#,
    );
    scratch
}
