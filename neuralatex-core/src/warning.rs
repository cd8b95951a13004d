//! Why training is slow, when the kernels could not be compiled beforehand.
//!
//! Cargo shows what the core's build script warns of to those alone who work on the core. So the
//! script leaves its reason behind, and whoever trains something large is told, once for each
//! process: on standard error, which the compiler passes on for a macro; and by a warning of their
//! own build script, of which Cargo shows nothing else.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::kernels;

/// What the build script had to say.
const REASON: Option<&str> = option_env!("NEURALATEX_NOT_PREBUILT");

/// Multiplications of a forward pass that take a second or two without optimisation.
const LARGE: usize = 5_000_000;

static TOLD: AtomicBool = AtomicBool::new(false);

/// Before a training of so many multiplications: tells that it is slow, if it is.
pub(crate) fn before(multiplications: usize) {
    if multiplications >= LARGE
        && let Some(message) = message()
        && !TOLD.swap(true, Ordering::Relaxed)
    {
        eprintln!("{message}");
    }
}

/// Tells Cargo what was told, if anything was.
pub(crate) fn in_build_script() {
    static WARNED: AtomicBool = AtomicBool::new(false);
    if TOLD.load(Ordering::Relaxed)
        && let Some(message) = message()
        && !WARNED.swap(true, Ordering::Relaxed)
    {
        println!("cargo::warning={message}");
    }
}

fn message() -> Option<String> {
    let reason = REASON.filter(|_| kernels::forms().len() == 1)?;
    Some(format!(
        "neuralatex: training is many times slower than it could be, since {reason}"
    ))
}
