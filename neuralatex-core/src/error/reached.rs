//! What is told of a training that has reached its budget: how far it came, and what to do about it.

use super::{Error, Field, counted};

/// How far a training came.
#[derive(Clone, Debug)]
pub(crate) struct Reached<'m> {
    pub(crate) model: &'m str,
    /// What it may take, and whether the environment says so.
    pub(crate) limit: String,
    pub(crate) by_variable: bool,
    /// Epochs, of all restarts.
    pub(crate) done: usize,
    pub(crate) epochs: usize,
    pub(crate) restarts: usize,
    /// What it took, and what all of it would.
    pub(crate) time: String,
    pub(crate) whole: String,
    pub(crate) is_kept: bool,
    pub(crate) is_build: bool,
}

impl Error {
    pub(crate) fn over_budget(reached: &Reached<'_>) -> Error {
        let Reached {
            model,
            limit,
            done,
            epochs,
            time,
            whole,
            ..
        } = reached;
        let whose = match reached.by_variable {
            true => "`NEURALATEX_BUDGET`",
            false => "its budget",
        };
        let restarts = match reached.restarts {
            1 => String::new(),
            restarts => format!(" of {}", counted(restarts, "restart")),
        };
        let next = if reached.is_build {
            "build"
        } else {
            "training"
        };
        let kept = match reached.is_kept {
            true => format!(" What is done is kept: the next {next} goes on from there."),
            false => String::new(),
        };
        let message = format!(
            "training ended at {whose} of {limit}, after epoch {done} of {epochs}{restarts} and {time}; the whole would take {whole}.{kept} \
             Train it once without a limit and commit a checkpoint (`cargo neuralatex save {model}`), or on a \
             larger machine (`cargo neuralatex export {model}`), or lower `epochs`, or raise `budget` or `NEURALATEX_BUDGET`"
        );
        Error::new(Field::Budget, message)
    }

    /// Somebody else has trained the same for all of the time that there was.
    pub(crate) fn taken(time: &str) -> Error {
        let message = format!(
            "another build has been training this model for {time}, all of the budget of this one: wait \
             until it is done, or raise `budget` or `NEURALATEX_BUDGET`"
        );
        Error::new(Field::Budget, message)
    }
}
