//! A file in chunks that begin at a record.

use std::fs::File;
use std::io::Read;

use super::mistake::Mistake;
use crate::kernels::csv::{measure, record, unquoted};

const CHUNK: usize = 1 << 20;

/// A record that is longer is none: it takes no more memory than this to find out.
const LONGEST_RECORD: usize = 4 << 20;

/// More than this are no columns of a table: a text for each would take a hundred times the memory of
/// the line.
const MOST_COLUMNS: usize = 100_000;

pub(super) struct Chunks {
    file: File,
    pub(super) delimiter: u8,
    /// Of which a part is filled: what lies behind it is old.
    buffer: Vec<u8>,
    /// Where the next record begins in the buffer.
    start: usize,
    /// How much of the buffer is filled.
    end: usize,
    /// Whether the buffer holds the end of the file.
    is_last: bool,
    /// Lines before the next record.
    pub(super) line: u64,
}

impl Chunks {
    pub(super) fn new(file: File, delimiter: u8) -> Result<Chunks, Mistake> {
        let mut chunks = Chunks {
            file,
            delimiter,
            buffer: vec![0; CHUNK],
            start: 0,
            end: 0,
            is_last: false,
            line: 0,
        };
        chunks.fill()?;
        if let Some(what) = other_format(chunks.bytes()) {
            return Err(Mistake::new(format!(
                "the file is {what}: save it as CSV in UTF-8"
            )));
        }
        if chunks.bytes().starts_with(b"\xef\xbb\xbf") {
            chunks.start = 3;
        }
        Ok(chunks)
    }

    /// What is there and not yet read.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    pub(super) fn is_last(&self) -> bool {
        self.is_last
    }

    /// Goes on behind records that were read.
    pub(super) fn advance(&mut self, bytes: usize, lines: u64) {
        self.start += bytes;
        self.line += lines;
    }

    /// Reads on; `false` at the end of the file.
    pub(super) fn more(&mut self) -> Result<bool, Mistake> {
        if self.is_last {
            return Ok(false);
        }
        let rest = self.end - self.start;
        if rest == LONGEST_RECORD {
            let message = format!(
                "there is no end of the line for {} MiB: is this a CSV file, and is every quote closed?",
                LONGEST_RECORD >> 20
            );
            return Err(Mistake::new(message).in_line(self.line));
        }
        // For a record that is longer than a chunk.
        let size = (rest * 2).min(LONGEST_RECORD);
        if size > self.buffer.len() {
            let mut larger = vec![0; size];
            larger[..rest].copy_from_slice(self.bytes());
            self.buffer = larger;
        } else {
            self.buffer.copy_within(self.start..self.end, 0);
        }
        (self.start, self.end) = (0, rest);
        self.fill()?;
        Ok(true)
    }

    /// Fills the buffer.
    fn fill(&mut self) -> Result<(), Mistake> {
        while self.end < self.buffer.len() && !self.is_last {
            match self.file.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.is_last = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Mistake::new(format!("cannot be read: {error}"))),
            }
        }
        Ok(())
    }

    /// The cells of the next record, which stays the next one unless it is taken.
    pub(super) fn record(&mut self, take: bool) -> Result<Option<Vec<String>>, Mistake> {
        loop {
            let bytes = self.bytes();
            match measure(bytes, self.delimiter, self.is_last) {
                Some((cells, _)) if cells > MOST_COLUMNS => {
                    let message = format!("the line has {cells} cells: at most {MOST_COLUMNS}");
                    return Err(Mistake::new(message).in_line(self.line));
                }
                _ => {}
            }
            match record(bytes, self.delimiter, self.is_last) {
                Some((cells, length, lines)) => {
                    let cells =
                        decoded(bytes, &cells).map_err(|mistake| mistake.in_line(self.line))?;
                    let is_blank = matches!(&cells[..], [only] if only.trim().is_empty());
                    if is_blank {
                        self.advance(length, lines as u64);
                        continue;
                    }
                    if take {
                        self.advance(length, lines as u64);
                    }
                    return Ok(Some(cells));
                }
                None if !self.more()? => return Ok(None),
                None => {}
            }
        }
    }

    /// The line, from 0, of a quote that these bytes open and never close; they begin with a record.
    pub(super) fn unclosed(&self, bytes: usize) -> Option<u64> {
        let bytes = &self.bytes()[..bytes];
        if !bytes.contains(&b'"') {
            return None;
        }
        let (mut line, mut opened) = (self.line, None);
        // Whether a cell begins here; whether a quote was closed just before, so that another one
        // belongs to the text.
        let (mut at_start, mut closed) = (true, None);
        for (place, byte) in bytes.iter().enumerate() {
            let before = closed.take();
            match (byte, opened) {
                (b'"', Some(_)) => closed = opened.take(),
                (b'"', None) if at_start => opened = Some(line),
                (b'"', None) => opened = before,
                _ => {}
            }
            let ends_line =
                *byte == b'\n' || *byte == b'\r' && bytes.get(place + 1) != Some(&b'\n');
            line += u64::from(ends_line);
            at_start = *byte == self.delimiter || *byte == b'\n' || *byte == b'\r';
        }
        opened
    }

    /// Shows the next records that are there already, as long as more are wanted.
    pub(super) fn look_ahead(&self, mut wants_more: impl FnMut(&[String]) -> bool) {
        const MOST: usize = 1_000;
        let mut bytes = self.bytes();
        for _ in 0..MOST {
            // What has too many cells is told when its turn comes.
            let measured = measure(bytes, self.delimiter, self.is_last);
            if measured.is_none_or(|(cells, _)| cells > MOST_COLUMNS) {
                return;
            }
            let Some((cells, length, _)) = record(bytes, self.delimiter, self.is_last) else {
                return;
            };
            // What cannot be read is told when its turn comes.
            if let Ok(cells) = decoded(bytes, &cells)
                && !wants_more(&cells)
            {
                return;
            }
            bytes = &bytes[length..];
        }
    }
}

fn decoded(bytes: &[u8], cells: &[std::ops::Range<usize>]) -> Result<Vec<String>, Mistake> {
    let text = |cell: &std::ops::Range<usize>| {
        let cell = unquoted(&bytes[cell.clone()]).into_owned();
        String::from_utf8(cell)
            .map_err(|_| Mistake::new("the line is not UTF-8: save the file in that encoding"))
    };
    cells.iter().map(text).collect()
}

/// What the first bytes of other files tell.
fn other_format(bytes: &[u8]) -> Option<&'static str> {
    let formats: [(&[u8], &str); 5] = [
        (b"\xff\xfe", "in UTF-16"),
        (b"\xfe\xff", "in UTF-16"),
        (b"\x1f\x8b", "packed with gzip"),
        (b"PK\x03\x04", "a zip archive or a spreadsheet"),
        (b"PAR1", "in the Parquet format"),
    ];
    let found = formats.iter().find(|(first, _)| bytes.starts_with(first));
    found.map(|(_, what)| *what)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::{CHUNK, Chunks};

    /// LLVM 22 takes `if x > C { x.min(D) } else { C }` for `x.min(D)`. While buffers were made anew, of a size
    /// that was chosen so, optimised builds read on by twice the rest of a chunk, or not at all.
    #[test]
    fn every_chunk_but_the_last_is_whole() {
        let path = concat!(env!("OUT_DIR"), "/chunks.csv");
        // Records that end with chunks, and others.
        for record in ["1,2,3,4\n", "1,2,3,4,5\n"] {
            fs::write(path, record.repeat(4 * CHUNK / record.len())).unwrap();
            let mut chunks = Chunks::new(File::open(path).unwrap(), b',').ok().unwrap();
            let mut count = 1;
            loop {
                assert!(chunks.is_last() || chunks.bytes().len() == CHUNK);
                let whole = chunks.bytes().len() / record.len();
                chunks.advance(whole * record.len(), whole as u64);
                if !chunks.more().ok().unwrap() {
                    break;
                }
                count += 1;
            }
            assert_eq!((count, chunks.bytes()), (5, &b""[..]));
        }
    }
}
