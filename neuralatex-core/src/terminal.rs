//! Lines for whoever sits at the terminal.
//!
//! What a macro or a build script writes to standard error is kept by Cargo and shown again at every
//! build, or not at all. The terminal itself is there in both, if there is one.

use std::fs::{File, OpenOptions};
use std::io::Write;

use crate::environment;
use crate::surroundings::is_in_editor;

/// Tells a line in the style of Cargo's own, once. Without a terminal, and in CI, there is nobody to
/// tell.
pub(crate) fn tell(verb: &str, message: &str) {
    let Some(mut terminal) = open() else {
        return;
    };
    let verb = self::verb(verb, GREEN);
    // Over Cargo's bar, which it draws again. Whoever cannot be told is not.
    let _ = terminal.write_all(format!("\r\x1b[2K{verb} {message}\n").as_bytes());
}

/// What Cargo has done, and what it is doing.
const GREEN: u8 = 32;
pub(crate) const CYAN: u8 = 36;

/// A verb as Cargo writes it.
pub(crate) fn verb(verb: &str, colour: u8) -> String {
    match environment::variable("NO_COLOR").is_some() {
        true => format!("{verb:>12}"),
        false => format!("\x1b[1;{colour}m{verb:>12}\x1b[0m"),
    }
}

/// Whether others have the terminal: writing to it may stop whoever is in the background.
fn is_in_background() -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/stat") else {
        return false;
    };
    // Behind the name, which may hold anything: state, parent, group, session, terminal, its group.
    let fields = status.rsplit(')').next().unwrap_or_default();
    let fields: Vec<&str> = fields.split_whitespace().collect();
    fields.get(2) != fields.get(5)
}

/// The terminal, if somebody sits there who may be told something. An editor has its own use for one.
pub(crate) fn open() -> Option<File> {
    if environment::variable("CI").is_some() || is_in_editor() {
        return None;
    }
    open_if_any()
}

/// The terminal, if there is one.
pub(crate) fn open_if_any() -> Option<File> {
    if is_in_background() {
        return None;
    }
    let path = if cfg!(windows) { "CONOUT$" } else { "/dev/tty" };
    OpenOptions::new().write(true).open(path).ok()
}
