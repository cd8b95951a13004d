//! The paper's checkpoint: three lines of text.
//!
//! ```text
//! 0.25,-1.5,…        every weight, in the paper's order
//! 35                 epochs done
//! (1,0.97)(2,0.87)…  the loss of each
//! ```
//! Numbers are written without exponents, as TeX needs them, and with as many digits as it takes
//! to read back the same bits. The paper's own files have blanks at line ends and between
//! losses; they are read as well.

use std::fmt::Write as _;

use super::{Checkpoint, Fault};
use crate::error::short;

impl Checkpoint {
    pub(super) fn text(&self) -> String {
        let weights: Vec<String> = self.weights.iter().map(f64::to_string).collect();
        let mut text = format!("{}\n{}\n", weights.join(","), self.losses.len());
        for (loss, epoch) in self.losses.iter().zip(1..) {
            write!(text, "({epoch},{loss})").expect("a String can be written to");
        }
        text.push('\n');
        text
    }

    /// What a text holds, for a network with so many parameters.
    pub(super) fn of_text(text: &str, parameters: usize) -> Result<Checkpoint, Fault> {
        let parsed = Checkpoint::parse(text, parameters);
        parsed.map_err(|(line, what)| Fault::new(format!("line {line}"), what))
    }

    /// A text's content, or the line that is wrong and why.
    fn parse(text: &str, parameters: usize) -> Result<Checkpoint, (usize, String)> {
        let lines: Vec<&str> = text.trim_end().lines().collect();
        let line = |number: usize| lines.get(number - 1).copied().unwrap_or_default().trim();
        if lines.len() > 3 {
            return Err((4, "expected three lines: weights, epochs, losses".into()));
        }
        let weights = line(1)
            .split(',')
            .map(number)
            .collect::<Result<Vec<f64>, String>>();
        let weights = weights.map_err(|what| (1, what))?;
        if weights.len() != parameters {
            let found = weights.len();
            return Err((1, format!("expected {parameters} weights, found {found}")));
        }
        let epochs: usize = line(2).parse().map_err(|_| {
            (
                2,
                format!("expected the number of epochs, found `{}`", short(line(2))),
            )
        })?;
        let losses = losses(line(3)).map_err(|what| (3, what))?;
        if losses.len() != epochs {
            let found = losses.len();
            return Err((
                3,
                format!("expected the losses of {epochs} epochs, found {found}"),
            ));
        }
        Ok(Checkpoint {
            weights,
            losses,
            ..Checkpoint::default()
        })
    }
}

fn losses(mut text: &str) -> Result<Vec<f64>, String> {
    let mut losses = Vec::new();
    while !text.is_empty() {
        let epoch = losses.len() + 1;
        let expected = || format!("expected `({epoch},loss)`, found `{}`", short(text));
        let (inside, rest) = text
            .strip_prefix('(')
            .and_then(|open| open.split_once(')'))
            .ok_or_else(expected)?;
        let (index, loss) = inside.split_once(',').ok_or_else(expected)?;
        if index.trim() != epoch.to_string() {
            return Err(expected());
        }
        losses.push(number(loss)?);
        text = rest.trim_start();
    }
    Ok(losses)
}

fn number(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("expected a number, found `{}`", short(text)))
}
