//! Seeds and their damage, without a fuzzer: a few thousand inputs, the same every time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// More than any input may take, on a machine that has other things to do.
const LONGEST: Duration = Duration::from_secs(20);

/// Runs the seeds of a target, of which the `good-…` have to be accepted, then so many damaged ones.
pub(crate) fn run(folder: &Path, target: &str, count: usize, accepts: fn(&[u8]) -> bool) {
    let seeds = seeds(&folder.join("seeds").join(target));
    let words = words(&folder.join("words").join(format!("{target}.dict")));
    assert!(
        !seeds.is_empty() && !words.is_empty(),
        "{target} has seeds and words"
    );
    for (name, seed) in &seeds {
        let accepted = tried(accepts, seed, name);
        assert!(accepted || !name.starts_with("good-"), "{name} is refused");
    }
    let mut random = Random(0x5eed);
    let mut accepted = 0;
    for index in 0..count {
        let (name, seed) = random.one_of(&seeds);
        let mut bytes = seed.clone();
        for _ in 0..=random.below(4) {
            random.damage(&mut bytes, &seeds, &words);
        }
        accepted += usize::from(tried(
            accepts,
            &bytes,
            &format!("{name}, damaged, run {index}"),
        ));
    }
    // Else nothing was tried but the first check of a reader.
    assert!(
        accepted > count / 100 && accepted < count,
        "{accepted} of {count} are accepted"
    );
}

/// Whether an input is accepted; it is shown if it fails.
fn tried(accepts: fn(&[u8]) -> bool, bytes: &[u8], name: &str) -> bool {
    let start = Instant::now();
    let accepted = catch_unwind(AssertUnwindSafe(|| accepts(bytes)));
    let shown = || format!("{name}: {}", bytes.escape_ascii());
    assert!(start.elapsed() < LONGEST, "too slow: {}", shown());
    accepted.unwrap_or_else(|_| panic!("{}", shown()))
}

/// The files of a folder, in the order of their names.
fn seeds(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = folder
        .read_dir()
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let name = |path: &Path| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let seed = |path: &Path| std::fs::read(path).expect("a file");
    paths.iter().map(|path| (name(path), seed(path))).collect()
}

/// The words of a dictionary of libFuzzer: one in a line, in quotes, with `\x00` for other letters.
fn words(path: &Path) -> Vec<Vec<u8>> {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let word = |line: &str| {
        let inside = line.strip_prefix('"')?.strip_suffix('"')?;
        let mut parts = inside.split("\\x");
        let mut word = parts.next()?.as_bytes().to_vec();
        for part in parts {
            word.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
            word.extend_from_slice(&part.as_bytes()[2..]);
        }
        Some(word)
    };
    text.lines()
        .map(|line| word(line).unwrap_or_else(|| panic!("no word: {line}")))
        .collect()
}

/// Marsaglia's xorshift: numbers that look random, and need not be.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end.max(1)
    }

    fn one_of<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }

    /// A part of some bytes, most often a short one.
    fn part(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let start = self.below(bytes.len() + 1);
        let most = bytes.len() - start;
        let length = match self.below(4) {
            0 => self.below(most + 1),
            _ => self.below(most.min(8) + 1),
        };
        start..start + length
    }

    fn damage(&mut self, bytes: &mut Vec<u8>, seeds: &[(String, Vec<u8>)], words: &[Vec<u8>]) {
        let place = self.part(bytes);
        let start = place.start;
        match self.below(8) {
            0 if start < bytes.len() => bytes[start] ^= 1 << self.below(8),
            1 if start < bytes.len() => bytes[start] = *self.one_of(b"\x00\x01\x7f\x80\xff\n\",0"),
            2 => bytes.truncate(start),
            3 => {
                bytes.drain(place);
            }
            4 => {
                let again = bytes[place].repeat(1 + self.below(8));
                bytes.splice(start..start, again);
            }
            5 => {
                let other = &self.one_of(seeds).1;
                let other = &other[self.part(other)];
                bytes.splice(place, other.iter().copied());
            }
            6 => {
                bytes.splice(place, self.one_of(words).iter().copied());
            }
            _ => {
                bytes.splice(start..start, self.one_of(words).iter().copied());
            }
        }
    }
}
