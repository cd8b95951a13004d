//! What is told of one model: a file of JSON and, beside it, what its checkpoint should hold.

use std::path::{Path, PathBuf};

use crate::attempt::{Rows, Start};
use crate::digest::sha256;
use crate::environment::variable;
use crate::error::{Error, Result};
use crate::key::Keys;
use crate::pipeline::resume::resume;
use crate::pipeline::{prepare, trains_again};
use crate::report::{Door, page};
use crate::shipped::Shipped;
use crate::spec::{Model, check};
use crate::store::Store;
use crate::surroundings::crate_name;
use crate::training::checkpoint::{Format, Reason, Refused};
use crate::training::plan::Plan;
use crate::{files, json};

/// What a checkpoint is to a build.
pub(super) struct State {
    words: String,
    /// Why a build would fail with it.
    refusal: Option<Error>,
}

pub(super) struct Answer<'m> {
    model: &'m Model,
    door: Door,
    shipped: Result<&'m Shipped, &'m Error>,
    content: Option<&'m [u8]>,
    state: Option<State>,
    /// The folder of an export.
    export: Option<&'m Path>,
    is_draft: bool,
}

impl<'m> Answer<'m> {
    pub(super) fn of(
        model: &'m Model,
        door: Door,
        shipped: &'m Shipped,
        content: Option<&'m [u8]>,
    ) -> Answer<'m> {
        Answer {
            model,
            door,
            shipped: Ok(shipped),
            content,
            state: None,
            export: None,
            is_draft: false,
        }
    }

    pub(super) fn of_failed(model: &'m Model, door: Door, error: &'m Error) -> Answer<'m> {
        Answer {
            model,
            door,
            shipped: Err(error),
            content: None,
            state: None,
            export: None,
            is_draft: false,
        }
    }

    /// With what its checkpoint is to a build.
    pub(super) fn in_state(self, state: Option<State>) -> Answer<'m> {
        Answer { state, ..self }
    }

    /// With where it was exported to.
    pub(super) fn exported(self, export: Option<&'m Path>) -> Answer<'m> {
        Answer { export, ..self }
    }

    /// Of a model that was trained, and may not be shipped. Where one of its name is, this does not count.
    pub(super) fn drafted(self) -> Answer<'m> {
        Answer {
            is_draft: true,
            ..self
        }
    }

    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        let text = |text: &str| json::string(text);
        let path = |path: &Path| text(&path.to_string_lossy());
        let variable = |name| variable(name).unwrap_or_default();
        let (name, door) = (&self.model.name, self.door);
        let mut members = vec![
            ("crate", text(&crate_name().unwrap_or_default())),
            ("package", text(&variable("CARGO_PKG_NAME"))),
            ("manifest", text(&variable("CARGO_MANIFEST_DIR"))),
            ("door", text(door.name())),
            ("model", text(name)),
        ];
        if let Some(checkpoint) = &self.model.checkpoint {
            members.push(("checkpoint", path(&files::in_crate(checkpoint))));
        }
        if let Some(weights) = &self.model.weights {
            members.push(("weights", path(&files::in_crate(weights))));
        }
        if let Some(folder) = self.export {
            members.push(("export", path(folder)));
        }
        // A model of the same name in another module is another one; one in another target is not.
        let mut id = json::object(members.clone());
        // What a script goes on with instead is nothing that a build would have.
        let refusal = self.state.as_ref().and_then(|state| state.refusal.as_ref());
        match refusal.map_or(self.shipped, Err) {
            Ok(shipped) => {
                id += &shipped.stamp;
                let facts = shipped.facts.iter();
                let facts = facts.map(|(name, value)| format!("{}:{}", text(name), text(value)));
                let facts: Vec<String> = facts.collect();
                members.push(("facts", format!("{{{}}}", facts.join(","))));
                // There are pages of those that are shipped.
                if !self.is_draft
                    && let Some(page) = page(name, &shipped.stamp, door)
                {
                    members.push(("page", path(&page)));
                }
                if let Some(record) = record(shipped) {
                    members.push(("record", path(&record)));
                }
            }
            Err(error) => {
                id += &specified(self.model).unwrap_or_else(|| error.to_string());
                let problems = error.problems().iter();
                let messages = problems.map(|problem| text(problem.message()));
                members.push(("errors", json::list(messages)));
            }
        }
        let id = sha256(id.as_bytes());
        let file = folder.join(format!("{id}.json"));
        // It may have been compiled before it was trained once more.
        if self.is_draft && file.exists() {
            return Ok(());
        }
        if let Some(content) = self.content {
            let beside = folder.join(format!("{id}.checkpoint"));
            files::write_lightly(&beside, content)?;
            members.push(("content", path(&beside)));
        }
        if let Some(state) = &self.state {
            members.push(("state", text(&state.words)));
        }
        if self.is_draft {
            members.push(("draft", "true".to_string()));
        }
        files::write_lightly(&file, json::object(members).as_bytes())
    }
}

/// What tells a model that failed from others of its name: two targets of a crate may come to different ends
/// with the same one.
fn specified(model: &Model) -> Option<String> {
    let keys = Keys::before_rows(model, &check::rates(model))?;
    Some(keys.code.digest)
}

/// Where the store has the numbers, if it has them.
fn record(shipped: &Shipped) -> Option<PathBuf> {
    Some(Store::open(true)?.record(shipped.fact("training")?))
}

/// What the checkpoint of a model is to a build, if it names one and its rows can be read.
pub(super) fn state_of(model: &Model) -> Option<State> {
    model.checkpoint.as_ref()?;
    let (plan, rows) = prepare(model, check::rates(model)).ok()?;
    state(model, &plan, &rows)
}

pub(super) fn state(model: &Model, plan: &Plan, rows: &Rows) -> Option<State> {
    let path = model.checkpoint.as_ref()?;
    let origin = rows.origin(plan, plan.seed, model.restarts, model.normalize);
    let mut refusal = None;
    let words = match resume(&origin, rows, path) {
        Ok(Start::Weights) => "missing".to_string(),
        // A text does not tell what it is from.
        Ok(Start::Complete(..)) if Format::of(path) == Format::Text => "complete".to_string(),
        Ok(Start::Complete(..)) => "up to date".to_string(),
        Ok(Start::Checkpoint(checkpoint)) => {
            format!("{} of {} epochs", checkpoint.losses.len(), plan.epochs())
        }
        Err(Refused { error, reason }) => {
            refusal = Some(error).filter(|_| reason != Reason::Stale || !trains_again());
            reason.words().to_string()
        }
    };
    Some(State { words, refusal })
}
