//! The build-script door: train, write the generated source, tell Cargo what to watch.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::data::names::snake_case;
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::files;
use crate::pipeline::Inquiry;
use crate::report::Door;
use crate::shipped::Shipped;
use crate::spec::Model;
use crate::surroundings::is_of_dependency;
use crate::trained::Trained;
use crate::warning;

impl Model {
    /// Trains the model and writes the generated source to `$OUT_DIR/<name>.rs`, the name in
    /// snake case. For build scripts; the crate then has
    /// `include!(concat!(env!("OUT_DIR"), "/spiral.rs"));`.
    ///
    /// Tells Cargo to run the script again when the checkpoint, the weights or a file of data changes; when the script
    /// itself changes, it does so anyway. A script that reads other files prints `cargo::rerun-if-changed=path` for
    /// each of them. [Advice](Trained::advice) is told as warnings. While a checkpoint is named but not there, Cargo
    /// runs the script at every build.
    ///
    /// # Errors
    /// As [`train`](Model::train), and if the file cannot be written or this is no build script.
    pub fn compile(self) -> Result<()> {
        let (name, files) = (self.name.clone(), self.files());
        let folder = out_dir().ok_or_else(|| Error::no_out_dir().in_model(&name))?;
        warning::tell_cargo();
        let shipped = self.ship(Door::BuildScript)?;
        write(&name, &folder, &files, &shipped)
    }
}

impl Trained {
    /// What [`Model::compile`] does after training, for scripts that need the model as well.
    ///
    /// # Errors
    /// If the file cannot be written or this is no build script.
    pub fn compile(&self) -> Result<()> {
        let name = self.name();
        let folder = out_dir().ok_or_else(|| Error::no_out_dir().in_model(name))?;
        warning::tell_cargo();
        let shipped = Shipped::from(self);
        write(name, &folder, &self.files, &shipped)?;
        self.publish(&shipped.stamp, Door::BuildScript);
        match Inquiry::asked() {
            Some(inquiry) => inquiry.tell(self, shipped, Door::BuildScript),
            None => Ok(()),
        }
    }
}

/// Writes the source of a model, and tells Cargo of the files that it follows from.
fn write(name: &str, folder: &OsString, watched: &[PathBuf], shipped: &Shipped) -> Result<()> {
    // Any such line keeps Cargo from watching the whole crate. The script itself needs none:
    // Cargo runs it again whenever it has compiled it again.
    println!("cargo::rerun-if-env-changed=NEURALATEX_LOG");
    println!("cargo::rerun-if-env-changed=NEURALATEX_REPORT");
    // Nobody asks for models of other people's crates.
    if !is_of_dependency() {
        println!("cargo::rerun-if-env-changed=NEURALATEX_TASK");
    }
    for path in watched {
        let path = files::in_crate(path).display().to_string();
        warning::tell_cargo_of("rerun-if-changed", &path);
    }
    for advice in shipped.advice() {
        let message = format!("model `{name}`: {}", advice.message());
        warning::tell_cargo_of("warning", &message);
    }
    let path = Path::new(folder).join(format!("{}.rs", snake_case(name)));
    claim(&path, name, shipped.code())
        .and_then(|()| match &shipped.weights {
            Some((file, content)) => files::write(&Path::new(folder).join(file), content),
            None => Ok(()),
        })
        .and_then(|()| files::write(&path, shipped.code().as_bytes()))
        .map_err(|error| error.in_model(name))
}

/// Where Cargo wants the files of a build script.
fn out_dir() -> Option<OsString> {
    std::env::var_os("OUT_DIR")
}

/// Keeps a second model of this script from writing over the file of a first. The same one may
/// write the same again.
fn claim(path: &Path, name: &str, code: &str) -> Result<()> {
    /// Files, the name of the model of each, and the digest of its code.
    static FILES: Mutex<Vec<(PathBuf, String, String)>> = Mutex::new(Vec::new());
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let digest = sha256(code.as_bytes());
    match files.iter().find(|(other, ..)| other == path) {
        None => {
            files.push((path.to_path_buf(), name.to_string(), digest));
            Ok(())
        }
        Some((_, other, _)) if other != name => Err(Error::same_file(other)),
        Some((_, _, first)) if *first != digest => Err(Error::same_name()),
        Some(_) => Ok(()),
    }
}
