//! Languages: the files that are written in them, and how their comments look.

use std::ffi::OsStr;

pub(super) struct Language {
    pub(super) name: &'static str,
    extensions: &'static [&'static str],
    /// What `#!` calls.
    programs: &'static [&'static str],
    pub(super) line_comment: &'static [&'static str],
    pub(super) block_comment: Option<(&'static str, &'static str)>,
    /// What strings stand between; only asked where a comment can go on over lines.
    pub(super) quotes: &'static [&'static str],
    /// Those of strings that may go on over lines.
    pub(super) long_quotes: &'static [&'static str],
}

const NO_LANGUAGE: Language = Language {
    name: "",
    extensions: &[],
    programs: &[],
    line_comment: &[],
    block_comment: None,
    quotes: &[],
    long_quotes: &[],
};

/// Comments and strings as in C.
const LIKE_C: Language = Language {
    line_comment: &["//"],
    block_comment: Some(("/*", "*/")),
    quotes: &["\"", "'"],
    ..NO_LANGUAGE
};

#[rustfmt::skip]
pub(super) const LANGUAGES: &[Language] = &[
    Language { name: "C", extensions: &["c", "h"], ..LIKE_C },
    Language { name: "C++", extensions: &["cc", "cpp", "cxx", "hh", "hpp", "hxx"], ..LIKE_C },
    Language { name: "CSS", extensions: &["css"], line_comment: &[], ..LIKE_C },
    Language { name: "CUDA", extensions: &["cu", "cuh"], ..LIKE_C },
    Language { name: "Fortran", extensions: &["f90", "f95", "f03"], line_comment: &["!"], ..NO_LANGUAGE },
    Language { name: "Go", extensions: &["go"], long_quotes: &["`"], ..LIKE_C },
    Language { name: "HTML", extensions: &["html", "htm"], block_comment: Some(("<!--", "-->")), ..NO_LANGUAGE },
    Language { name: "Java", extensions: &["java"], long_quotes: &["\"\"\""], ..LIKE_C },
    Language { name: "JavaScript", extensions: &["js", "mjs"], programs: &["node"], long_quotes: &["`"], ..LIKE_C },
    Language {
        name: "Julia", extensions: &["jl"], programs: &["julia"], line_comment: &["#"],
        block_comment: Some(("#=", "=#")), quotes: &["\""], long_quotes: &["\"\"\""]
    },
    Language { name: "LaTeX", extensions: &["tex", "sty", "cls"], line_comment: &["%"], ..NO_LANGUAGE },
    Language {
        name: "Lua", extensions: &["lua"], programs: &["lua"], line_comment: &["--"],
        block_comment: Some(("--[[", "]]")), quotes: &["\"", "'"], ..NO_LANGUAGE
    },
    Language {
        name: "MATLAB", extensions: &["m"], line_comment: &["%"], block_comment: Some(("%{", "%}")),
        ..NO_LANGUAGE
    },
    Language { name: "Python", extensions: &["py"], programs: &["python"], line_comment: &["#"], ..NO_LANGUAGE },
    Language { name: "R", extensions: &["r", "R"], programs: &["Rscript"], line_comment: &["#"], ..NO_LANGUAGE },
    Language { name: RUST, extensions: &["rs"], quotes: &[], long_quotes: &["\""], ..LIKE_C },
    Language { name: "Shell", extensions: &["sh", "bash"], programs: &["sh", "bash", "dash", "zsh"], line_comment: &["#"], ..NO_LANGUAGE },
    Language { name: "TypeScript", extensions: &["ts", "tsx"], long_quotes: &["`"], ..LIKE_C },
];

/// Its comments nest, and it has raw strings, lifetimes and characters.
pub(super) const RUST: &str = "Rust";

impl Language {
    pub(super) fn of_extension(extension: Option<&OsStr>) -> Option<&'static Language> {
        let extension = extension?.to_str()?;
        LANGUAGES
            .iter()
            .find(|language| language.extensions.contains(&extension))
    }

    /// By the program of `#!/bin/sh` or `#!/usr/bin/env python3`.
    pub(super) fn of_first_line(text: &str) -> Option<&'static Language> {
        let line = text.lines().next()?.strip_prefix("#!")?;
        let mut words = line
            .split_whitespace()
            .filter_map(|word| word.rsplit('/').next());
        let program = words.find(|word| *word != "env" && !word.starts_with('-'))?;
        let program =
            program.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        LANGUAGES
            .iter()
            .find(|language| language.programs.contains(&program))
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn the_first_line_tells_the_language() {
        let name = |text| Language::of_first_line(text).map(|language| language.name);
        assert_eq!(name("#!/bin/sh\n"), Some("Shell"));
        assert_eq!(name("#!/usr/bin/env bash"), Some("Shell"));
        assert_eq!(name("#!/usr/bin/env -S python3.11 -u"), Some("Python"));
        assert_eq!(name("#!/usr/bin/unknown"), None);
        assert_eq!(name("x\n#!/bin/sh"), None);
        assert_eq!(name(""), None);
    }
}
