//! Source text with its indentation.

/// Lines of source, indented as they are added.
#[derive(Default)]
pub(super) struct Text {
    source: String,
    depth: usize,
}

/// How long a line of numbers may become, as rustfmt has it.
const WIDTH: usize = 100;

impl Text {
    /// What has been written so far.
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    pub(super) fn finish(self) -> String {
        self.source
    }

    pub(super) fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.source.push_str(&"    ".repeat(self.depth));
            self.source.push_str(line);
        }
        self.source.push('\n');
    }

    /// Several lines at once.
    pub(super) fn block(&mut self, lines: &str) {
        lines.lines().for_each(|line| self.line(line));
    }

    /// The first line of a function, or several where it would be too long.
    pub(super) fn signature(&mut self, name: &str, parameters: &[String], returns: &str) {
        let returns = match returns {
            "" => String::new(),
            _ => format!(" -> {returns}"),
        };
        let line = format!("{name}({}){returns} {{", parameters.join(", "));
        if line.len() + 4 * self.depth <= WIDTH {
            return self.line(&line);
        }
        self.line(&format!("{name}("));
        self.indented(|text| {
            for parameter in parameters {
                text.line(&format!("{parameter},"));
            }
        });
        self.line(&format!("){returns} {{"));
    }

    pub(super) fn indented(&mut self, write: impl FnOnce(&mut Text)) {
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }

    /// A doc comment. A carriage return alone may not stand in one, nor what turns the direction of
    /// writing, with which a source could look like another.
    pub(super) fn doc(&mut self, doc: &str) {
        for line in doc.lines() {
            let unfit = [
                '\r', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}',
            ];
            let line = line.replace(unfit, " ");
            let line = line.replace(['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}'], " ");
            self.line(format!("/// {line}").trim_end());
        }
    }

    /// Before what rustfmt is to leave as it is. Only rustfmt reads that: where `no_implicit_prelude` is set, the
    /// compiler would not know who is meant.
    pub(super) fn unformatted(&mut self) {
        self.line("#[cfg_attr(rustfmt, rustfmt::skip)]");
    }

    /// A constant array of values, in as many lines as they need.
    pub(super) fn values(&mut self, declaration: &str, values: &[String]) {
        self.unformatted();
        self.line(&format!("pub const {declaration} = ["));
        self.indented(|text| text.block(&wrap(&(values.join(", ") + ","), WIDTH - 4 * text.depth)));
        self.line("];");
    }

    /// A constant array, a group of numbers to a line, or to several if it is long.
    pub(super) fn numbers(&mut self, declaration: &str, groups: &[Vec<String>]) {
        let numbers = || groups.iter().flatten();
        if numbers().next().is_none() {
            return self.line(&format!("pub const {declaration} = &[];"));
        }
        if let Some(first) = numbers()
            .next()
            .filter(|first| numbers().all(|n| n == *first))
        {
            let count = numbers().count();
            return self.line(&format!("pub const {declaration} = &[{first}; {count}];"));
        }
        self.unformatted();
        self.line(&format!("pub const {declaration} = &["));
        self.indented(|text| {
            let width = WIDTH - 4 * text.depth;
            for group in groups {
                text.block(&wrap(&(group.join(", ") + ","), width));
            }
        });
        self.line("];");
    }
}

/// Breaks a text at blanks so that no line is longer than `width`, if its words allow it.
pub(super) fn wrap(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        if length > 0 && length + 1 + word.len() > width {
            wrapped.push('\n');
            length = 0;
        } else if length > 0 {
            wrapped.push(' ');
            length += 1;
        }
        wrapped.push_str(word);
        length += word.len();
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn text_is_broken_at_blanks_only() {
        assert_eq!(wrap("a bb ccc", 4), "a bb\nccc");
        assert_eq!(wrap("longer than it", 3), "longer\nthan\nit");
        assert_eq!(wrap("", 3), "");
    }
}
