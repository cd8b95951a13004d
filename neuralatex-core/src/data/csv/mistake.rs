//! What is wrong with a file, and where: its line, its column, and the word to blame.

use std::path::Path;

use crate::error::{Field, Part, Problem, quoted};

pub(super) struct Mistake {
    path: Vec<Part>,
    /// From 0.
    line: Option<u64>,
    column: Option<String>,
    message: String,
}

impl Mistake {
    /// One of the file itself.
    pub(super) fn new(message: impl Into<String>) -> Mistake {
        Mistake::at([Part::Argument("csv", 0)], message)
    }

    /// One of a word of the specification.
    pub(super) fn at<const N: usize>(path: [Part; N], message: impl Into<String>) -> Mistake {
        Mistake {
            path: path.to_vec(),
            line: None,
            column: None,
            message: message.into(),
        }
    }

    /// The same, of a part of what was to blame so far.
    pub(super) fn within(mut self, part: Part) -> Mistake {
        self.path.push(part);
        self
    }

    pub(super) fn in_line(mut self, line: u64) -> Mistake {
        self.line = Some(line);
        self
    }

    pub(super) fn in_column(mut self, name: &str) -> Mistake {
        self.column = Some(name.to_string());
        self
    }

    /// The problem of a field whose file this is.
    pub(super) fn of_file(self, field: Field, file: &Path) -> Problem {
        let mut place = format!("`{}`", file.display());
        if let Some(line) = self.line {
            place += &format!(", line {}", line + 1);
        }
        if let Some(column) = &self.column {
            place += &format!(", column {}", quoted(column));
        }
        let problem = Problem::new(field, format!("{place}: {}", self.message));
        self.path.into_iter().fold(problem, Problem::at)
    }
}
