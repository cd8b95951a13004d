//! The two measures of the NeuRaLaTeX paper, counted over source trees.
//!
//! - **WIL**, there "written in LaTeX", is the share of a library's source lines that are written in
//!   some language: [`SourceLines::share`].
//! - **SCOMISCOP**, "source code of method in source code of paper", is the share of a method's source
//!   lines that lie in the tree of the paper: [`scomiscop`].
//!
//! ```
//! use neuralatex_core::measures::{SourceLines, library, scomiscop};
//!
//! let lines = SourceLines::of(library().join("kernels"))?;
//! assert_eq!(lines.share("Rust"), 1.0);
//! assert_eq!(lines.share("LaTeX"), 0.0);
//! assert_eq!(scomiscop(library(), [library().join("src")])?, 1.0);
//! # Ok::<(), neuralatex_core::Error>(())
//! ```
//!
//! # What counts
//! A source line is a line of a source file with more than blanks and comments. The language follows from
//! the extension of a file, or from its first line, `#!…`, if it has none: C, C++, CSS, CUDA, Fortran, Go,
//! HTML, Java, JavaScript, Julia, LaTeX (also packages and classes), Lua, MATLAB, Python, R, Rust, Shell
//! and TypeScript. Data, documents and configuration are no source: JSON, CSV, Markdown, `Cargo.toml` and
//! whatever else is not in that list.
//!
//! Left out are what is hidden, what caches mark with a `CACHEDIR.TAG`, as Cargo does with `target`, links
//! and files that are not text.
//!
//! Comments are found as well as that goes without parsing: markers in strings are none, and Rust's block
//! comments nest; Python's docstrings are strings, and so are source.

mod language;
mod lines;

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use language::{LANGUAGES, Language};

/// How many source lines there are of each language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceLines {
    /// By name.
    lines: Vec<(&'static str, usize)>,
}

impl SourceLines {
    /// Those of a folder with all that is in it, or of a file.
    ///
    /// # Errors
    /// If it is not there or cannot be read.
    pub fn of(path: impl AsRef<Path>) -> Result<SourceLines> {
        let files = files([path])?;
        let lines_in = |name: &str| {
            let of_language = files.iter().filter(|(_, file)| file.language.name == name);
            of_language.map(|(_, file)| file.lines).sum()
        };
        let lines = LANGUAGES
            .iter()
            .map(|language| (language.name, lines_in(language.name)));
        Ok(SourceLines {
            lines: lines.filter(|(_, lines)| *lines > 0).collect(),
        })
    }

    /// Of all languages.
    pub fn total(&self) -> usize {
        self.languages().map(|(_, lines)| lines).sum()
    }

    /// Of one, such as `"Rust"`.
    pub fn in_language(&self, name: &str) -> usize {
        let found = self.languages().find(|(other, _)| *other == name);
        found.map_or(0, |(_, lines)| lines)
    }

    /// The languages with their lines, by name.
    pub fn languages(&self) -> impl Iterator<Item = (&'static str, usize)> {
        self.lines.iter().copied()
    }

    /// WIL: the share of the lines that is written in a language; 0 where there are no lines.
    pub fn share(&self, language: &str) -> f64 {
        ratio(self.in_language(language), self.total())
    }
}

/// SCOMISCOP: the share of the source lines of a method, which is in these folders and files, that lies
/// in the folder of the paper; 0 where there are no lines. What is named twice counts once.
///
/// # Errors
/// If something is not there or cannot be read.
pub fn scomiscop(
    paper: impl AsRef<Path>,
    method: impl IntoIterator<Item = impl AsRef<Path>>,
) -> Result<f64> {
    let paper = canonical(paper.as_ref())?;
    let (mut inside, mut all) = (0, 0);
    for (path, file) in files(method)? {
        all += file.lines;
        if path.starts_with(&paper) {
            inside += file.lines;
        }
    }
    Ok(ratio(inside, all))
}

/// The folder of this library, as it was compiled: its source is in `src` and, for the hot loops, in
/// `kernels`, both built by `build.rs`.
pub fn library() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

struct SourceFile {
    language: &'static Language,
    lines: usize,
}

/// All source files in folders, each once, with their canonical paths.
fn files(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Vec<(PathBuf, SourceFile)>> {
    let mut files = Vec::new();
    let mut waiting: Vec<PathBuf> = Vec::new();
    for path in paths {
        let path = canonical(path.as_ref())?;
        // What is inside of another one is found there.
        if !waiting.iter().any(|other| path.starts_with(other)) {
            waiting.retain(|other| !other.starts_with(&path));
            waiting.push(path);
        }
    }
    while let Some(path) = waiting.pop() {
        if !path.is_dir() {
            if let Some(file) = count(&path)? {
                files.push((path, file));
            }
            continue;
        }
        let unreadable = |error| Error::read(&path, &error);
        for entry in fs::read_dir(&path).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let kind = entry.file_type().map_err(unreadable)?;
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            let is_cache = kind.is_dir() && entry.path().join("CACHEDIR.TAG").exists();
            // A link may lead out of the folder, or back into it.
            if (kind.is_dir() || kind.is_file()) && !is_hidden && !is_cache {
                waiting.push(entry.path());
            }
        }
    }
    Ok(files)
}

fn count(path: &Path) -> Result<Option<SourceFile>> {
    let extension = path.extension();
    if extension.is_some() && Language::of_extension(extension).is_none() {
        return Ok(None);
    }
    let content = fs::read(path).map_err(|error| Error::read(path, &error))?;
    if content.contains(&0) {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&content);
    let language = Language::of_extension(extension).or_else(|| Language::of_first_line(&text));
    let counted = |language: &'static Language| SourceFile {
        language,
        lines: language.source_lines(&text),
    };
    Ok(language.map(counted))
}

fn canonical(path: &Path) -> Result<PathBuf> {
    path.canonicalize()
        .map_err(|error| Error::read(path, &error))
}

fn ratio(part: usize, whole: usize) -> f64 {
    match whole {
        0 => 0.0,
        _ => part as f64 / whole as f64,
    }
}
