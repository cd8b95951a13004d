//! How much of the stack a call needs: all of it is painted before, and looked at after.

use core::arch::asm;
use core::fmt::{Result, Write};
use core::hint::black_box;

use crate::questions::{Answer, Ask, Number, ROWS, ask_all, row};

const PAINT: usize = 0xa5c3_5a3c;

unsafe extern "C" {
    /// Where variables end: the lowest place that the stack may reach.
    static mut __sheap: usize;
}

/// Writes a line for each question: the bytes of stack that it takes, input and answer included.
pub fn write_depths(out: &mut impl Write) -> Result {
    ask_all(&mut Depths(out))
}

struct Depths<'o, W>(&'o mut W);

impl<W: Write> Ask for Depths<'_, W> {
    fn ask<T: Number, A: Answer, const N: usize>(
        &mut self,
        name: &str,
        call: fn([T; N]) -> A,
    ) -> Result {
        // The last row is no edge case.
        let input = row(ROWS - 1);
        let depth = depth(|| _ = black_box(black_box(call)(black_box(input))));
        writeln!(self.0, "{name}: {depth}")
    }
}

/// How many bytes below this function's frame a call has written to.
#[inline(never)]
fn depth(call: impl FnOnce()) -> usize {
    let bottom = (&raw mut __sheap) as usize;
    let top: usize;
    // SAFETY: what is below the pointer belongs to nobody. No function may be called here, as its
    // frame would be painted.
    unsafe {
        asm!(
            "mov {top}, sp",
            "2:",
            "str {paint}, [{place}]",
            "adds {place}, #4",
            "cmp {place}, {top}",
            "blo 2b",
            top = out(reg) top,
            place = inout(reg) bottom => _,
            paint = in(reg) PAINT,
        );
    }
    apart(call);
    let place: usize;
    // SAFETY: as above, and it only reads.
    unsafe {
        asm!(
            "2:",
            "ldr {found}, [{place}]",
            "cmp {found}, {paint}",
            "bne 3f",
            "adds {place}, #4",
            "cmp {place}, {top}",
            "blo 2b",
            "3:",
            found = out(reg) _,
            place = inout(reg) bottom => place,
            top = in(reg) top,
            paint = in(reg) PAINT,
        );
    }
    top - place
}

/// A call with a frame of its own.
#[inline(never)]
fn apart(call: impl FnOnce()) {
    call();
}
