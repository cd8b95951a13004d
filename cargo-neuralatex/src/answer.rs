//! What a door tells of a model.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    pub(crate) krate: String,
    pub(crate) package: String,
    pub(crate) manifest: PathBuf,
    pub(crate) door: String,
    pub(crate) model: String,
    /// What is told of it by name; nothing, if it failed.
    pub(crate) facts: Vec<(String, String)>,
    pub(crate) errors: Vec<String>,
    /// The committed file, if the specification names one.
    pub(crate) checkpoint: Option<PathBuf>,
    /// The file that the weights are from, where nothing is trained.
    pub(crate) weights: Option<PathBuf>,
    /// What the committed file is to a build.
    pub(crate) state: Option<String>,
    /// Where it is what the file should hold.
    pub(crate) content: Option<PathBuf>,
    /// Where it has been exported to, for now.
    pub(crate) export: Option<PathBuf>,
    pub(crate) page: Option<PathBuf>,
    /// Whether a script has trained it, and has not had it compiled: it may write the code itself, or have
    /// tried something.
    pub(crate) is_draft: bool,
    record: Option<PathBuf>,
}

/// The file that a build has the numbers of a training from.
pub(crate) struct Record {
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
    pub(crate) seconds: u64,
}

impl Record {
    fn at(path: &Path) -> Option<Record> {
        let found = fs::metadata(path).ok()?;
        // A record that is used is modified; not every system tells when a file was made.
        let time = found.created().or_else(|_| found.modified()).ok()?;
        Some(Record {
            path: path.to_path_buf(),
            bytes: found.len(),
            // By a clock that was put back, it may be of tomorrow.
            seconds: time.elapsed().unwrap_or_default().as_secs(),
        })
    }
}

impl Answer {
    /// From the text of a file; `None` if no door has written it.
    pub(crate) fn of(text: &str) -> Option<Answer> {
        let told: Value = serde_json::from_str(text).ok()?;
        let word = |name: &str| Some(told.get(name)?.as_str()?.to_string());
        let path = |name: &str| word(name).map(PathBuf::from);
        let facts = told.get("facts").and_then(Value::as_object);
        let fact = |(name, value): (&String, &Value)| Some((name.clone(), value.as_str()?.into()));
        let errors = told.get("errors").and_then(Value::as_array);
        let error = |error: &Value| Some(error.as_str()?.to_string());
        Some(Answer {
            krate: word("crate")?,
            package: word("package")?,
            manifest: path("manifest")?,
            door: word("door")?,
            model: word("model")?,
            facts: facts.into_iter().flatten().filter_map(fact).collect(),
            errors: errors.into_iter().flatten().filter_map(error).collect(),
            checkpoint: path("checkpoint"),
            weights: path("weights"),
            state: word("state"),
            content: path("content"),
            export: path("export"),
            page: path("page"),
            is_draft: told.get("draft").and_then(Value::as_bool) == Some(true),
            record: path("record"),
        })
    }

    /// `crate::Model`
    pub(crate) fn name(&self) -> String {
        format!("{}::{}", self.krate, self.model)
    }

    /// Whether both are of one name, in one crate.
    fn is_beside(&self, other: &Answer) -> bool {
        let place = |answer: &Answer| (answer.name(), answer.manifest.clone(), answer.door.clone());
        place(self) == place(other)
    }

    pub(crate) fn fact(&self, name: &str) -> Option<&str> {
        let found = self.facts.iter().find(|(other, _)| other == name)?;
        Some(&found.1)
    }

    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.fact(name)?.parse().ok()
    }

    /// The fields of the specification with their values.
    pub(crate) fn specification(&self) -> impl Iterator<Item = (&str, &str)> {
        self.facts.iter().filter_map(|(name, value)| {
            let name = name.strip_prefix("specification.")?;
            Some((name, &value[..]))
        })
    }

    /// What the committed checkpoint is to a build.
    pub(crate) fn state(&self) -> &str {
        match (&self.checkpoint, &self.state) {
            (None, _) if self.weights.is_some() => "given",
            (None, _) => "none",
            (_, Some(state)) => state,
            (Some(_), None) => "unknown",
        }
    }

    /// The committed file, if it has all numbers, that of given weights, or what the store has.
    pub(crate) fn record(&self) -> Option<Record> {
        let is_used = ["up to date", "complete"].contains(&self.state());
        let committed = self.checkpoint.as_ref().filter(|_| is_used);
        let path = committed
            .or(self.weights.as_ref())
            .or(self.record.as_ref())?;
        Record::at(path)
    }

    /// Which model this is, for machines.
    pub(crate) fn identity(&self) -> Map<String, Value> {
        let mut members = Map::new();
        let mut member = |name: &str, value: Value| members.insert(name.to_string(), value);
        member("crate", json!(self.krate));
        member("package", json!(self.package));
        member("door", json!(self.door));
        member("model", json!(self.model));
        member("checkpoint", path(self.checkpoint.as_deref()));
        member("weights", path(self.weights.as_deref()));
        if !self.errors.is_empty() {
            member("errors", json!(self.errors));
        }
        members
    }
}

/// Leaves out drafts of models that were compiled in the end.
pub(crate) fn without_drafts(answers: Vec<Answer>) -> Vec<Answer> {
    let (drafts, mut kept): (Vec<Answer>, Vec<Answer>) =
        answers.into_iter().partition(|answer| answer.is_draft);
    let is_alone = |draft: &Answer| !kept.iter().any(|other| other.is_beside(draft));
    let drafts: Vec<Answer> = drafts.into_iter().filter(is_alone).collect();
    kept.extend(drafts);
    kept
}

/// For machines.
pub(crate) fn path(path: Option<&Path>) -> Value {
    path.map_or(Value::Null, |path| json!(path.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::{Answer, Record, without_drafts};
    use std::fs;
    use std::time::{Duration, SystemTime};

    /// Elsewhere a file is no younger than its last change.
    #[test]
    #[cfg(target_os = "linux")]
    fn the_age_is_that_of_the_file_whenever_it_was_used() {
        let path = std::env::temp_dir().join(format!("neuralatex-age-{}", std::process::id()));
        fs::write(&path, "12345").expect("a file");
        let file = fs::File::options().write(true).open(&path);
        let then = SystemTime::now() - Duration::from_secs(1_000_000);
        file.expect("a file").set_modified(then).expect("a time");
        let Record { bytes, seconds, .. } = Record::at(&path).expect("a file");
        let is_told = fs::metadata(&path).expect("a file").created().is_ok();
        assert_eq!(bytes, 5);
        assert_eq!(seconds < 1_000, is_told, "{seconds}");
        fs::remove_file(path).expect("a file");
    }

    #[test]
    fn drafts_of_what_was_compiled_do_not_count() {
        let answer = |model: &str, door: &str, facts: &str, draft: bool| {
            let text = format!(
                r#"{{ "crate": "a", "package": "a", "manifest": "/a", "door": "{door}", "model": "{model}",
                    "facts": {{ "loss": "{facts}" }}, "draft": {draft} }}"#
            );
            Answer::of(&text).expect("an answer")
        };
        let tried = answer("A", "build-script", "1", true);
        let compiled = answer("A", "build-script", "2", false);
        let other = answer("B", "build-script", "3", true);
        let of_macro = answer("A", "macro", "4", false);
        let answers = vec![tried.clone(), compiled.clone(), other.clone()];
        assert_eq!(without_drafts(answers), [compiled, other]);
        let answers = vec![of_macro.clone(), tried.clone()];
        assert_eq!(without_drafts(answers), [of_macro, tried]);
    }
}
