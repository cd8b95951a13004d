//! Whose terminal it is, as far as Linux tells: other systems are not asked.

use std::fs;
use std::path::{Path, PathBuf};

use crate::environment::variable;

/// Whether others have the terminal: writing to it may stop whoever is in the background.
pub(super) fn is_in_background() -> bool {
    Process::of("self").is_some_and(|own| own.group != own.foreground)
}

/// Whether the terminal is where Cargo tells of its own work. Else it is that of a program that has Cargo
/// run for it, and draws there itself; or whoever has called Cargo wants to see nothing. Where nothing
/// tells (but on Linux), it is.
pub(super) fn is_cargos() -> bool {
    let Some(own) = Process::of("self") else {
        return true;
    };
    let mut process = own.parent.clone();
    // Each has a parent, up to the first of the session; none has so many.
    for _ in 0..100 {
        match Process::of(&process) {
            Some(above) if above.session != own.session => return true,
            Some(above) if above.name == "cargo" => return is_shown(&process),
            Some(above) => process = above.parent,
            None => return true,
        }
    }
    true
}

/// Whether a process writes its errors to a terminal, and was not told to be quiet.
fn is_shown(process: &str) -> bool {
    let errors = fs::read_link(format!("/proc/{process}/fd/2"));
    let is_terminal = |path: PathBuf| path.starts_with("/dev/pts") || is_console(&path);
    let arguments = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    let by_variable = variable("CARGO_TERM_QUIET").is_some_and(|value| value == "true");
    errors.map_or(true, is_terminal) && !by_variable && !is_quiet(&arguments)
}

/// Whether Cargo was called with `--quiet`, or with `-q` among other letters.
fn is_quiet(arguments: &[u8]) -> bool {
    /// Letters with a value, which may follow at once.
    const WITH_VALUES: &[u8] = b"CFZjp";
    let arguments = arguments.split(|byte| *byte == 0);
    // What comes then is for the program that Cargo runs.
    let mut arguments = arguments.take_while(|argument| *argument != b"--");
    arguments.any(|argument| match argument {
        [b'-', b'-', name @ ..] => name == b"quiet",
        [b'-', letters @ ..] => {
            let mut letters = letters.iter();
            let found = letters.find(|letter| **letter == b'q' || WITH_VALUES.contains(letter));
            found == Some(&b'q')
        }
        _ => false,
    })
}

fn is_console(path: &Path) -> bool {
    let path = path.to_string_lossy();
    path.starts_with("/dev/tty") || path == "/dev/console"
}

/// What Linux tells of a process.
struct Process {
    name: String,
    parent: String,
    group: String,
    session: String,
    /// The group that has its terminal.
    foreground: String,
}

impl Process {
    fn of(process: &str) -> Option<Process> {
        let status = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // A name may hold anything. Behind it: state, parent, group, session, terminal, its group.
        let (before, fields) = status.rsplit_once(')')?;
        let mut fields = fields.split_whitespace().map(str::to_string);
        Some(Process {
            name: before.split_once('(')?.1.to_string(),
            parent: fields.nth(1)?,
            group: fields.next()?,
            session: fields.next()?,
            foreground: fields.nth(1)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::is_quiet;

    #[test]
    fn cargo_is_quiet_where_it_was_told_so() {
        let told = |line: &str| is_quiet(line.replace(' ', "\0").as_bytes());
        for line in [
            "cargo check -q",
            "cargo --quiet b",
            "cargo check -qr",
            "cargo b -vq",
        ] {
            assert!(told(line), "{line}");
        }
        for line in [
            "cargo check",
            "cargo run -- -q",
            "cargo test -- --quiet",
            "cargo check -pquick",
            "cargo b -rFq",
            "cargo run --bin q",
        ] {
            assert!(!told(line), "{line}");
        }
    }
}
