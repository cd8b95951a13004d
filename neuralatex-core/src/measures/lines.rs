//! Which lines of a file are source: a walk over its characters that knows comments and strings.

use super::language::{Language, RUST};

/// Where the end of a line finds us.
enum Inside {
    Code,
    /// So many comments in each other.
    Comment(usize),
    /// Up to this end, with backslashes that mean something or without.
    Text(String, bool),
}

impl Language {
    /// Lines with more than blanks and comments.
    pub(super) fn source_lines(&self, text: &str) -> usize {
        let mut inside = Inside::Code;
        text.lines()
            .filter(|line| self.is_source(line, &mut inside))
            .count()
    }

    fn is_source(&self, line: &str, inside: &mut Inside) -> bool {
        let mut is_source = false;
        let mut rest = line.trim();
        let mut before = ' ';
        while let Some(first) = rest.chars().next() {
            let mut length = first.len_utf8();
            match inside {
                Inside::Comment(depth) => {
                    let (begin, end) = self.block_comment.unwrap_or_default();
                    if rest.starts_with(end) {
                        *depth -= 1;
                        length = end.len();
                    } else if self.name == RUST && rest.starts_with(begin) {
                        *depth += 1;
                        length = begin.len();
                    }
                    if *depth == 0 {
                        *inside = Inside::Code;
                    }
                }
                Inside::Text(end, escapes) => {
                    is_source = true;
                    if rest.starts_with(end.as_str()) {
                        length = end.len();
                        *inside = Inside::Code;
                    } else if *escapes && first == '\\' {
                        length += rest.chars().nth(1).map_or(0, char::len_utf8);
                    }
                }
                Inside::Code => match self.block_comment {
                    Some((begin, _)) if rest.starts_with(begin) => {
                        *inside = Inside::Comment(1);
                        length = begin.len();
                    }
                    _ if self
                        .line_comment
                        .iter()
                        .any(|marker| rest.starts_with(marker)) =>
                    {
                        break;
                    }
                    _ => {
                        is_source |= !first.is_whitespace();
                        if let Some((opening, text)) = self.text(rest, before) {
                            length = opening;
                            *inside = text;
                        } else if self.name == RUST {
                            length = character(rest).unwrap_or(length);
                        }
                    }
                },
            }
            before = first;
            rest = &rest[length..];
        }
        if let Inside::Text(end, _) = inside
            && self.quotes.contains(&end.as_str())
        {
            *inside = Inside::Code;
        }
        is_source
    }

    /// A string that begins here: the length of its opening, and where we are behind it.
    fn text(&self, rest: &str, before: char) -> Option<(usize, Inside)> {
        if self.name == RUST
            && !(before.is_alphanumeric() && before != 'b' && before != 'c' || before == '_')
            && let Some(raw) = rest.strip_prefix('r')
        {
            let hashes = raw.len() - raw.trim_start_matches('#').len();
            if raw[hashes..].starts_with('"') {
                let end = format!("\"{}", "#".repeat(hashes));
                return Some((hashes + 2, Inside::Text(end, false)));
            }
        }
        let mut quotes = self.long_quotes.iter().chain(self.quotes);
        let quote = quotes.find(|quote| rest.starts_with(**quote))?;
        // In Go's raw strings, backslashes mean nothing.
        let escapes = *quote != "`" || self.name != "Go";
        Some((quote.len(), Inside::Text(quote.to_string(), escapes)))
    }
}

/// The length of `'"'`, `'/'` or `'\''`, which begin no string and no comment; lifetimes have no end.
fn character(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('\'')?;
    let first = inner.chars().next()?;
    let length = match first {
        '\\' => 1 + inner.chars().nth(1)?.len_utf8(),
        _ => first.len_utf8(),
    };
    inner[length..].starts_with('\'').then_some(length + 2)
}

#[cfg(test)]
mod tests {
    use crate::measures::language::LANGUAGES;

    fn lines(name: &str, text: &str) -> usize {
        let language = LANGUAGES.iter().find(|language| language.name == name);
        language.expect(name).source_lines(text)
    }

    #[test]
    fn blank_lines_and_comments_are_no_source() {
        let c =
            "/* one\n two */ int x;\n\n// no\nint y; // yes\n/* a */\nchar *s = \"/*\";\nint z;\n";
        for name in ["C", "C++", "CUDA", "Go", "Java", "JavaScript", "TypeScript"] {
            assert_eq!(lines(name, c), 4, "{name}");
        }
        assert_eq!(
            lines("CSS", "/* a\n*/\np { color: red }\n// no comment\n"),
            2
        );
        for name in ["Python", "R", "Shell", "Julia"] {
            assert_eq!(lines(name, "#!/x\n\n# a\n  # b\nx = 1 # c\n"), 1, "{name}");
        }
        assert_eq!(lines("Julia", "#= a\nb = 1\n=#\nc = \"#=\"\nd\n"), 2);
        assert_eq!(lines("LaTeX", "% a\n\\x % b\n\n100\\%\n"), 2);
        assert_eq!(lines("MATLAB", "%{\nx\n%}\n% a\ny = 1;\n"), 1);
        assert_eq!(lines("Lua", "--[[ a\nb ]]\n-- c\nd = 1\n"), 1);
        assert_eq!(lines("HTML", "<!-- a\n<b> -->\n<p>\n"), 1);
        assert_eq!(lines("Fortran", "! a\nx = 1 ! b\n"), 1);
        assert_eq!(lines("JavaScript", "x = `\n// text\n`;\n// no\n"), 3);
    }

    #[test]
    fn rust_is_read_with_its_strings_and_nested_comments() {
        for (text, expected) in [
            ("//! a\n/// b\nfn c() {}\n", 1),
            ("/* a /* b */ c\n d */ e\n", 1),
            ("let a = \"/*\";\nb();\n", 2),
            ("let a = '\"'; // \"\n// b\n", 1),
            ("let a = '\\''; /* \n b */\n", 1),
            ("let a = r\"\\\"; // b\n// c\n", 1),
            ("let a = r#\"\n// text \" of a string\n\"#;\n// no\n", 3),
            ("let a = b\"\\\\\";\n// no\n", 1),
            ("fn f<'a>(x: &'a str) {} // '\n// no\n", 1),
            ("let a = \"x\n\n// text\n\";\n// no\n", 3),
        ] {
            assert_eq!(lines("Rust", text), expected, "{text}");
        }
    }
}
