//! What models answer, in bits.

use core::fmt::{Result, Write};

use crate::questions::{Answer, Ask, Number, ROWS, ask_all, row};

/// Writes a line for each question: who was asked, the number of the row, and the answer.
pub fn write_answers(out: &mut impl Write) -> Result {
    ask_all(&mut Answers(out))
}

struct Answers<'o, W>(&'o mut W);

impl<W: Write> Ask for Answers<'_, W> {
    fn ask<T: Number, A: Answer, const N: usize>(
        &mut self,
        name: &str,
        call: fn([T; N]) -> A,
    ) -> Result {
        for number in 0..ROWS {
            write!(self.0, "{name} {number}:")?;
            call(row(number)).write(self.0)?;
            self.0.write_char('\n')?;
        }
        Ok(())
    }
}

/// What is no number has no bits of its own: Rust leaves them to the processor.
const NO_NUMBER: &str = " nan";

impl Answer for f32 {
    fn write(&self, out: &mut impl Write) -> Result {
        match self.is_nan() {
            true => out.write_str(NO_NUMBER),
            false => write!(out, " {:08x}", self.to_bits()),
        }
    }
}

impl Answer for f64 {
    fn write(&self, out: &mut impl Write) -> Result {
        match self.is_nan() {
            true => out.write_str(NO_NUMBER),
            false => write!(out, " {:016x}", self.to_bits()),
        }
    }
}

impl Answer for i32 {
    fn write(&self, out: &mut impl Write) -> Result {
        write!(out, " {self}")
    }
}

impl Answer for i8 {
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
