//! What the doors need of a trained model: its code, what is said of it, and some facts for those who
//! list models. It can be kept as it is.

use std::borrow::Cow;

use crate::emit::{self, Form};
use crate::error::{Field, Problem};
use crate::report;
use crate::trained::Trained;
use crate::weights_file;

/// Before the names of fields.
const SPECIFIED: &str = "specification.";

/// A model as it is shipped.
#[derive(Clone, PartialEq, Debug)]
pub struct Shipped {
    code: String,
    /// The name and the content of the file that the code takes in, if it takes in one.
    pub(crate) weights: Option<(String, Vec<u8>)>,
    implementation: String,
    advice: Vec<Problem>,
    /// What is told of the model, by name.
    pub(crate) facts: Vec<(String, String)>,
    /// What its report is of.
    pub(crate) stamp: String,
}

/// For the macro.
impl Shipped {
    /// The generated source. The file that it may take in has a name without a folder.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The generated source for a place that is not known: a file that it takes in is written below the
    /// target directory, and named in full.
    pub fn code_anywhere(&self) -> Cow<'_, str> {
        match &self.weights {
            None => Cow::Borrowed(&self.code),
            Some((name, content)) => {
                let taken_in = emit::taken_in(name);
                let instead = match weights_file::write(content) {
                    Some(path) => emit::taken_in(&path),
                    None => emit::byte_string(content),
                };
                Cow::Owned(self.code.replace(&taken_in, &instead))
            }
        }
    }

    /// The impl of `Classifier` or `Regressor`, from the name of the trait on.
    pub fn implementation(&self) -> &str {
        &self.implementation
    }

    /// As [`Trained::advice`].
    pub fn advice(&self) -> &[Problem] {
        &self.advice
    }
}

/// Of one that was trained.
impl From<&Trained> for Shipped {
    fn from(trained: &Trained) -> Shipped {
        Shipped {
            advice: trained.advice(),
            facts: facts(trained),
            stamp: report::stamp(trained),
            ..Shipped::placeholder(trained)
        }
    }
}

/// Those of reports, and the specification in words.
fn facts(trained: &Trained) -> Vec<(String, String)> {
    let mut facts = report::facts(trained);
    for (name, value) in &trained.words.fields {
        // A fact is a line.
        facts.push((format!("{SPECIFIED}{name}"), value.replace('\n', " ")));
    }
    facts
}

impl Shipped {
    /// Of one that takes the place of another.
    pub fn placeholder(trained: &Trained) -> Shipped {
        let form = Form::of(trained, true);
        let is_file = form == Form::File;
        Shipped {
            code: emit::code(trained, form),
            weights: is_file.then(|| (emit::file_name(&trained.model), emit::file(trained))),
            implementation: trained.implementation(),
            advice: Vec::new(),
            facts: Vec::new(),
            stamp: String::new(),
        }
    }

    /// What is told under a name.
    pub(crate) fn fact(&self, name: &str) -> Option<&str> {
        let found = self.facts.iter().find(|(other, _)| other == name)?;
        Some(&found.1)
    }

    /// The parts of a record.
    pub(crate) fn parts(&self) -> Vec<Vec<u8>> {
        let facts = self.facts.iter();
        let facts: String = facts
            .map(|(name, value)| format!("{name} {value}\n"))
            .collect();
        let (file, content) = self.weights.clone().unwrap_or_default();
        let texts = [&self.code, &self.implementation, &self.stamp, &facts, &file];
        let mut parts: Vec<Vec<u8>> = vec![content];
        parts.extend(texts.map(|text| text.clone().into_bytes()));
        for advice in &self.advice {
            parts.push(advice.field().name().into());
            parts.push(advice.message().into());
        }
        parts
    }

    pub(crate) fn of_parts(parts: &[&[u8]]) -> Option<Shipped> {
        let [content, parts @ ..] = parts else {
            return None;
        };
        let text = |part: &&[u8]| String::from_utf8(part.to_vec()).ok();
        let texts: Vec<String> = parts.iter().map(text).collect::<Option<_>>()?;
        let [code, implementation, stamp, facts, file, advice @ ..] = &texts[..] else {
            return None;
        };
        let fact = |line: &str| line.split_once(' ').map(|(a, b)| (a.into(), b.into()));
        let advice = advice.chunks(2).map(|pair| match pair {
            [field, message] => Some(Problem::new(Field::named(field)?, message)),
            _ => None,
        });
        Some(Shipped {
            code: code.clone(),
            weights: (!file.is_empty()).then(|| (file.clone(), content.to_vec())),
            implementation: implementation.clone(),
            advice: advice.collect::<Option<_>>()?,
            facts: facts.lines().map(fact).collect::<Option<_>>()?,
            stamp: stamp.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Shipped;
    use crate::error::{Field, Problem};
    use crate::prelude::*;

    #[test]
    fn what_is_kept_is_what_was_shipped() {
        // Large inputs, and a loss that still falls.
        let rows = (0..40).map(|n| ([f64::from(n), 1e4 * f64::from(n * 7 % 11)], n % 2));
        let model = model("Kept", [2, 3, 1])
            .doc("Two\nlines.")
            .data(points(rows));
        let shipped = Shipped::from(&model.epochs(3).train().unwrap());
        assert!(!shipped.advice.is_empty() && !shipped.facts.is_empty());
        let parts = shipped.parts();
        let mut parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        assert_eq!(Shipped::of_parts(&parts), Some(shipped));
        parts.pop();
        assert_eq!(Shipped::of_parts(&parts), None);
    }

    /// That about weights was not found again.
    #[test]
    fn advice_about_any_field_is_kept() {
        let trained = model("Kept", [2, 1]).data(spiral(5)).train().unwrap();
        let mut shipped = Shipped::from(&trained);
        for field in [Field::Weights, Field::Shuffle, Field::Budget, Field::Model] {
            shipped.advice = vec![Problem::new(field, "Do not.")];
            let parts = shipped.parts();
            let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
            assert_eq!(Shipped::of_parts(&parts).as_ref(), Some(&shipped));
        }
    }
}
