//! What a folder holds the report of: a file in it tells from which training and by which code it was
//! drawn, so that nothing is drawn again without need, and what the page over all models says of it.

use std::fs;
use std::path::{Component, Path};

use crate::digest::Sha256;
use crate::trained::Trained;

/// The name of the file.
pub(super) const NAME: &str = ".report";

const FORMAT: &str = "neuralatex report 1";

/// What is told of a folder.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Stamp {
    pub(super) key: String,
    pub(super) files: Vec<String>,
    /// What the page over all models tells, by name.
    pub(super) told: Vec<(String, String)>,
}

impl Stamp {
    /// That of a folder, if it has one.
    pub(super) fn read(folder: &Path) -> Option<Stamp> {
        let text = fs::read_to_string(folder.join(NAME)).ok()?;
        let mut lines = text.lines();
        if lines.next() != Some(FORMAT) {
            return None;
        }
        let mut stamp = Stamp::default();
        for line in lines {
            match line.split_once(' ')? {
                ("key", key) => stamp.key = key.to_string(),
                // What leads out of the folder is none of its files.
                ("file", path) if is_inside(path) => stamp.files.push(path.to_string()),
                ("file", _) => return None,
                (name, value) => stamp.told.push((name.to_string(), value.to_string())),
            }
        }
        Some(stamp)
    }

    pub(super) fn text(&self) -> String {
        let mut lines = vec![FORMAT.to_string(), format!("key {}", self.key)];
        lines.extend(self.files.iter().map(|path| format!("file {path}")));
        lines.extend(
            self.told
                .iter()
                .map(|(name, value)| format!("{name} {value}")),
        );
        lines.join("\n") + "\n"
    }

    /// What is told under a name.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let found = self.told.iter().find(|(other, _)| other == name)?;
        Some(&found.1)
    }

    /// Whether all files are there.
    pub(super) fn is_whole(&self, folder: &Path) -> bool {
        self.files.iter().all(|path| folder.join(path).is_file())
    }
}

fn is_inside(path: &str) -> bool {
    let mut parts = Path::new(path).components();
    parts.all(|part| matches!(part, Component::Normal(_)))
}

/// A digest of all that the files of a report follow from.
pub(crate) fn key(trained: &Trained) -> String {
    let mut digest = Sha256::new();
    let mut part = |bytes: &[u8]| {
        digest.update(&(bytes.len() as u64).to_le_bytes());
        digest.update(bytes);
    };
    // Also of the code that draws.
    part(env!("NEURALATEX_SOURCES").as_bytes());
    part(trained.words.to_string().as_bytes());
    part(trained.model.doc.as_bytes());
    part(trained.digest().as_bytes());
    part(trained.data().digest().as_bytes());
    part(
        trained
            .eval()
            .map(|eval| eval.digest())
            .unwrap_or_default()
            .as_bytes(),
    );
    // Names are no part of what is trained on.
    part(format!("{:?} {:?}", trained.rows.header, trained.rows.task).as_bytes());
    part(&trained.attempt.seed.to_le_bytes());
    let history = &trained.attempt.history;
    let epochs = history.epochs.iter().map(|epoch| epoch.to_le_bytes());
    part(epochs.collect::<Vec<_>>().as_flattened());
    let checkpoint = &trained.attempt.checkpoint;
    for numbers in [
        &history.weights,
        &checkpoint.losses,
        &checkpoint.evaluation_losses,
    ] {
        part(crate::kernels::bytes(numbers));
    }
    digest.finish()
}

#[cfg(test)]
mod tests {
    use super::{FORMAT, NAME, Stamp, key};
    use crate::prelude::*;

    /// The rows are the same, but what is shown is not.
    #[test]
    fn other_names_are_another_report() {
        let name = format!("neuralatex-names-{}.csv", std::process::id());
        let path = std::env::temp_dir().join(name);
        let keys = [
            "x,kind\n1,a\n2,b\n",
            "z,kind\n1,a\n2,b\n",
            "x,kind\n1,a\n2,c\n",
        ];
        let keys = keys.map(|text| {
            std::fs::write(&path, text).unwrap();
            let model = model("Names", [1, 1]).data(csv(&path).label("kind"));
            key(&model.epochs(1).train().unwrap())
        });
        std::fs::remove_file(path).unwrap();
        assert!(keys[0] != keys[1] && keys[0] != keys[2], "{keys:?}");
    }

    #[test]
    fn a_stamp_is_read_as_it_was_written_and_names_files_of_its_folder_only() {
        let folder = std::env::temp_dir().join(format!("neuralatex-stamp-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let write = |text: &str| std::fs::write(folder.join(NAME), text).unwrap();
        let stamp = Stamp {
            key: "abc".to_string(),
            files: vec!["index.html".to_string(), "figures/loss.svg".to_string()],
            told: vec![("name".to_string(), "A model".to_string())],
        };
        write(&stamp.text());
        assert_eq!(Stamp::read(&folder), Some(stamp));
        for line in ["file ../../secret", "file /etc/hosts", "broken"] {
            write(&format!("{FORMAT}\nkey abc\n{line}\n"));
            assert_eq!(Stamp::read(&folder), None, "{line}");
        }
        write("neuralatex report 0\nkey abc\n");
        assert_eq!(Stamp::read(&folder), None);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
