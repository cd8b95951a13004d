//! Inflates DEFLATE data (RFC 1951): blocks of bytes as they are, or of codes for bytes and for
//! pairs `(length, distance)` that repeat what was written that far back.

use super::super::interface::reading::{End, Inflated};
use super::huffman::{Bits, Codes};

/// # Safety
/// There are so many bytes to read, and initialised ones to write over.
pub(crate) unsafe extern "C" fn inflate(
    from: *const u8,
    length: usize,
    to: *mut u8,
    room: usize,
) -> Inflated {
    // SAFETY: the caller vouches for them.
    let deflated = unsafe { core::slice::from_raw_parts(from, length) };
    let mut stream = Stream {
        bits: Bits::of(deflated),
        to,
        room,
        written: 0,
    };
    let end = match stream.blocks() {
        Ok(()) => End::Done,
        Err(end) => end,
    };
    Inflated {
        written: stream.written,
        read: stream.bits.used(),
        end,
    }
}

struct Stream<'b> {
    bits: Bits<'b>,
    /// Room for so many bytes, the first of which are written.
    to: *mut u8,
    room: usize,
    written: usize,
}

impl Stream<'_> {
    fn blocks(&mut self) -> Result<(), End> {
        loop {
            let last = self.bits.take(1)? == 1;
            match self.bits.take(2)? {
                0 => self.stored()?,
                1 => self.fixed()?,
                2 => self.dynamic()?,
                _ => return Err(End::Broken),
            }
            if last {
                return Ok(());
            }
        }
    }

    /// A block of bytes as they are.
    fn stored(&mut self) -> Result<(), End> {
        self.bits.go_on(0);
        let length = self.bits.take(16)?;
        if self.bits.take(16)? != length ^ 0xffff {
            return Err(End::Broken);
        }
        let bytes = self.bits.rest();
        let count = length.min(bytes.len()).min(self.room - self.written);
        // SAFETY: there are as many bytes, and as much room.
        unsafe {
            let to = self.to.add(self.written);
            core::ptr::copy_nonoverlapping(bytes.as_ptr(), to, count);
        }
        self.written += count;
        self.bits.go_on(count);
        match count == length {
            true => Ok(()),
            false if self.written == self.room => Err(End::Full),
            false => Err(End::CutShort),
        }
    }

    /// A block with the codes of the standard.
    fn fixed(&mut self) -> Result<(), End> {
        let mut lengths = [8; 288];
        for (symbol, length) in lengths.iter_mut().enumerate() {
            *length = match symbol {
                144..256 => 9,
                256..280 => 7,
                _ => 8,
            };
        }
        let literals = Codes::of(&lengths).ok_or(End::Broken)?;
        let distances = Codes::of(&[5; 32]).ok_or(End::Broken)?;
        self.coded(&literals, &distances)
    }

    /// A block with codes of its own, whose lengths come in a code themselves.
    fn dynamic(&mut self) -> Result<(), End> {
        const ORDER: [u8; 19] = [
            16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
        ];
        let literals = self.bits.take(5)? + 257;
        let all = literals + self.bits.take(5)? + 1;
        if literals > 286 || all > literals + 30 {
            return Err(End::Broken);
        }
        let mut lengths = [0; 32];
        let count = self.bits.take(4)? + 4;
        for place in ORDER.iter().take(count) {
            lengths[usize::from(place & 31)] = self.bits.take(3)? as u8;
        }
        let codes = Codes::of(&lengths).ok_or(End::Broken)?;
        let mut lengths = [0; 286 + 30];
        let (mut at, mut before) = (0, None);
        while at < all {
            self.bits.refill();
            let (length, count) = match codes.next(&mut self.bits)? {
                16 => (before.ok_or(End::Broken)?, 3 + self.bits.take(2)?),
                17 => (0, 3 + self.bits.take(3)?),
                18 => (0, 11 + self.bits.take(7)?),
                length => (length as u8, 1),
            };
            if count > all - at {
                return Err(End::Broken);
            }
            lengths
                .iter_mut()
                .skip(at)
                .take(count)
                .for_each(|place| *place = length);
            at += count;
            before = Some(length);
        }
        // Without the code that ends a block it would never end.
        if lengths[256] == 0 {
            return Err(End::Broken);
        }
        let part = |from, to| lengths.get(from..to).and_then(Codes::of);
        let distances = part(literals, all).ok_or(End::Broken)?;
        let literals = part(0, literals).ok_or(End::Broken)?;
        self.coded(&literals, &distances)
    }

    /// A block of codes.
    fn coded(&mut self, literals: &Codes, distances: &Codes) -> Result<(), End> {
        loop {
            // Enough for all that follows: 15 + 5 + 15 + 13 bits.
            self.bits.refill();
            let symbol = literals.next(&mut self.bits)?;
            if symbol < 256 {
                if self.written == self.room {
                    return Err(End::Full);
                }
                // SAFETY: there is room.
                unsafe { *self.to.add(self.written) = symbol as u8 };
                self.written += 1;
                continue;
            }
            if symbol == 256 {
                return Ok(());
            }
            let (base, extra) = LENGTHS.get(symbol - 257).ok_or(End::Broken)?;
            let length = usize::from(*base) + self.bits.take(u32::from(*extra))?;
            let symbol = distances.next(&mut self.bits)?;
            let (base, extra) = DISTANCES.get(symbol).ok_or(End::Broken)?;
            let distance = usize::from(*base) + self.bits.take(u32::from(*extra))?;
            self.repeat(length, distance)?;
        }
    }

    /// Writes again what was written.
    #[inline(always)]
    fn repeat(&mut self, length: usize, distance: usize) -> Result<(), End> {
        if distance > self.written {
            return Err(End::Broken);
        }
        let room = self.room - self.written;
        let count = length.min(room);
        // SAFETY: what is read begins within what was written, and goes on no further than the bytes
        // that were just written; what is written is within the room, the last eight bytes too.
        unsafe {
            let to = self.to.add(self.written);
            let from = to.sub(distance);
            let mut done = 0;
            if distance >= 8 && room >= count + 8 {
                while done < count {
                    let eight = from.add(done).cast::<u64>().read_unaligned();
                    to.add(done).cast::<u64>().write_unaligned(eight);
                    done += 8;
                }
            }
            while done < count {
                *to.add(done) = *from.add(done);
                done += 1;
            }
        }
        self.written += count;
        match count == length {
            true => Ok(()),
            false => Err(End::Full),
        }
    }
}

/// The least length of each symbol from 257 on, and how many bits say how much longer it is.
#[rustfmt::skip]
static LENGTHS: [(u16, u8); 29] = [
    (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1),
    (17, 1), (19, 2), (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4),
    (83, 4), (99, 4), (115, 4), (131, 5), (163, 5), (195, 5), (227, 5), (258, 0),
];

/// The same for distances.
#[rustfmt::skip]
static DISTANCES: [(u16, u8); 30] = [
    (1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (7, 1), (9, 2), (13, 2), (17, 3), (25, 3), (33, 4),
    (49, 4), (65, 5), (97, 5), (129, 6), (193, 6), (257, 7), (385, 7), (513, 8), (769, 8),
    (1025, 9), (1537, 9), (2049, 10), (3073, 10), (4097, 11), (6145, 11), (8193, 12),
    (12289, 12), (16385, 13), (24577, 13),
];
