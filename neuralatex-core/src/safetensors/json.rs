//! As much JSON as the header of a safetensors file has: objects, strings, and lists of whole
//! numbers. There is no value that holds any other, so nothing calls itself, however deep a
//! hostile text is.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use super::Wrong;
use crate::error::short;

/// A text, and how far it has been read.
pub(super) struct Json<'t> {
    text: &'t str,
    place: usize,
    /// Where the text begins in its file, for errors.
    start: usize,
    /// How many more bytes of strings may be copied.
    room: usize,
}

/// Strings with escapes are copied; that there are more bytes of these is a trick.
const MOST_COPIED: usize = 1 << 20;

impl<'t> Json<'t> {
    pub(super) fn new(text: &'t str, start: usize) -> Json<'t> {
        Json {
            text,
            place: 0,
            start,
            room: MOST_COPIED,
        }
    }

    /// How far the file has been read.
    pub(super) fn place(&self) -> usize {
        self.start + self.place
    }

    /// That this is wrong with what comes next.
    pub(super) fn wrong(&self, what: impl Into<String>) -> Wrong {
        Wrong::at_byte(self.place(), what)
    }

    /// An object; `member` reads the value of each name.
    pub(super) fn object(
        &mut self,
        mut member: impl FnMut(&mut Json<'t>, Cow<'t, str>) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        self.expect('{')?;
        if self.takes('}') {
            return Ok(());
        }
        loop {
            let name = self.string()?;
            self.expect(':')?;
            member(self, name)?;
            if !self.takes(',') {
                return self.expect('}');
            }
        }
    }

    /// As it stands in the text, where it has no escapes.
    pub(super) fn string(&mut self) -> Result<Cow<'t, str>, Wrong> {
        self.expect('"')?;
        let mut string = Cow::Borrowed("");
        loop {
            let rest = self.rest();
            let special = |letter: char| matches!(letter, '"' | '\\' | '\0'..' ');
            let Some(end) = rest.find(special) else {
                return Err(self.wrong("a string has no end"));
            };
            let next = rest.as_bytes()[end];
            let is_copied = next == b'\\' || !string.is_empty();
            if is_copied && string.len() + end >= self.room {
                let what = format!("more than {MOST_COPIED} bytes of strings with escapes");
                return Err(self.wrong(what));
            }
            string += &rest[..end];
            self.place += end;
            match next {
                b'"' => {
                    self.place += 1;
                    self.room -= if is_copied { string.len() } else { 0 };
                    return Ok(string);
                }
                b'\\' => string.to_mut().push(self.escape()?),
                _ => return Err(self.wrong("a control character in a string")),
            }
        }
    }

    /// A list of whole numbers, of which there may be so many.
    pub(super) fn numbers(&mut self, most: usize) -> Result<Vec<usize>, Wrong> {
        self.expect('[')?;
        let mut numbers = Vec::new();
        if self.takes(']') {
            return Ok(numbers);
        }
        loop {
            if numbers.len() == most {
                return Err(self.wrong(format!("expected at most {most} numbers")));
            }
            numbers.push(self.number()?);
            if !self.takes(',') {
                self.expect(']')?;
                return Ok(numbers);
            }
        }
    }

    /// That nothing but blanks is left.
    pub(super) fn end(&mut self) -> Result<(), Wrong> {
        self.blanks();
        match self.rest().is_empty() {
            true => Ok(()),
            false => Err(self.expected("the end of the header")),
        }
    }

    fn number(&mut self) -> Result<usize, Wrong> {
        self.blanks();
        let rest = self.rest();
        let end = rest.find(|letter: char| !letter.is_ascii_digit());
        let digits = &rest[..end.unwrap_or(rest.len())];
        let padded = digits.len() > 1 && digits.starts_with('0');
        let number = digits.parse().ok().filter(|_| !padded);
        let number = number.ok_or_else(|| self.expected("a whole number"))?;
        self.place += digits.len();
        Ok(number)
    }

    fn escape(&mut self) -> Result<char, Wrong> {
        let rest = self.rest();
        let (letter, length) = match rest.as_bytes().get(1) {
            Some(b'"') => ('"', 2),
            Some(b'\\') => ('\\', 2),
            Some(b'/') => ('/', 2),
            Some(b'b') => ('\u{8}', 2),
            Some(b'f') => ('\u{c}', 2),
            Some(b'n') => ('\n', 2),
            Some(b'r') => ('\r', 2),
            Some(b't') => ('\t', 2),
            _ => {
                let units = [unit(rest), rest.get(6..).and_then(unit)];
                let mut letters = char::decode_utf16(units.into_iter().map_while(|unit| unit));
                match letters.next() {
                    Some(Ok(letter)) => (letter, 6 * letter.len_utf16()),
                    _ => return Err(self.expected("an escape")),
                }
            }
        };
        self.place += length;
        Ok(letter)
    }

    fn expect(&mut self, letter: char) -> Result<(), Wrong> {
        match self.takes(letter) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{letter}`"))),
        }
    }

    /// Whether this comes next, after blanks; then it is read.
    fn takes(&mut self, letter: char) -> bool {
        self.blanks();
        let next = self.rest().starts_with(letter);
        self.place += if next { letter.len_utf8() } else { 0 };
        next
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        let blank = |letter: char| matches!(letter, ' ' | '\t' | '\n' | '\r');
        self.place += rest.len() - rest.trim_start_matches(blank).len();
    }

    fn rest(&self) -> &'t str {
        &self.text[self.place..]
    }

    fn expected(&self, what: &str) -> Wrong {
        let found = match short(self.rest()) {
            found if found.is_empty() => "the end of the header".to_string(),
            found => format!("`{found}`"),
        };
        self.wrong(format!("expected {what}, found {found}"))
    }
}

/// The number of an escape `\u0041`.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = u16::from_str_radix(digits, 16).ok();
    number.filter(|_| hexadecimal)
}
