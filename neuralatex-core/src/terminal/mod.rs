//! Lines for whoever sits at the terminal.
//!
//! What a macro or a build script writes to standard error is kept by Cargo and shown again at every
//! build, or not at all. The terminal itself is there in both, if there is one.

mod owner;

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::process::{Command, Stdio};

use crate::environment;
use crate::surroundings::is_in_editor;
use owner::{is_cargos, is_in_background};

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

/// How many columns a verb takes.
pub(crate) const VERB: usize = 12;

/// A verb as Cargo writes it.
pub(crate) fn verb(verb: &str, colour: u8) -> String {
    let is_plain = environment::variable("NO_COLOR").is_some()
        || environment::variable("CARGO_TERM_COLOR").is_some_and(|when| when == "never");
    match is_plain {
        true => format!("{verb:>VERB$}"),
        false => format!("\x1b[1;{colour}m{verb:>VERB$}\x1b[0m"),
    }
}

/// The terminal, if somebody sits there who may be told something, and it can be drawn on. An editor has
/// its own use for one.
pub(crate) fn open() -> Option<File> {
    let is_dumb = || environment::variable("TERM").is_some_and(|name| name == "dumb");
    if environment::variable("CI").is_some() || is_in_editor() || is_dumb() || !is_cargos() {
        return None;
    }
    open_if_any()
}

/// The terminal, if there is one.
pub(crate) fn open_if_any() -> Option<File> {
    if is_in_background() {
        return None;
    }
    let path = if cfg!(windows) { "CONOUT$" } else { TERMINAL };
    OpenOptions::new().write(true).open(path).ok()
}

const TERMINAL: &str = "/dev/tty";

/// How wide the terminal is. Only its own program knows without C.
pub(crate) fn columns() -> usize {
    const USUAL: usize = 80;
    let asked = File::open(TERMINAL).and_then(|terminal| {
        let mut stty = Command::new("stty");
        stty.arg("size").stdin(terminal).stderr(Stdio::null());
        stty.output()
    });
    let told = asked.map_or_else(|_| Vec::new(), |output| output.stdout);
    let told = String::from_utf8_lossy(&told);
    let columns = told.split_whitespace().nth(1);
    let columns = columns.and_then(|columns| columns.parse().ok());
    columns.filter(|&columns| columns > 0).unwrap_or(USUAL)
}
