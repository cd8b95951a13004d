//! Warnings, each told once for each process.
//!
//! They go to standard error, which the compiler passes on for a macro. Cargo hides what build
//! scripts write there, so for these they are warnings that Cargo shows.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What was told in this process.
struct Told {
    to_cargo: bool,
    warnings: Vec<Warning>,
}

struct Warning {
    message: String,
    /// The variable of the environment that it follows from.
    variable: Option<&'static str>,
}

static TOLD: Mutex<Told> = Mutex::new(Told {
    to_cargo: false,
    warnings: Vec::new(),
});

fn told() -> MutexGuard<'static, Told> {
    TOLD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells a message of one line, which may follow from a variable of the environment.
pub(crate) fn tell(message: String, variable: Option<&'static str>) {
    let mut told = told();
    if told.warnings.iter().any(|told| told.message == message) {
        return;
    }
    let warning = Warning { message, variable };
    match told.to_cargo {
        true => warning.for_cargo(),
        false => eprintln!("neuralatex: {}", warning.message),
    }
    told.warnings.push(warning);
}

/// The variables that warnings of this process follow from: Cargo repeats these until one changes, if it is
/// told of it.
pub fn variables_of_warnings() -> Vec<&'static str> {
    let mut variables: Vec<&str> = told()
        .warnings
        .iter()
        .filter_map(|it| it.variable)
        .collect();
    variables.sort_unstable();
    variables.dedup();
    variables
}

/// From now on Cargo listens on standard output; it gets what it has hidden until now.
pub(crate) fn tell_cargo() {
    let mut told = told();
    if !told.to_cargo {
        told.to_cargo = true;
        told.warnings.iter().for_each(Warning::for_cargo);
    }
}

/// One line for Cargo, whatever is in the text: another line would be another order.
pub(crate) fn tell_cargo_of(key: &str, text: &str) {
    println!("cargo::{key}={}", text.replace(['\n', '\r'], " "));
}

impl Warning {
    fn for_cargo(&self) {
        tell_cargo_of("warning", &self.message);
        // Cargo repeats a warning until the script runs again.
        if let Some(variable) = self.variable {
            println!("cargo::rerun-if-env-changed={variable}");
        }
    }
}
