//! What models answer, in bits.

use core::fmt::{Result, Write};

use crate::questions::{Answer, Ask, Number, ROWS, ask_all, row};

/// Writes a line for each question: who was asked, the number of the row, and the answer.
pub fn write_answers(out: &mut impl Write) -> Result {
    let mut lines = Lines {
        out,
        result: Ok(()),
    };
    ask_all(&mut lines);
    lines.result
}

struct Lines<'o, W> {
    out: &'o mut W,
    result: Result,
}

impl<W: Write> Ask for Lines<'_, W> {
    fn ask<T: Number, A: Answer, const N: usize>(&mut self, name: &str, call: fn([T; N]) -> A) {
        for number in 0..ROWS {
            let line = write!(self.out, "{name} {number}:")
                .and_then(|()| call(row(number)).write(self.out))
                .and_then(|()| self.out.write_char('\n'));
            self.result = self.result.and(line);
        }
    }
}

impl Answer for f32 {
    fn write(&self, out: &mut impl Write) -> Result {
        write!(out, " {:08x}", self.to_bits())
    }
}

impl Answer for f64 {
    fn write(&self, out: &mut impl Write) -> Result {
        write!(out, " {:016x}", self.to_bits())
    }
}

impl Answer for i32 {
    fn write(&self, out: &mut impl Write) -> Result {
        write!(out, " {self}")
    }
}

impl Answer for &str {
    fn write(&self, out: &mut impl Write) -> Result {
        write!(out, " {self}")
    }
}

impl<A: Answer, const N: usize> Answer for [A; N] {
    fn write(&self, out: &mut impl Write) -> Result {
        self.iter().try_for_each(|each| each.write(out))
    }
}
