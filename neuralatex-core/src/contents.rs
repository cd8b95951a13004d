//! What is in the files of a model: the SHA-256 of each.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::files;
use crate::remembered::Remembered;
use crate::spec::Model;
use crate::surroundings::is_in_editor;

/// The files of a model as they were at one time.
#[derive(PartialEq, Debug)]
pub(crate) struct Contents(Vec<(PathBuf, Content)>);

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Content {
    /// In hexadecimal.
    Digest(String),
    Missing,
    /// Or larger than it may be.
    Unreadable,
}

impl Contents {
    /// As they are now.
    pub(crate) fn of(model: &Model) -> Contents {
        let sources = model.data.iter().chain(&model.eval);
        let files = sources.flat_map(|source| {
            let limit = source.limit();
            source.files().into_iter().map(move |path| (path, limit))
        });
        let networks = model.checkpoint.iter().chain(&model.weights);
        let networks = networks.map(|path| (path.clone(), files::MOST_OF_WEIGHTS));
        let contents = files.chain(networks).map(|(path, limit)| {
            let content = content(&files::in_crate(&path), limit);
            (path, content)
        });
        Contents(contents.collect())
    }

    pub(crate) fn get(&self, path: &Path) -> &Content {
        let found = self.0.iter().find(|(other, _)| other == path);
        found.map_or(&Content::Missing, |(_, content)| content)
    }

    /// The digest of a file that could be read.
    pub(crate) fn digest(&self, path: &Path) -> Option<&str> {
        match self.get(path) {
            Content::Digest(digest) => Some(digest),
            _ => None,
        }
    }
}

fn content(path: &Path, limit: u64) -> Content {
    if path.try_exists().is_ok_and(|exists| !exists) {
        return Content::Missing;
    }
    let digest = match files::size_of_ordinary(path) {
        Ok(size) if size <= limit => match is_in_editor() {
            true => remembered(path),
            false => files::digest(path).ok(),
        },
        _ => None,
    };
    digest.map_or(Content::Unreadable, Content::Digest)
}

/// An editor expands at every key, and a file may be large: it is read again when its size or its time has
/// changed.
fn remembered(path: &Path) -> Option<String> {
    static KNOWN: Remembered<(PathBuf, u64, SystemTime), String> = Remembered::nothing();
    let found = fs::metadata(path).ok()?;
    let seen = (path.to_path_buf(), found.len(), found.modified().ok()?);
    if let Some(digest) = KNOWN.get(&seen) {
        return Some(digest);
    }
    let digest = files::digest(path).ok()?;
    KNOWN.put(seen, digest.clone());
    Some(digest)
}

#[cfg(test)]
mod tests {
    use super::{Content, Contents, remembered};
    use crate::files;
    use crate::prelude::*;
    use std::fs::{self, File};
    use std::time::{Duration, SystemTime};

    /// A file of many gigabytes would be waited for, only to be refused.
    #[test]
    fn what_is_larger_than_any_network_is_not_read() {
        let path = std::env::temp_dir().join(format!("neuralatex-large-{}", std::process::id()));
        let file = File::create(&path).unwrap();
        file.set_len(files::MOST_OF_WEIGHTS + 1).unwrap();
        let model = model("Large", [2, 1]).data(spiral(5));
        for model in [model.clone().weights(&path), model.checkpoint(&path)] {
            assert_eq!(*Contents::of(&model).get(&path), Content::Unreadable);
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn an_editor_reads_a_file_again_when_it_has_changed() {
        let path = std::env::temp_dir().join(format!("neuralatex-seen-{}", std::process::id()));
        let write = |text: &str, seconds: u64| {
            fs::write(&path, text).unwrap();
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            let file = File::options().write(true).open(&path).unwrap();
            file.set_modified(time).unwrap();
            remembered(&path).unwrap()
        };
        let first = write("one", 1);
        assert_eq!(write("two", 1), first, "it is not read again");
        let second = write("two", 2);
        assert_ne!(second, first);
        assert_ne!(write("three", 2), second);
        fs::remove_file(&path).unwrap();
        assert_eq!(remembered(&path), None);
    }
}
