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

use super::{Checkpoint, Fault, Format};
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

    /// What a text holds, for a network with so many parameters and a training of so many epochs. Of
    /// what is too much, no more is kept than it takes to tell.
    pub(super) fn of_text(
        text: &str,
        parameters: usize,
        most_epochs: usize,
    ) -> Result<Checkpoint, Fault> {
        let lines: Vec<&str> = text.trim_end().lines().take(4).collect();
        let line = |number: usize| lines.get(number - 1).copied().unwrap_or_default().trim();
        let at = |line: usize, what: String| Fault::new(format!("line {line}"), what);
        if lines.len() > 3 {
            let what = "expected three lines: weights, epochs, losses";
            return Err(at(4, what.to_string()));
        }
        let weights = line(1).split(',').take(parameters).map(number);
        let weights: Result<Vec<f64>, String> = weights.collect();
        let weights = weights.map_err(|what| at(1, what))?;
        let found = line(1).split(',').count();
        if found != parameters {
            return Err(at(
                1,
                format!("expected {parameters} weights, found {found}"),
            ));
        }
        let epochs: usize = line(2).parse().map_err(|_| {
            let found = short(line(2));
            at(2, format!("expected the number of epochs, found `{found}`"))
        })?;
        if epochs > most_epochs {
            return Err(Fault::too_many_epochs(Format::Text, epochs, most_epochs));
        }
        let (losses, found) = losses(line(3), epochs).map_err(|what| at(3, what))?;
        if found != epochs {
            let what = format!("expected the losses of {epochs} epochs, found {found}");
            return Err(at(3, what));
        }
        Ok(Checkpoint {
            weights,
            losses,
            ..Checkpoint::default()
        })
    }
}

/// The losses, of which so many are kept, and how many there are.
fn losses(mut text: &str, most: usize) -> Result<(Vec<f64>, usize), String> {
    let (mut losses, mut count) = (Vec::new(), 0);
    while !text.is_empty() {
        let epoch = count + 1;
        let expected = || format!("expected `({epoch},loss)`, found `{}`", short(text));
        let (inside, rest) = text
            .strip_prefix('(')
            .and_then(|open| open.split_once(')'))
            .ok_or_else(expected)?;
        let (index, loss) = inside.split_once(',').ok_or_else(expected)?;
        if index.trim() != epoch.to_string() {
            return Err(expected());
        }
        let loss = number(loss)?;
        if count < most {
            losses.push(loss);
        }
        count = epoch;
        text = rest.trim_start();
    }
    Ok((losses, count))
}

fn number(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("expected a number, found `{}`", short(text)))
}
