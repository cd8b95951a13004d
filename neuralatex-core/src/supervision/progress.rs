//! What is shown of a training: `NEURALATEX_PROGRESS` says how.
//!
//! `auto`: a line that is drawn again and again on the terminal, in builds, and one that stays. `plain`:
//! lines that stay, without escape codes, on the terminal or on standard error. `off`: nothing.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use super::course::{Course, spoken};
use super::line::{line, words};
use super::turn::Turn;
use crate::environment::{pass_over, variable};
use crate::rounded::{percent, rounded};
use crate::terminal;

/// How progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    Auto,
    Plain,
    Off,
}

impl Manner {
    /// The one that the environment asks for. A program that trains is not asked to draw on the terminal
    /// of whoever runs it.
    pub(super) fn of(is_build: bool) -> Manner {
        const NAME: &str = "NEURALATEX_PROGRESS";
        let auto = if is_build { Manner::Auto } else { Manner::Off };
        match variable(NAME).as_deref() {
            None | Some("auto") => auto,
            Some("plain") => Manner::Plain,
            Some("off") => Manner::Off,
            Some(value) => {
                pass_over(NAME, value, "expected `auto`, `plain` or `off`");
                auto
            }
        }
    }
}

/// A training that is shorter is not shown.
pub(super) const SHORT: Duration = Duration::from_millis(500);

/// How far two plain lines are apart.
const SELDOM: Duration = Duration::from_secs(5);

/// How far two looks at the terminal's width are apart.
const OFTEN: Duration = Duration::from_secs(2);

/// What is shown of one training, and taken away when this is dropped.
pub(super) struct Progress {
    pub(super) manner: Manner,
    /// The name and the sizes: `Iris 4-16-3`.
    pub(super) title: String,
    /// A file by which trainings in other processes know that one draws.
    pub(super) lock: Option<PathBuf>,
    pub(super) turn: Option<Turn>,
    /// When the last plain line was told.
    pub(super) told: Option<Duration>,
    /// How wide the terminal is, and when it was asked.
    pub(super) columns: Option<(usize, Duration)>,
}

impl Progress {
    pub(super) fn show(&mut self, course: &Course) {
        match self.manner {
            Manner::Off => {}
            Manner::Auto => self.draw(course),
            Manner::Plain => {
                let now = course.begun.elapsed();
                if self.told.is_none_or(|told| now >= told + SELDOM) {
                    self.told = Some(now);
                    let title = &self.title;
                    write_plain(&format!("    Training {title}: {}\n", words(course)));
                }
            }
        }
    }

    fn draw(&mut self, course: &Course) {
        let Some(mut terminal) = terminal::open() else {
            return;
        };
        if self.turn.is_none() {
            self.turn = Turn::take(self.lock.as_ref());
        }
        if self.turn.is_none() {
            return;
        }
        let now = course.begun.elapsed();
        let columns = match self.columns {
            Some((columns, seen)) if now < seen + OFTEN => columns,
            _ => self.columns.insert((terminal::columns(), now)).0,
        };
        // A space behind the verb, and the last column, in which some terminals begin another line.
        let columns = columns.saturating_sub(terminal::VERB + 2);
        let line = line(&self.title, course, columns);
        let verb = terminal::verb("Training", terminal::CYAN);
        // A terminal that has become narrower is not to begin another line, which nobody would erase.
        let line = format!("\r\x1b[2K\x1b[?7l{verb} {line}\x1b[?7h");
        let _ = terminal.write_all(line.as_bytes());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.turn.is_some()
            && let Some(mut terminal) = terminal::open()
        {
            let _ = terminal.write_all(b"\r\x1b[2K");
        }
    }
}

/// Tells of a training that is over: `     Trained Iris 4-16-3: accuracy 97.3 %, 2.4 s`.
pub(super) fn tell(manner: Manner, title: &str, result: &str, time: Duration) {
    let message = format!("{title}: {result}, {}", spoken(time));
    match manner {
        Manner::Off => {}
        Manner::Auto => terminal::tell("Trained", &message),
        Manner::Plain => write_plain(&format!("     Trained {message}\n")),
    }
}

/// The accuracy, where there is one, or else the loss.
pub(super) fn result(accuracy: Option<f64>, loss: f64) -> String {
    match accuracy {
        Some(accuracy) => format!("accuracy {} %", percent(accuracy)),
        None => format!("loss {}", rounded(loss)),
    }
}

/// In one go, so that no other line comes between.
fn write_plain(line: &str) {
    // Whoever cannot be told is not.
    let _ = match terminal::open_if_any() {
        Some(mut terminal) => terminal.write_all(line.as_bytes()),
        None => std::io::stderr().write_all(line.as_bytes()),
    };
}

#[cfg(test)]
mod tests {
    use super::result;

    #[test]
    fn the_last_line_tells_the_accuracy_or_the_loss() {
        assert_eq!(result(Some(0.97333), 0.1), "accuracy 97.33 %");
        assert_eq!(result(None, 0.00012345), "loss 0.0001234");
    }
}
