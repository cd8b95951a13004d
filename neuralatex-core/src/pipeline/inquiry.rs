//! What `cargo neuralatex` wants to know. It has Cargo check a workspace with `NEURALATEX_TASK` set, and
//! each door answers with a file for each model, in the folder that this names:
//!
//! ```text
//! NEURALATEX_TASK=list:/folder           every model, as a build would have it
//! NEURALATEX_TASK=save:/folder           also what a checkpoint should hold
//! NEURALATEX_TASK=verify:/folder         the same, trained from its start weights, for this alone
//! NEURALATEX_TASK=export:/folder         what a training elsewhere needs; nothing is trained
//! ```
//! A model that fails is told of, too, and zeros take its place: others are asked for as well.

mod answer;

use std::fs;
use std::path::PathBuf;

use super::export::exported;
use super::ship::{ship, types};
use super::train;
use crate::environment::{pass_over, variable};
use crate::error::{Error, Field, Result};
use crate::export::Export;
use crate::report::Door;
use crate::shipped::Shipped;
use crate::spec::Model;
use crate::store::Store;
use crate::surroundings::{crate_name, is_in_editor, is_of_dependency};
use crate::trained::Trained;
use answer::Answer;

pub(super) const NAME: &str = "NEURALATEX_TASK";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verb {
    List,
    Save,
    Verify,
    Export,
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
            "export" => Some(Verb::Export),
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
        if self.verb == Verb::Export {
            return or_zeros(self.export(&model, door)?, &model);
        }
        let shipped = match self.wanted(&model) {
            Some(path) => self
                .train(model.clone())
                .map(|trained| (Shipped::from(&trained), Some(trained.content(&path)))),
            None => ship(model.clone(), door).map(|shipped| (shipped, None)),
        };
        let answer = match &shipped {
            Ok((shipped, content)) => Answer::of(&model, door, shipped, content.as_deref()),
            Err(error) => Answer::of_failed(&model, door, error),
        };
        let state = (self.verb == Verb::List).then(|| answer::state_of(&model));
        answer.in_state(state.flatten()).write(&self.folder)?;
        or_zeros(shipped.map(|(shipped, _)| shipped), &model)
    }

    /// What takes the place of a model where nothing is trained, after the answer is written, and after the
    /// export if the model is named.
    fn export(&self, model: &Model, door: Door) -> Result<Result<Shipped>> {
        let shipped = match self.names(model) {
            true => self
                .write(model)
                .map(|(zeros, folder)| (zeros, Some(folder))),
            false => types(model).map(|shipped| (shipped, None)),
        };
        let answer = match &shipped {
            Ok((shipped, folder)) => {
                Answer::of(model, door, shipped, None).exported(folder.as_deref())
            }
            Err(error) => Answer::of_failed(model, door, error),
        };
        answer.write(&self.folder)?;
        Ok(shipped.map(|(shipped, _)| shipped))
    }

    /// Exports a model into a folder of the question: zeros in its place, and the folder.
    fn write(&self, model: &Model) -> Result<(Shipped, PathBuf)> {
        let (plan, rows) = exported(model)?;
        let export = Export::of(model, &plan, &rows)?;
        let folder = self.folder.join(export.digest());
        if !folder.exists() {
            let own = folder.with_extension(std::process::id().to_string());
            export.write(&own)?;
            // The same model of another target may be there by now.
            if fs::rename(&own, &folder).is_err() {
                let _ = fs::remove_dir_all(&own);
            }
        }
        drop(export);
        let zeros = model.untrained((plan, rows));
        Ok((Shipped::placeholder(&zeros), folder))
    }

    /// The checkpoint of a model, if its content is asked for.
    fn wanted(&self, model: &Model) -> Option<PathBuf> {
        let has_content = matches!(self.verb, Verb::Save | Verb::Verify);
        let path = model.checkpoint.clone();
        path.filter(|_| has_content && self.names(model))
    }

    /// Whether a model is asked for: all are, unless a file names some.
    fn names(&self, model: &Model) -> bool {
        let full = format!("{}::{}", crate_name().unwrap_or_default(), model.name);
        // Of the name of a package Rust makes another one.
        let plain = |name: &str| name.replace('-', "_");
        let is_it = |line: &str| line == model.name || plain(line) == plain(&full);
        let is_named = |text: String| text.lines().any(is_it);
        fs::read_to_string(self.folder.join("models")).map_or(true, is_named)
    }

    /// A model of a script that goes on with it, and may write its code itself: what is told of it is a
    /// draft. One whose checkpoint cannot be used goes on without: the script may have others.
    pub(super) fn script(&self, model: Model) -> Result<Trained> {
        if self.verb == Verb::Export && self.names(&model) {
            self.export(&model, Door::BuildScript)??;
            // It may write the numbers that it goes on with, and there are none.
            return Err(Error::exported());
        }
        let is_refused = |error: &Error| {
            let mut problems = error.problems().iter();
            problems.any(|problem| problem.field() == Field::Checkpoint)
        };
        let trained = match self.train(model.clone()) {
            Err(error) if is_refused(&error) => {
                let mut other = model.clone();
                other.checkpoint = None;
                self.train(other).map_err(|_| error)
            }
            trained => trained,
        };
        match trained {
            Ok(mut trained) => {
                trained.model.checkpoint = model.checkpoint;
                let shipped = Shipped::from(&trained);
                let content = self.content(&trained);
                let answer = self.found(&trained, Door::BuildScript, &shipped, content.as_deref());
                answer.drafted().write(&self.folder)?;
                Ok(trained)
            }
            Err(error) => {
                let state = (self.verb == Verb::List).then(|| answer::state_of(&model));
                let answer = Answer::of_failed(&model, Door::BuildScript, &error);
                let answer = answer.in_state(state.flatten());
                answer.drafted().write(&self.folder)?;
                Err(error)
            }
        }
    }

    /// A model as a build has it or, where its content is asked for, as its file should be, whatever is
    /// in that.
    fn train(&self, mut model: Model) -> Result<Trained> {
        let wanted = self.wanted(&model);
        // One of its own, which begins empty: several targets of a crate have the same models.
        let store = match self.verb == Verb::Verify && wanted.is_some() {
            true => Store::for_now(self.folder.join("store")),
            false => Store::open(true),
        };
        model.checkpoint = model.checkpoint.filter(|_| wanted.is_none());
        train(model, store.as_ref())
    }

    /// Answers for a model that such a script has trained and compiled.
    pub(crate) fn tell(&self, trained: &Trained, shipped: Shipped, door: Door) -> Result<()> {
        let content = self.content(trained);
        let answer = self.found(trained, door, &shipped, content.as_deref());
        answer.write(&self.folder)
    }

    /// What the checkpoint of a model should hold, if that is asked for.
    fn content(&self, trained: &Trained) -> Option<Vec<u8>> {
        let path = self.wanted(&trained.model)?;
        Some(trained.content(&path))
    }

    fn found<'t>(
        &self,
        trained: &'t Trained,
        door: Door,
        shipped: &'t Shipped,
        content: Option<&'t [u8]>,
    ) -> Answer<'t> {
        let Trained {
            model, plan, rows, ..
        } = trained;
        let state = (self.verb == Verb::List).then(|| answer::state(model, plan, rows));
        Answer::of(model, door, shipped, content).in_state(state.flatten())
    }
}

/// A model, or after an error zeros in its place.
fn or_zeros(shipped: Result<Shipped>, model: &Model) -> Result<Shipped> {
    shipped.or_else(|error| match model.placeholder() {
        Some(zeros) => Ok(Shipped::placeholder(&zeros)),
        None => Err(error),
    })
}
