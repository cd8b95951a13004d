//! What a training and its code follow from, as text: every field that has a say, the bytes of files,
//! and the sources of this crate.

use crate::attempt::Rows;
use crate::contents::{Content, Contents};
use crate::data::Examples;
use crate::digest::{Sha256, sha256};
use crate::spec::loss::{Kind as LossKind, Loss};
use crate::spec::source::{Kind, LabelKind, Row, Source};
use crate::spec::{AUTO, Model, Precision, canonical, check};

/// A text, and its digest, by which records are found.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Key {
    pub(crate) text: String,
    pub(crate) digest: String,
}

impl From<String> for Key {
    fn from(text: String) -> Key {
        Key {
            digest: sha256(text.as_bytes()),
            text,
        }
    }
}

/// The keys of a model.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    /// What the numbers follow from.
    pub(crate) training: Key,
    /// And the words.
    pub(crate) code: Key,
}

impl Keys {
    /// Those of a model of which no row has been read. `None` if its specification is not sound, and where
    /// rows have to be made.
    pub(crate) fn before_rows(model: &Model, rates: &[f64]) -> Option<Keys> {
        match check::check(model, rates).is_empty() {
            true => Keys::of(model, rates, None, &Contents::of(model)),
            false => None,
        }
    }

    /// Those of a model whose specification is sound. `None` if a file cannot be read, and where rows
    /// have to be made before anything can be told of them.
    pub(crate) fn of(
        model: &Model,
        rates: &[f64],
        rows: Option<&Rows>,
        contents: &Contents,
    ) -> Option<Keys> {
        let (version, sources) = (env!("CARGO_PKG_VERSION"), env!("NEURALATEX_SOURCES"));
        let mut text = format!("neuralatex {version} {sources}\n");
        let mut field = |name: &str, value: &str| text += &format!("{name}: {value}\n");
        let size = |size: &usize| match *size {
            AUTO => "_".to_string(),
            size => size.to_string(),
        };
        field("layers", &list(model.layers.iter().map(size)));
        let made = |rows: &Rows| made(&rows.data, rows);
        let data = model.data.as_ref()?;
        field("data", &source(data, model, rows.map(made), contents)?);
        if let Some(eval) = &model.eval {
            let made = rows.and_then(|rows| Some(self::made(rows.eval.as_ref()?, rows)));
            let words = source(eval, model, made.clone(), contents)?;
            // What is held out of rows that a function makes is none of those that are told of above.
            let held = match (&data.0, &eval.0) {
                (Kind::FromFn(_), Kind::HoldOut(_)) => made?,
                _ => String::new(),
            };
            field("eval", &(words + &held));
        }
        let activations = model.activations();
        field(
            "activation",
            &list(activations.iter().map(ToString::to_string)),
        );
        if let Some(given) = &model.loss {
            field("loss", &loss(given));
        }
        let rule = &model.optimizer.rule;
        field("optimizer", &format!("{}{rule}", rule.method.name()));
        field("rates", &digest(rates));
        field("init", &model.start().to_string());
        field("normalize", &model.normalize.to_string());
        field("epochs", &model.epochs.to_string());
        field("batch", &model.batch.to_string());
        field("seed", &model.seed.to_string());
        field("shuffle", &model.shuffle.to_string());
        field("restarts", &model.restarts.to_string());
        field("stop", &list(model.stop.iter().map(ToString::to_string)));
        field("precision", model.precision.name());
        // One that is not there has no say.
        if let Some(path) = &model.checkpoint {
            match contents.get(path) {
                Content::Digest(content) => {
                    field("checkpoint", &format!("{:?} {content}", path.display()));
                }
                Content::Missing => {}
                Content::Unreadable => return None,
            }
        }
        if let Some(path) = &model.weights {
            let content = contents.digest(path)?;
            field("weights", &format!("{:?} {content}", path.display()));
        }
        let training = Key::from(text.clone());
        let mut field = |name: &str, value: &str| text += &format!("{name}: {value}\n");
        field("name", &model.name);
        if let Some(quantize) = model.quantize {
            field("quantize", &quantize.to_string());
        }
        field("doc", &sha256(model.doc.as_bytes()));
        field("card", &model.card.to_string());
        field(
            "allow",
            &list(model.allowed.iter().map(ToString::to_string)),
        );
        let required = model.requirements.iter().map(ToString::to_string);
        field("require", &list(required));
        // As the card tells it.
        field("rate", &format!("{:?}", model.optimizer.rate));
        Some(Keys {
            training,
            code: Key::from(text),
        })
    }
}

fn list(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    words.join(", ")
}

/// A closure by its steps.
fn loss(loss: &Loss) -> String {
    match &loss.0 {
        LossKind::Custom(formula) => format!("{loss}: {}", formula.steps_in_words()),
        _ => loss.to_string(),
    }
}

/// A source by its words and by what these do not tell: the content of files, the rows that are given,
/// or those that were made by a function.
fn source(
    source: &Source,
    model: &Model,
    made: Option<String>,
    contents: &Contents,
) -> Option<String> {
    let mut words = canonical::words(source, model.seed);
    words += &match &source.0 {
        Kind::Points(points) => given(&points.rows),
        Kind::FromFn(_) => made?,
        _ => String::new(),
    };
    for path in source.files() {
        words += &format!(" {}", contents.digest(&path)?);
    }
    Some(words)
}

/// The digest of rows that are there, with what they ask for.
fn made(examples: &Examples, rows: &Rows) -> String {
    format!(" {} {:?}", examples.digest(), rows.task)
}

/// The digest of rows and their labels.
fn given(rows: &[Row]) -> String {
    let mut digest = Sha256::new();
    let mut bytes = Vec::new();
    for row in rows {
        bytes.clear();
        let numbers: &[f64] = match &row.label.0 {
            LabelKind::Whole(class) => {
                bytes.extend_from_slice(b"whole");
                bytes.extend_from_slice(&class.to_le_bytes());
                &[]
            }
            LabelKind::Number(number) => {
                bytes.extend_from_slice(b"number");
                std::slice::from_ref(number)
            }
            LabelKind::Targets(numbers) => {
                bytes.extend_from_slice(b"numbers");
                numbers
            }
        };
        for numbers in [&row.inputs[..], numbers] {
            bytes.extend_from_slice(&(numbers.len() as u64).to_le_bytes());
            for number in numbers {
                bytes.extend_from_slice(&number.to_le_bytes());
            }
        }
        digest.update(&bytes);
    }
    format!(" {}", digest.finish())
}

fn digest(numbers: &[f64]) -> String {
    sha256(&Precision::F64.bytes(numbers))
}

#[cfg(test)]
mod tests {
    use super::Keys;
    use crate::prelude::*;
    use crate::spec::check;

    #[test]
    fn the_trainer_is_part_of_every_key() {
        let spiral = model("Spiral", [2, 1]).data(spiral(5));
        let keys = Keys::before_rows(&spiral, &check::rates(&spiral)).unwrap();
        let sources = env!("NEURALATEX_SOURCES");
        assert!(u64::from_str_radix(sources, 16).is_ok_and(|hash| hash != 0));
        for key in [keys.training, keys.code] {
            let trainer = key.text.lines().next().unwrap();
            let version = env!("CARGO_PKG_VERSION");
            assert_eq!(trainer, format!("neuralatex {version} {sources}"));
        }
    }
}
