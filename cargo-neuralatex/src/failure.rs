//! What keeps a command from being done.

use std::process::ExitCode;

use crate::output::tell;

/// A message for standard error. It says where, what and what to do.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure(message.into())
    }

    /// Wrong usage, or Cargo's failure: models that are not what they should be are no failure of ours.
    pub(crate) fn tell(&self) -> ExitCode {
        tell(&format!("error: {}", self.0));
        ExitCode::from(2)
    }
}
