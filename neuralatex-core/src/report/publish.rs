//! Reports as builds write them: below the target directory, when there is something new to draw.
//!
//! A report is nothing that a build depends on. Where it cannot be written, that is a warning.

use std::fs::{self, File as Handle, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::page::index::{Summary, index};
use super::place;
use super::stamp::{self, Stamp};
use super::{File, report};
use crate::error::Result;
use crate::trained::Trained;
use crate::{files, terminal, warning};

/// Who ships a model: a crate may have models of one name from both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Door {
    /// `train!`
    Macro,
    /// `compile`
    BuildScript,
}

impl Door {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Door::Macro => "macro",
            Door::BuildScript => "build-script",
        }
    }
}

/// Whether the report of a model is there and has this stamp, or none is wanted.
pub(crate) fn is_published(name: &str, stamp: &str, door: Door) -> bool {
    place::folders().is_none_or(|(root, of_crate)| {
        let folder = claim(&of_crate, &place::folder_name(name), stamp, door);
        is_current(&root, &folder, stamp)
    })
}

/// The page of a model, if reports are wanted.
pub(crate) fn page(name: &str, stamp: &str, door: Door) -> Option<PathBuf> {
    let (_, of_crate) = place::folders()?;
    Some(claim(&of_crate, &place::folder_name(name), stamp, door).join(INDEX))
}

impl Trained {
    /// Writes the report of the model, which gets this stamp, below the target directory, unless
    /// `NEURALATEX_REPORT` is `off`.
    pub(crate) fn publish(&self, stamp: &str, door: Door) {
        let Some((root, of_crate)) = place::folders() else {
            return;
        };
        let folder = claim(&of_crate, &place::folder_name(self.name()), stamp, door);
        match publish(self, &root, &folder, stamp, door) {
            Ok(false) => {}
            Ok(true) => {
                let page = folder.join("index.html");
                terminal::tell("Report", &page.display().to_string());
            }
            Err(error) => {
                let message = error
                    .problems()
                    .first()
                    .map_or("", |problem| problem.message());
                let message = message.replace('\n', " ");
                let what = "the model is not affected; NEURALATEX_REPORT=off leaves reports out";
                warning::tell(
                    format!("no report of `{}`: {message}; {what}", self.name()),
                    &[],
                );
            }
        }
    }
}

/// The page over all models.
const INDEX: &str = "index.html";

fn is_current(root: &Path, folder: &Path, key: &str) -> bool {
    let stamp = Stamp::read(folder).filter(|stamp| stamp.key == key);
    stamp.is_some_and(|stamp| stamp.is_whole(folder)) && root.join(INDEX).is_file()
}

/// Whether there was something to write.
fn publish(trained: &Trained, root: &Path, folder: &Path, key: &str, door: Door) -> Result<bool> {
    files::make_folder(folder)?;
    if is_current(root, folder, key) {
        return Ok(false);
    }
    let report = report(trained);
    // The same crate may be compiled twice at once, as a library and for its tests.
    let _lock = lock(root);
    if is_current(root, folder, key) {
        return Ok(false);
    }
    let before = Stamp::read(folder);
    let path = folder.join(stamp::NAME);
    // Until all is written, the folder is nobody's.
    let _ = fs::remove_file(&path);
    write(folder, &report)?;
    let mut told = facts(trained);
    told.push(("door".to_string(), door.name().to_string()));
    let after = Stamp {
        key: key.to_string(),
        files: report.into_iter().map(|file| file.path).collect(),
        told,
    };
    for gone in before.map(|stamp| stamp.files).unwrap_or_default() {
        if !after.files.contains(&gone) {
            let _ = fs::remove_file(folder.join(gone));
        }
    }
    files::write_lightly(&path, after.text().as_bytes())?;
    let all = index(&summaries(root));
    files::write_lightly(&root.join(INDEX), all.as_bytes())?;
    Ok(true)
}

/// What there is, in the order of crates and models.
fn summaries(root: &Path) -> Vec<Summary> {
    let mut summaries = Vec::new();
    for name in files::names(root) {
        let folder = root.join(name);
        for model in files::names(&folder) {
            summaries.extend(summary(&folder.join(model)));
        }
    }
    summaries
}

/// What the stamp of a folder tells, if it has one.
fn summary(folder: &Path) -> Option<Summary> {
    let stamp = Stamp::read(folder)?;
    let name = |folder: &Path| Some(folder.file_name()?.to_string_lossy().into_owned());
    let count = |name| stamp.value(name)?.parse().ok();
    Some(Summary {
        crate_name: name(folder.parent()?)?,
        folder: name(folder)?,
        name: stamp.value("name")?.to_string(),
        is_evaluated: stamp.value("evaluated").is_some(),
        layers: stamp.value("layers")?.to_string(),
        parameters: count("parameters")?,
        epochs: count("epochs")?,
        rows: count("rows")?,
        accuracy: stamp.value("accuracy").and_then(|value| value.parse().ok()),
        loss: stamp.value("loss").and_then(|value| value.parse().ok()),
        is_given: stamp.value("weights").is_some(),
    })
}

/// Writes the files of a report into a folder.
pub(super) fn write(folder: &Path, report: &[File]) -> Result<()> {
    for file in report {
        let path = folder.join(&file.path);
        if let Some(folder) = path.parent() {
            files::make_folder(folder)?;
        }
        files::write_lightly(&path, &file.content)?;
    }
    Ok(())
}

/// What lists of models tell of one.
pub(crate) fn facts(trained: &Trained) -> Vec<(String, String)> {
    let sizes: Vec<String> = trained.model.layers.iter().map(usize::to_string).collect();
    let last = trained.losses().last().copied();
    let mut told = vec![
        ("name", trained.name().to_string()),
        ("layers", sizes.join("-")),
        ("parameters", trained.model.parameters().to_string()),
        ("epochs", trained.losses().len().to_string()),
        ("rows", trained.trained_on().to_string()),
        ("digest", trained.digest()),
        ("way", way(trained.losses())),
    ];
    if let Some(loss) = trained.loss().or(last) {
        told.push(("loss", format!("{loss:?}")));
    }
    if let Some(file) = trained.given() {
        // A fact is a line.
        told.push(("weights", file.replace('\n', " ")));
    }
    if let Some(rows) = trained.evaluated() {
        told.push(("evaluated", rows.to_string()));
    }
    if let Some(keys) = &trained.keys {
        told.push(("training", keys.training.digest.clone()));
    }
    if let Some(accuracy) = trained.accuracy() {
        told.push(("accuracy", format!("{accuracy:?}")));
    }
    if let Some(floats) = trained.evaluation_of_floats() {
        told.push(("not_quantized.loss", format!("{:?}", floats.loss)));
        if let Some(accuracy) = floats.accuracy() {
            told.push(("not_quantized.accuracy", format!("{accuracy:?}")));
        }
    }
    let owned = |(name, value): (&str, String)| (name.to_string(), value);
    told.into_iter().map(owned).collect()
}

/// Some of the epochs, evenly spaced, with the loss of each, the first and the last among them:
/// `1:0.98 35:0.5`.
fn way(losses: &[f64]) -> String {
    const MOST: usize = 200;
    let count = losses.len().min(MOST);
    let place = |n: usize| n * (losses.len() - 1) / (count - 1).max(1);
    let each = (0..count).map(|n| format!("{}:{:?}", place(n) + 1, losses[place(n)]));
    let each: Vec<String> = each.collect();
    each.join(" ")
}

/// The folder of a model. Another one of the same name, in another module or from the other door, has
/// a number behind it.
fn claim(of_crate: &Path, name: &str, key: &str, door: Door) -> PathBuf {
    static CLAIMED: Mutex<Vec<(PathBuf, String)>> = Mutex::new(Vec::new());
    let mut claimed = CLAIMED.lock().unwrap_or_else(PoisonError::into_inner);
    let mut number = 1;
    loop {
        let name = match number {
            1 => name.to_string(),
            _ => format!("{name}-{number}"),
        };
        // Names that differ in case only are one name to some file systems.
        let place = of_crate.join(name.to_lowercase());
        let stamp = Stamp::read(&of_crate.join(&name));
        let from = stamp.as_ref().and_then(|stamp| stamp.value("door"));
        if from.is_some_and(|other| other != door.name()) {
            number += 1;
            continue;
        }
        match claimed.iter().find(|(other, _)| *other == place) {
            Some((_, other)) if other != key => number += 1,
            Some(_) => return of_crate.join(name),
            None => {
                claimed.push((place, key.to_string()));
                return of_crate.join(name);
            }
        }
    }
}

/// Held while the files of a report are written, which takes no time: whoever holds it for seconds is
/// not waited for, since files appear whole in any case.
fn lock(root: &Path) -> Option<Handle> {
    let handle = Handle::create(root.join(".lock")).ok()?;
    for _ in 0..250 {
        match handle.try_lock() {
            Ok(()) => return Some(handle),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
            Err(TryLockError::Error(_)) => return None,
        }
    }
    None
}
