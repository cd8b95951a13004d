//! Talking to the emulator: a breakpoint with a number that a debugger, or QEMU, takes for a call.

use core::arch::asm;
use core::ffi::CStr;
use core::fmt;

const OPEN: usize = 0x01;
const WRITE: usize = 0x05;
const EXIT: usize = 0x18;

/// The standard output of the emulator.
pub struct Output(usize);

impl Output {
    /// Opens it.
    pub fn new() -> Output {
        const TERMINAL: &CStr = c":tt";
        const TO_WRITE: usize = 4;
        let name = TERMINAL.as_ptr() as usize;
        let arguments = [name, TO_WRITE, TERMINAL.count_bytes()];
        Output(call(OPEN, arguments.as_ptr() as usize))
    }
}

impl Default for Output {
    fn default() -> Output {
        Output::new()
    }
}

impl fmt::Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let arguments = [self.0, text.as_ptr() as usize, text.len()];
        match call(WRITE, arguments.as_ptr() as usize) {
            0 => Ok(()),
            _ => Err(fmt::Error),
        }
    }
}

/// Ends the emulator, as a program that has succeeded or not.
pub fn exit(is_success: bool) -> ! {
    const DONE: usize = 0x2_0026;
    const FAILED: usize = 0x2_0023;
    loop {
        call(EXIT, if is_success { DONE } else { FAILED });
    }
}

fn call(operation: usize, argument: usize) -> usize {
    let result;
    // SAFETY: this is the calling convention; what the argument points at is only read.
    unsafe {
        asm!("bkpt 0xab", inout("r0") operation => result, in("r1") argument, options(nostack));
    }
    result
}
