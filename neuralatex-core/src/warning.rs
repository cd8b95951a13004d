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
    /// The variables of the environment that it follows from.
    variables: Vec<&'static str>,
}

static TOLD: Mutex<Told> = Mutex::new(Told {
    to_cargo: false,
    warnings: Vec::new(),
});

fn told() -> MutexGuard<'static, Told> {
    TOLD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells a message of one line, which may follow from variables of the environment.
pub(crate) fn tell(message: String, variables: &[&'static str]) {
    let mut told = told();
    if told.warnings.iter().any(|told| told.message == message) {
        return;
    }
    let variables = variables.to_vec();
    let warning = Warning { message, variables };
    match told.to_cargo {
        true => warning.for_cargo(),
        false => eprintln!("neuralatex: {}", warning.message),
    }
    told.warnings.push(warning);
}

/// The variables that warnings of this process follow from: Cargo repeats these until one changes, if it is
/// told of it.
pub fn variables_of_warnings() -> Vec<&'static str> {
    let told = told();
    let variables = told.warnings.iter().flat_map(|told| &told.variables);
    let mut variables: Vec<&str> = variables.copied().collect();
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
        for variable in &self.variables {
            println!("cargo::rerun-if-env-changed={variable}");
        }
    }
}
