//! As much JSON as the header of a safetensors file has: objects, strings, and lists of whole
//! numbers. There is no value that holds any other, so nothing calls itself, however deep a
//! hostile text is.

use super::{Fault, short};

/// A text, and how far it has been read.
pub(super) struct Json<'t> {
    text: &'t str,
    place: usize,
    /// Where the text begins in its file, for errors.
    start: usize,
}

impl<'t> Json<'t> {
    pub(super) fn new(text: &'t str, start: usize) -> Json<'t> {
        Json {
            text,
            place: 0,
            start,
        }
    }

    /// That this is wrong with what comes next.
    pub(super) fn fault(&self, what: impl Into<String>) -> Fault {
        Fault::new(format!("byte {}", self.start + self.place), what)
    }

    /// An object; `member` reads the value of each name.
    pub(super) fn object(
        &mut self,
        mut member: impl FnMut(&mut Json<'t>, String) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
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

    pub(super) fn string(&mut self) -> Result<String, Fault> {
        self.expect('"')?;
        let mut string = String::new();
        loop {
            let rest = &self.text[self.place..];
            let special = |letter: char| matches!(letter, '"' | '\\' | '\0'..' ');
            let Some(end) = rest.find(special) else {
                return Err(self.fault("a string has no end"));
            };
            string.push_str(&rest[..end]);
            self.place += end;
            match rest.as_bytes()[end] {
                b'"' => {
                    self.place += 1;
                    return Ok(string);
                }
                b'\\' => string.push(self.escape()?),
                _ => return Err(self.fault("a control character in a string")),
            }
        }
    }

    /// A list of whole numbers, of which there may be so many.
    pub(super) fn numbers(&mut self, most: usize) -> Result<Vec<usize>, Fault> {
        self.expect('[')?;
        let mut numbers = Vec::new();
        if self.takes(']') {
            return Ok(numbers);
        }
        loop {
            if numbers.len() == most {
                return Err(self.fault(format!("expected at most {most} numbers")));
            }
            numbers.push(self.number()?);
            if !self.takes(',') {
                self.expect(']')?;
                return Ok(numbers);
            }
        }
    }

    /// That nothing but blanks is left.
    pub(super) fn end(&mut self) -> Result<(), Fault> {
        self.blanks();
        match self.rest().is_empty() {
            true => Ok(()),
            false => Err(self.expected("the end of the header")),
        }
    }

    fn number(&mut self) -> Result<usize, Fault> {
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

    fn escape(&mut self) -> Result<char, Fault> {
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

    fn expect(&mut self, letter: char) -> Result<(), Fault> {
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

    fn expected(&self, what: &str) -> Fault {
        let found = match short(self.rest(), 20) {
            found if found.is_empty() => "the end of the header".to_string(),
            found => format!("`{found}`"),
        };
        self.fault(format!("expected {what}, found {found}"))
    }
}

/// The number of an escape `\u0041`.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = u16::from_str_radix(digits, 16).ok();
    number.filter(|_| hexadecimal)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Json;

    fn string(text: &str) -> Option<String> {
        let mut json = Json::new(text, 0);
        let string = json.string().ok()?;
        json.end().ok().map(|()| string)
    }

    fn numbers(text: &str) -> Option<Vec<usize>> {
        let mut json = Json::new(text, 0);
        let numbers = json.numbers(3).ok()?;
        json.end().ok().map(|()| numbers)
    }

    #[test]
    fn escapes_that_json_does_not_have_are_refused() {
        for wrong in [
            r#""\x41""#,
            r#""\u12""#,
            r#""\u+123""#,
            r#""\ud800""#,
            r#""\ud800\u0041""#,
            r#""\"#,
            r#""\udc00""#,
            "\"\u{1}\"",
            "\"a",
            "a",
            "",
            r#""\u00é0""#,
        ] {
            assert_eq!(string(wrong), None, "{wrong}");
        }
        assert_eq!(string(r#" "a\u0041\ud83d\ude00\n\/" "#).unwrap(), "aA😀\n/");
    }

    #[test]
    fn numbers_that_are_not_whole_are_refused() {
        for wrong in [
            "[01]",
            "[-1]",
            "[1.0]",
            "[1e3]",
            "[1,]",
            "[,1]",
            "[1 2]",
            "[",
            "[1",
            "1",
            "[[1]]",
            "[99999999999999999999999]",
            "[1,2,3,4]",
            "[\"1\"]",
            "[+1]",
            "[null]",
        ] {
            assert_eq!(numbers(wrong), None, "{wrong}");
        }
        assert_eq!(numbers(" [ 1 ,20, 0 ] ").unwrap(), [1, 20, 0]);
        assert!(numbers("[]").unwrap().is_empty());
    }

    proptest! {
        #[test]
        fn strings_are_read_as_serde_reads_them(text: String, soup in "\"[\\\\\"ud8-9c-f0 é]{0,12}\"") {
            let written = serde_json::to_string(&text).unwrap();
            prop_assert_eq!(string(&written), Some(text));
            prop_assert_eq!(string(&soup), serde_json::from_str(&soup).ok());
        }

        #[test]
        fn lists_are_read_as_serde_reads_them(soup in "[\\[\\], 0-3]{0,8}") {
            let expected: Option<Vec<usize>> = serde_json::from_str(&soup).ok();
            prop_assert_eq!(numbers(&soup), expected.filter(|list| list.len() <= 3));
        }
    }
}
