//! A training that is done elsewhere: a folder with the specification, the rows, the start weights, and a
//! script that trains the same network with PyTorch.
//!
//! The specification comes first, with the digests of what follows: so an export that was interrupted is
//! known for one, and so is a copy that is not complete.

mod specification;
mod tensors;

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use crate::attempt::Rows;
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::files;
use crate::nn::init;
use crate::spec::Model;
use crate::training::plan::Plan;
use tensors::Tensors;

/// What a folder has, in the order in which it is written.
pub(crate) const FILES: [&str; 5] = [SPECIFICATION, DATA, START, "train.py", "README.md"];

const SPECIFICATION: &str = "specification.json";
const DATA: &str = "data.safetensors";
const START: &str = "start.safetensors";

/// What the script writes in the end, and what is said of that of an earlier export.
const WEIGHTS: (&str, &str) = (
    "weights.safetensors",
    "`weights.safetensors`, which was there before, is of an earlier export and not of this one; \
     `train.py` will write over it: keep a copy of what is still needed",
);

/// What the script goes on from where it was interrupted, and the same of it.
const STATE: (&str, &str) = (
    "state.safetensors",
    "`state.safetensors`, which was there before, is of a run of an earlier export that was interrupted, and not of \
     this one; `train.py --fresh` will begin anew and write over it: to go on with that run, export its model to \
     another folder, and move the file there",
);

/// What specifications begin with.
const FORMAT: &str = "neuralatex export 1";

/// A training, ready to be written.
pub(crate) struct Export<'t> {
    name: &'t str,
    specification: String,
    tensors: [Tensors<'t>; 2],
}

impl<'t> Export<'t> {
    /// Fails if a start weight is beyond the numbers of the model.
    pub(crate) fn of(model: &Model, plan: &'t Plan, rows: &'t Rows) -> Result<Export<'t>> {
        let weights = init::weights(&plan.init, &plan.layers, plan.seed);
        let is_lost = |weight: &&f64| !plan.precision.round(**weight).is_finite();
        if let Some(weight) = weights.iter().find(is_lost) {
            return Err(Error::start_too_large(*weight, plan.precision.name()));
        }
        let data = Tensors::of_rows(plan.precision, rows);
        let tensors = [data, Tensors::of_network(plan, &weights)];
        let digests = [DATA, START].into_iter().zip(&tensors);
        let digests = digests.map(|(name, tensors)| (name, tensors.digest()));
        Ok(Export {
            name: &plan.name,
            specification: specification::text(model, plan, rows, digests.collect()),
            tensors,
        })
    }

    /// By which it is told from others.
    pub(crate) fn digest(&self) -> String {
        sha256(self.specification.as_bytes())
    }

    /// Writes the files into a folder that holds nothing else.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        check(folder)?;
        files::make_folder(folder)?;
        let text = include_str!("README.md").replace("{model}", self.name);
        let [data, start] = &self.tensors;
        for name in FILES {
            let path = folder.join(name);
            match name {
                DATA => replace(&path, &mut |file| data.write(file)),
                START => replace(&path, &mut |file| start.write(file)),
                SPECIFICATION => files::write(&path, self.specification.as_bytes()),
                "train.py" => files::write(&path, include_bytes!("train.py")),
                _ => readme(&path, &text),
            }?;
        }
        Ok(())
    }
}

fn replace(path: &Path, write: &mut dyn FnMut(&mut File) -> io::Result<()>) -> Result<()> {
    files::replace_by(path, true, write).map_err(|error| Error::write(path, &error))
}

/// Whether an export may be written to a folder: there is none, or it is empty, or an earlier one is there.
pub fn check(folder: &Path) -> Result<()> {
    // What is not there would be written to the current folder.
    if folder.as_os_str().is_empty() {
        return Err(Error::write(folder, &io::Error::other("the path is empty")));
    }
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Error::write(folder, &error)),
    };
    let text = fs::read_to_string(folder.join(SPECIFICATION)).unwrap_or_default();
    if specification::is_ours(&text) {
        return Ok(());
    }
    let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    names.sort_unstable();
    match names.first() {
        Some(name) => Err(Error::no_export(folder, &name.to_string_lossy())),
        None => Ok(()),
    }
}

/// Copies an export to another folder, as it would be written there.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    check(to)?;
    files::make_folder(to)?;
    let [parts @ .., last] = FILES;
    for name in parts {
        let path = from.join(name);
        let mut source = File::open(&path).map_err(|error| Error::read(&path, &error))?;
        replace(&to.join(name), &mut |file| {
            io::copy(&mut source, file).and_then(|_| file.flush())
        })?;
    }
    let path = from.join(last);
    let text = fs::read_to_string(&path).map_err(|error| Error::read(&path, &error))?;
    readme(&to.join(last), &text)
}

/// Writes the last file of an export, which tells of what is none of its own.
fn readme(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    let notes = of_earlier(folder).map(|note| format!("\n{note}.\n"));
    let text = notes.fold(text.to_string(), |text, note| text + &note);
    files::write(path, text.as_bytes())
}

/// What is to be said of the weights and of the state in the folder of an export, if they are of an earlier one.
/// Nobody else takes them away: they may be the work of hours.
pub fn of_earlier(folder: &Path) -> impl Iterator<Item = &'static str> {
    let specification = fs::read(folder.join(SPECIFICATION));
    let digest = specification.map(|text| sha256(&text)).unwrap_or_default();
    // The script tells the digest of the specification before all tensors.
    let is_other = move |path: &Path| {
        let mut head = Vec::new();
        let file = File::open(path);
        let read = file.and_then(|file| file.take(1 << 16).read_to_end(&mut head));
        let mut parts = head.windows(digest.len().max(1));
        read.is_ok() && !digest.is_empty() && !parts.any(|part| part == digest.as_bytes())
    };
    let notes = [WEIGHTS, STATE].map(|(name, note)| (folder.join(name), note));
    let others = notes.into_iter().filter(move |(path, _)| is_other(path));
    others.map(|(_, note)| note)
}
