//! What goes to standard output: results alone, at the end. Whoever reads it may stop reading.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use serde_json::Value;

pub(crate) struct Output {
    text: String,
    /// Told afterwards.
    notes: Vec<String>,
    code: u8,
}

impl Output {
    pub(crate) fn of(text: String) -> Output {
        Output {
            text,
            notes: Vec::new(),
            code: 0,
        }
    }

    pub(crate) fn json(value: &Value) -> Output {
        Output::of(format!("{value:#}\n"))
    }

    /// Ends with this code, unless with a higher one.
    pub(crate) fn code(mut self, code: u8) -> Output {
        self.code = self.code.max(code);
        self
    }

    /// Tells this on standard error, too.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Output {
        self.notes.push(note.into());
        self
    }

    pub(crate) fn print(self) -> ExitCode {
        let mut code = self.code;
        let mut stdout = io::stdout();
        let written = stdout
            .write_all(self.text.as_bytes())
            .and_then(|()| stdout.flush());
        if let Err(error) = written
            && error.kind() != ErrorKind::BrokenPipe
        {
            tell(&format!("error: cannot write the results: {error}"));
            code = 2;
        }
        self.notes.iter().for_each(|note| tell(note));
        ExitCode::from(code)
    }
}

/// A line on standard error. Whoever has closed it is not told.
pub(crate) fn tell(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// Colours of standard output, on a terminal whose user has not said otherwise.
#[derive(Clone, Copy)]
pub(crate) enum Colour {
    Bold,
    Green,
    Red,
}

impl Colour {
    pub(crate) fn paint(self, text: &str) -> String {
        let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if is_plain || !io::stdout().is_terminal() {
            return text.to_string();
        }
        let code = match self {
            Colour::Bold => "1",
            Colour::Green => "32",
            Colour::Red => "31",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}
