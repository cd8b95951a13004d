//! What `cargo neuralatex` wants to know. It has Cargo check a workspace with `NEURALATEX_TASK` set, and
//! each door answers with a file for each model, in the folder that this names:
//!
//! ```text
//! NEURALATEX_TASK=list:/folder           every model, as a build would have it
//! NEURALATEX_TASK=save:/folder           also what a checkpoint should hold
//! NEURALATEX_TASK=verify:/folder         the same, trained from its start weights without the store
//! ```
//! A model that fails is told of, too, and zeros take its place: others are asked for as well.

use std::fs;
use std::path::{Path, PathBuf};

use super::ship::ship;
use super::train;
use crate::digest::sha256;
use crate::environment::{pass_over, variable};
use crate::error::Result;
use crate::report::{Door, page};
use crate::shipped::Shipped;
use crate::spec::Model;
use crate::store::Store;
use crate::surroundings::{crate_name, is_in_editor, is_of_dependency};
use crate::trained::Trained;
use crate::{files, json};

const NAME: &str = "NEURALATEX_TASK";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verb {
    List,
    Save,
    Verify,
}

pub(crate) struct Inquiry {
    verb: Verb,
    folder: PathBuf,
}

impl Inquiry {
    /// What the environment asks for. Models of other people's crates are not asked for.
    pub(crate) fn asked() -> Option<Inquiry> {
        let value = variable(NAME).filter(|_| !is_in_editor() && !is_of_dependency())?;
        let verb = |name: &str| match name {
            "list" => Some(Verb::List),
            "save" => Some(Verb::Save),
            "verify" => Some(Verb::Verify),
            _ => None,
        };
        let parts = value.split_once(':');
        let inquiry = parts.and_then(|(name, folder)| {
            Some(Inquiry {
                verb: verb(name)?,
                folder: PathBuf::from(folder),
            })
        });
        if inquiry.is_none() {
            pass_over(NAME, &value, "which `cargo neuralatex` does not say");
        }
        inquiry
    }

    /// The model as it is shipped, after the answer is written.
    pub(super) fn answer(&self, model: Model, door: Door) -> Result<Shipped> {
        let shipped = match self.wanted(&model) {
            Some(path) => self
                .train(model.clone())
                .map(|trained| (Shipped::from(&trained), Some(trained.content(&path)))),
            None => ship(model.clone(), door).map(|shipped| (shipped, None)),
        };
        self.write(&model, door, &shipped)?;
        match (shipped, model.placeholder()) {
            (Ok((shipped, _)), _) => Ok(shipped),
            (Err(_), Some(zeros)) => Ok(Shipped::placeholder(&zeros)),
            (Err(error), None) => Err(error),
        }
    }

    /// The checkpoint of a model, if its content is asked for: that of all is, unless a file names some.
    fn wanted(&self, model: &Model) -> Option<PathBuf> {
        let full = format!("{}::{}", crate_name().unwrap_or_default(), model.name);
        let is_named = |text: String| text.lines().any(|line| line == model.name || line == full);
        let is_wanted = fs::read_to_string(self.folder.join("models")).map_or(true, is_named);
        let path = model.checkpoint.clone();
        path.filter(|_| self.verb != Verb::List && is_wanted)
    }

    /// A model of a script that goes on with it. Its checkpoint is what should be in the file, whatever
    /// is.
    pub(super) fn train(&self, mut model: Model) -> Result<Trained> {
        let wanted = self.wanted(&model);
        let has_store = self.verb != Verb::Verify || wanted.is_none();
        let store = Store::open(true).filter(|_| has_store);
        let path = model.checkpoint.clone();
        model.checkpoint = path.clone().filter(|_| wanted.is_none());
        let mut trained = train(model, store.as_ref())?;
        trained.model.checkpoint = path;
        Ok(trained)
    }

    /// Answers for a model that such a script has trained.
    pub(crate) fn tell(&self, trained: &Trained, shipped: Shipped, door: Door) -> Result<()> {
        let content = self.wanted(&trained.model);
        let content = content.map(|path| trained.content(&path));
        self.write(&trained.model, door, &Ok((shipped, content)))
    }

    fn write(
        &self,
        model: &Model,
        door: Door,
        shipped: &Result<(Shipped, Option<Vec<u8>>)>,
    ) -> Result<()> {
        let text = |text: &str| json::string(text);
        let path = |path: &Path| text(&path.to_string_lossy());
        let [manifest, package] =
            ["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME"].map(|name| variable(name).unwrap_or_default());
        let krate = crate_name().unwrap_or_default();
        let key = shipped
            .as_ref()
            .ok()
            .and_then(|(shipped, _)| shipped.fact("training"));
        let key = key.unwrap_or_default();
        let id = [&manifest, &krate, door.name(), &model.name, key].join("\n");
        let id = sha256(id.as_bytes());
        let mut members = vec![
            ("crate", text(&krate)),
            ("package", text(&package)),
            ("manifest", text(&manifest)),
            ("door", text(door.name())),
            ("model", text(&model.name)),
        ];
        if let Some(store) = Store::open(true).filter(|_| !key.is_empty()) {
            members.push(("record", path(&store.record(key))));
        }
        if let Some(checkpoint) = &model.checkpoint {
            members.push(("checkpoint", path(&files::in_crate(checkpoint))));
        }
        match shipped {
            Ok((shipped, content)) => {
                let facts = shipped.facts.iter();
                let facts = facts.map(|(name, value)| format!("{}:{}", text(name), text(value)));
                let facts: Vec<String> = facts.collect();
                members.push(("facts", format!("{{{}}}", facts.join(","))));
                if let Some(page) = page(&model.name, &shipped.stamp, door) {
                    members.push(("page", path(&page)));
                }
                if let Some(bytes) = content {
                    let file = self.folder.join(format!("{id}.checkpoint"));
                    files::write_lightly(&file, bytes)?;
                    members.push(("content", path(&file)));
                }
            }
            Err(error) => {
                let messages = error
                    .problems()
                    .iter()
                    .map(|problem| text(problem.message()));
                members.push(("errors", json::list(messages)));
            }
        }
        let file = self.folder.join(format!("{id}.json"));
        files::write_lightly(&file, json::object(members).as_bytes())
    }
}
