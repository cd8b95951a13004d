//! What `cargo neuralatex` wants to know. It has Cargo check a workspace with `NEURALATEX_TASK` set, and
//! each door answers with a file for each model, in the folder that this names:
//!
//! ```text
//! NEURALATEX_TASK=list:/folder           every model, as a build would have it
//! NEURALATEX_TASK=save:/folder           also what a checkpoint should hold
//! NEURALATEX_TASK=verify:/folder         the same, trained from its start weights, for this alone
//! ```
//! A model that fails is told of, too, and zeros take its place: others are asked for as well.

mod answer;

use std::fs;
use std::path::PathBuf;

use super::ship::ship;
use super::train;
use crate::environment::{pass_over, variable};
use crate::error::{Error, Field, Result};
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
        let answer = match &shipped {
            Ok((shipped, content)) => Answer::of(&model, door, shipped, content.as_deref()),
            Err(error) => Answer::of_failed(&model, door, error),
        };
        let state = (self.verb == Verb::List).then(|| answer::state_of(&model));
        answer.in_state(state.flatten()).write(&self.folder)?;
        match (shipped, model.placeholder()) {
            (Ok((shipped, _)), _) => Ok(shipped),
            (Err(_), Some(zeros)) => Ok(Shipped::placeholder(&zeros)),
            (Err(error), None) => Err(error),
        }
    }

    /// The checkpoint of a model, if its content is asked for: that of all is, unless a file names some.
    fn wanted(&self, model: &Model) -> Option<PathBuf> {
        let full = format!("{}::{}", crate_name().unwrap_or_default(), model.name);
        // Of the name of a package Rust makes another one.
        let plain = |name: &str| name.replace('-', "_");
        let is_it = |line: &str| line == model.name || plain(line) == plain(&full);
        let is_named = |text: String| text.lines().any(is_it);
        let is_wanted = fs::read_to_string(self.folder.join("models")).map_or(true, is_named);
        let path = model.checkpoint.clone();
        path.filter(|_| self.verb != Verb::List && is_wanted)
    }

    /// A model of a script that goes on with it, and may write its code itself: what is told of it is a
    /// draft. One whose checkpoint cannot be used goes on without: the script may have others.
    pub(super) fn script(&self, model: Model) -> Result<Trained> {
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
