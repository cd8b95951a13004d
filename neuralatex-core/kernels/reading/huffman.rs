//! The prefix codes of DEFLATE (RFC 1951, 3.2.2), and the bits that they stand in.
//!
//! Codes of one length are consecutive numbers, in the order of their symbols; shorter codes come
//! first. Short ones are found in a table by the next bits, others length by length.

use super::super::interface::reading::End;

/// Bits, the lowest of a byte first.
pub(crate) struct Bits<'b> {
    bytes: &'b [u8],
    at: usize,
    /// The bits before `at` that were not used; above them there may be those after it.
    buffer: u64,
    count: u32,
}

impl<'b> Bits<'b> {
    pub(crate) fn of(bytes: &'b [u8]) -> Bits<'b> {
        Bits {
            bytes,
            at: 0,
            buffer: 0,
            count: 0,
        }
    }

    /// Makes it 56 bits or more, unless the bytes end.
    #[inline(always)]
    pub(crate) fn refill(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        if let Some(word) = rest.first_chunk() {
            self.buffer |= u64::from_le_bytes(*word) << self.count;
            self.at += ((63 - self.count) / 8) as usize;
            self.count |= 56;
            return;
        }
        for byte in rest {
            if self.count > 56 {
                break;
            }
            self.buffer |= u64::from(*byte) << self.count;
            self.at += 1;
            self.count += 8;
        }
    }

    /// The next bits as a number, at most 16 of them.
    #[inline(always)]
    pub(crate) fn take(&mut self, count: u32) -> Result<usize, End> {
        if self.count < count {
            self.refill();
        }
        let bits = self.buffer as usize & ((1 << count) - 1);
        self.pass(count)?;
        Ok(bits)
    }

    #[inline(always)]
    fn pass(&mut self, count: u32) -> Result<(), End> {
        if self.count < count {
            return Err(End::CutShort);
        }
        self.buffer >>= count;
        self.count -= count;
        Ok(())
    }

    /// How many bytes were used, the last of them perhaps in part.
    pub(crate) fn used(&self) -> usize {
        self.at - (self.count / 8) as usize
    }

    /// What comes after the byte that was begun.
    pub(crate) fn rest(&self) -> &'b [u8] {
        self.bytes.get(self.used()..).unwrap_or_default()
    }

    /// Goes on so many bytes after the byte that was begun.
    pub(crate) fn go_on(&mut self, bytes: usize) {
        self.at = self.used() + bytes;
        self.buffer = 0;
        self.count = 0;
    }
}

/// How many bits the table goes by.
const SHORT: u32 = 10;
const LONGEST: usize = 15;

pub(crate) struct Codes {
    /// By the next bits: `16 symbol + length`, or 0.
    short: [u16; 1 << SHORT],
    /// How many codes each length has, and their symbols in the order of codes.
    counts: [u16; LONGEST + 1],
    symbols: [u16; 288],
}

impl Codes {
    /// From the length of each symbol's code; nothing if no codes have these lengths, or if there
    /// could be more codes. Only a single code may leave half of them out, or none all.
    pub(crate) fn of(lengths: &[u8]) -> Option<Codes> {
        let mut codes = Codes {
            short: [0; 1 << SHORT],
            counts: [0; LONGEST + 1],
            symbols: [0; 288],
        };
        for length in lengths {
            codes.counts[usize::from(length & 15)] += 1;
        }
        codes.counts[0] = 0;
        let (mut code, mut index, mut left, mut longest) = (0_u32, 0_u16, 1_i32, 0);
        // For each length the next code, and the place of its symbol.
        let mut next = [(0, 0); LONGEST + 1];
        for (length, (count, next)) in codes.counts.iter().zip(&mut next).enumerate().skip(1) {
            left = 2 * left - i32::from(*count);
            if left < 0 {
                return None;
            }
            code *= 2;
            *next = (code, index);
            code += u32::from(*count);
            index += count;
            if *count > 0 {
                longest = length;
            }
        }
        if left > 0 && longest > 1 {
            return None;
        }
        for (symbol, length) in lengths
            .iter()
            .enumerate()
            .filter(|(_, length)| **length > 0)
        {
            let (code, index) = &mut next[usize::from(length & 15)];
            if let Some(place) = codes.symbols.get_mut(usize::from(*index)) {
                *place = symbol as u16;
            }
            let length = u32::from(*length);
            if length <= SHORT {
                let mut bits = (code.reverse_bits() >> (32 - length)) as usize;
                while let Some(entry) = codes.short.get_mut(bits) {
                    *entry = 16 * symbol as u16 + length as u16;
                    bits += 1 << length;
                }
            }
            *code += 1;
            *index += 1;
        }
        Some(codes)
    }

    /// The symbol of the code that comes next, after bits were refilled.
    #[inline(always)]
    pub(crate) fn next(&self, bits: &mut Bits<'_>) -> Result<usize, End> {
        let entry = self.short[bits.buffer as usize & ((1 << SHORT) - 1)];
        let (symbol, length) = match entry {
            0 => self.long(bits)?,
            _ => (entry / 16, u32::from(entry % 16)),
        };
        bits.pass(length)?;
        Ok(usize::from(symbol))
    }

    #[cold]
    fn long(&self, bits: &Bits<'_>) -> Result<(u16, u32), End> {
        let mut ahead = bits.buffer;
        let (mut code, mut first, mut index) = (0, 0, 0);
        for (length, count) in self.counts.iter().enumerate().skip(1) {
            let count = usize::from(*count);
            code = 2 * code + (ahead & 1) as usize;
            ahead >>= 1;
            first *= 2;
            if code < first + count {
                let symbol = self.symbols.get(index + code - first).ok_or(End::Broken)?;
                return Ok((*symbol, length as u32));
            }
            first += count;
            index += count;
        }
        Err(End::Broken)
    }
}
