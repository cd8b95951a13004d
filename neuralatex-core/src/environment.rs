//! Variables of the environment, and what is told of values that make no sense.
//!
//! That goes to standard error. Cargo hides what build scripts write there, so for these it is a
//! warning that Cargo shows.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What was told in this process: each variable once.
struct Told {
    to_cargo: bool,
    /// Variables, and what is wrong with them.
    values: Vec<(&'static str, String)>,
}

static TOLD: Mutex<Told> = Mutex::new(Told {
    to_cargo: false,
    values: Vec::new(),
});

fn told() -> MutexGuard<'static, Told> {
    TOLD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The value of a variable, if it is set and not empty.
pub(crate) fn variable(name: &str) -> Option<String> {
    let value = std::env::var_os(name)?.to_string_lossy().into_owned();
    (!value.is_empty()).then_some(value)
}

/// Tells that a value is passed over, and what was expected.
pub(crate) fn pass_over(name: &'static str, value: &str, expected: &str) {
    let mut told = told();
    if told.values.iter().any(|(earlier, _)| *earlier == name) {
        return;
    }
    // A line for Cargo is one line.
    let message = format!("{name} is `{}`, {expected}", value.escape_debug());
    match told.to_cargo {
        true => warn(name, &message),
        false => eprintln!("neuralatex: {message}"),
    }
    told.values.push((name, message));
}

/// From now on Cargo listens on standard output; it gets what it has hidden until now.
pub(crate) fn tell_cargo() {
    let mut told = told();
    if !told.to_cargo {
        told.to_cargo = true;
        told.values
            .iter()
            .for_each(|(name, message)| warn(name, message));
    }
}

fn warn(name: &str, message: &str) {
    println!("cargo::warning={message}");
    // Cargo repeats a warning until the script runs again.
    println!("cargo::rerun-if-env-changed={name}");
}
