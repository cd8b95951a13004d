//! CRC-32 as gzip has it: the remainder of the bytes, seen as a polynomial of bits, by a polynomial of
//! degree 32; eight bytes at a time, with a table for each of their places.

static TABLES: [[u32; 256]; 8] = tables();

/// `TABLES[k][b]`: the remainder of the byte `b` with `k` zeros behind it.
const fn tables() -> [[u32; 256]; 8] {
    const POLYNOMIAL: u32 = 0xedb8_8320;
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut rest = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            rest = (rest >> 1) ^ (POLYNOMIAL * (rest & 1));
            bit += 1;
        }
        tables[0][byte] = rest;
        byte += 1;
    }
    let mut place = 1;
    while place < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[place - 1][byte];
            tables[place][byte] = (before >> 8) ^ tables[0][(before & 255) as usize];
            byte += 1;
        }
        place += 1;
    }
    tables
}

/// # Safety
/// There are so many bytes.
pub(crate) unsafe extern "C" fn crc32(bytes: *const u8, length: usize) -> u32 {
    // SAFETY: the caller vouches for them.
    let bytes = unsafe { core::slice::from_raw_parts(bytes, length) };
    let (eights, others) = bytes.as_chunks::<8>();
    let mut rest = u32::MAX;
    for eight in eights {
        let word = u64::from_le_bytes(*eight) ^ u64::from(rest);
        rest = 0;
        for (table, byte) in TABLES.iter().rev().zip(word.to_le_bytes()) {
            rest ^= table[usize::from(byte)];
        }
    }
    for byte in others {
        let index = rest as u8 ^ byte;
        rest = (rest >> 8) ^ TABLES[0][usize::from(index)];
    }
    !rest
}
