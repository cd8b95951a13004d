//! Files of rows for tests, and what is read from them.

#![allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]

use std::path::{Path, PathBuf};

use neuralatex_core::prelude::*;

/// An empty folder of a test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn of(test: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// A file in it.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// A CSV file in it, as a source.
    pub fn csv(&self, content: impl AsRef<[u8]>) -> Csv {
        csv(self.file("rows.csv", content))
    }

    /// Another one.
    pub fn other(&self, content: impl AsRef<[u8]>) -> Csv {
        csv(self.file("other.csv", content))
    }
}

/// A model that learns nothing, so that any numbers will do.
pub fn reader(source: impl Into<Source>) -> Model {
    let model = model("Read", [AUTO, AUTO]).data(source);
    model.epochs(1).optimizer(sgd(0.0)).card(false)
}

/// What is read of a source.
#[track_caller]
pub fn read(source: impl Into<Source>) -> Trained {
    trained(reader(source))
}

#[track_caller]
pub fn trained(model: Model) -> Trained {
    model.train().unwrap_or_else(|error| panic!("{error}"))
}

/// The inputs of all rows.
pub fn inputs(rows: &Examples) -> Vec<Vec<f64>> {
    (0..rows.rows()).map(|row| rows.inputs(row)).collect()
}

/// The targets of all rows.
pub fn targets(rows: &Examples) -> Vec<Vec<f64>> {
    (0..rows.rows()).map(|row| rows.targets(row)).collect()
}

/// The lines of the generated code that begin a variant or a field, or name a constant: what stands
/// between two texts.
pub fn between<'t>(code: &'t str, start: &str, end: &str) -> Vec<&'t str> {
    let (_, rest) = code.split_once(start).unwrap_or_else(|| panic!("{code}"));
    let (inside, _) = rest.split_once(end).unwrap_or_else(|| panic!("{code}"));
    let lines = inside.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .collect()
}

/// The fields of the struct of the inputs.
pub fn fields(trained: &Trained) -> Vec<String> {
    let code = trained.code();
    let fields = between(&code, "pub struct ReadInput {", "\n}");
    let name = |line: &&str| {
        line.strip_prefix("pub ")?
            .split_once(':')
            .map(|(name, _)| name.to_string())
    };
    fields.iter().filter_map(name).collect()
}

/// The variants of the enum of the classes.
pub fn variants(trained: &Trained) -> Vec<String> {
    let code = trained.code();
    let lines = between(&code, "pub enum ReadClass {", "\n}");
    lines
        .iter()
        .map(|line| line.trim_end_matches(',').to_string())
        .collect()
}
