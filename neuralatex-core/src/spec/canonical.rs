//! A specification written down: every field with the value that it has, given or by default.
//!
//! Both doors make the same [`Model`], so that the text is the same from both. Closures of learning
//! rates are told by the rates, rows that were given by their number.

use std::fmt;

use super::Model;
use super::loss::Loss;
use super::rate::Kind as RateKind;
use super::source::{Column, Csv, Filled, Kind, Source};

/// The name, the sizes, and the fields with their values.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Canonical {
    pub(crate) name: String,
    pub(crate) layers: Vec<usize>,
    pub(crate) fields: Vec<(&'static str, String)>,
}

impl Canonical {
    /// Of a model whose loss and learning rates are known.
    pub(crate) fn of(model: &Model, loss: &Loss, rates: &[f64]) -> Canonical {
        let mut fields = Vec::new();
        let mut field = |name, value: String| fields.push((name, value));
        for (name, source) in [("data", &model.data), ("eval", &model.eval)] {
            if let Some(source) = source {
                field(name, words(source, model.seed));
            }
        }
        let activations = model.activations();
        if let Some(first) = activations.first() {
            match activations.iter().all(|other| other == first) {
                true => field("activation", first.to_string()),
                false => field("activation", list(&activations)),
            }
        }
        // As it was given: some are others in disguise.
        field("loss", model.loss.as_ref().unwrap_or(loss).to_string());
        match &model.weights {
            Some(path) => {
                field("weights", format!("{:?}", path.display().to_string()));
                field("normalize", model.normalize.to_string());
                field("seed", model.seed.to_string());
            }
            None => {
                field("optimizer", optimizer(model, rates));
                field("init", model.start().to_string());
                field("normalize", model.normalize.to_string());
                field("epochs", model.epochs.to_string());
                field("batch", model.batch.to_string());
                field("seed", model.seed.to_string());
                field("shuffle", model.shuffle.to_string());
                field("restarts", model.restarts.to_string());
                if !model.stop.is_empty() {
                    field("stop", list(&model.stop));
                }
            }
        }
        field("precision", model.precision.name().to_string());
        if let Some(quantize) = model.quantize {
            field("quantize", quantize.to_string());
        }
        if !model.requirements.is_empty() {
            field("require", list(&model.requirements));
        }
        Canonical {
            name: model.name.clone(),
            layers: model.layers.clone(),
            fields,
        }
    }

    /// The value of a field.
    pub(crate) fn value(&self, field: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(name, _)| *name == field)?;
        Some(&found.1)
    }
}

/// As the macro takes it.
impl fmt::Display for Canonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.layers.iter().map(usize::to_string).collect();
        writeln!(f, "model {}<{}> {{", self.name, sizes.join(", "))?;
        for (name, value) in &self.fields {
            writeln!(f, "    {name}: {value},")?;
        }
        write!(f, "}}")
    }
}

fn list<T: ToString>(items: &[T]) -> String {
    let words: Vec<String> = items.iter().map(T::to_string).collect();
    format!("[{}]", words.join(", "))
}

/// A source with its seed, given or the model's.
pub(crate) fn words(source: &Source, seed: u64) -> String {
    let seeded = |own: Option<u64>| format!(".seed({})", own.unwrap_or(seed));
    match &source.0 {
        Kind::Shape(shape) => format!(
            "{}({}).noise({:?}){}",
            shape.form.name(),
            shape.per_class,
            shape.noise,
            seeded(shape.seed)
        ),
        Kind::Blobs(blobs) => format!(
            "blobs({}).classes({}).dimensions({}).noise({:?}){}",
            blobs.per_class,
            blobs.classes,
            blobs.dimensions,
            blobs.noise,
            seeded(blobs.seed)
        ),
        Kind::Points(points) => format!("points([… {} rows])", points.rows.len()),
        Kind::FromFn(function) => {
            format!("from_fn({}, …){}", function.rows, seeded(function.seed))
        }
        Kind::Csv(csv) => words_of_csv(csv),
        Kind::Idx(idx) => format!(
            "idx({:?}, {:?})",
            idx.images.display().to_string(),
            idx.labels.display().to_string()
        ),
        Kind::HoldOut(held) => format!("hold_out({:?}){}", held.fraction, seeded(held.seed)),
    }
}

/// The file, and what is said of it.
fn words_of_csv(csv: &Csv) -> String {
    let column = |column: &Column| match column {
        Column::Name(name) => format!("{name:?}"),
        Column::Number(number) => number.to_string(),
    };
    let mut words = format!("csv({:?})", csv.path.display().to_string());
    if let Some(label) = &csv.label {
        words += &format!(".label({})", column(label));
    }
    let lists = [
        ("target", &csv.targets),
        ("columns", &csv.columns),
        ("ignore", &csv.ignored),
        ("text", &csv.texts),
    ];
    for (word, columns) in lists {
        let names: Vec<String> = columns.iter().map(column).collect();
        match &names[..] {
            [] => {}
            [only] if word == "target" => words += &format!(".target({only})"),
            names => words += &format!(".{word}([{}])", names.join(", ")),
        }
    }
    if !csv.header {
        words += ".header(false)";
    }
    if csv.delimiter != ',' {
        words += &format!(".delimiter({:?})", csv.delimiter);
    }
    words += &match csv.missing.map(|missing| missing.0) {
        None => String::new(),
        Some(Filled::Mean) => ".missing(mean)".to_string(),
        Some(Filled::Drop) => ".missing(drop)".to_string(),
        Some(Filled::Value(value)) => format!(".missing(value({value:?}))"),
    };
    words
}

/// With the rates that a closure gives, where there is one.
fn optimizer(model: &Model, rates: &[f64]) -> String {
    let optimizer = &model.optimizer;
    let rates = match (&optimizer.rate.kind, rates) {
        (RateKind::Function(_), [first, .., last]) => format!(" /* from {first:?} to {last:?} */"),
        (RateKind::Function(_), [only]) => format!(" /* {only:?} */"),
        _ => String::new(),
    };
    format!("{optimizer}{rates}")
}
