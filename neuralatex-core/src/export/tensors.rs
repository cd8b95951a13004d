//! Safetensors files of rows and of weights. Rows may be many, and are not copied.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Write};

use crate::attempt::Rows;
use crate::data::Examples;
use crate::digest::Sha256;
use crate::safetensors::{self, Entry, Kind, Part, TRAINED, of_network};
use crate::spec::Precision;
use crate::training::plan::Plan;

/// The tensors of a file, and its header with the length before it.
pub(super) struct Tensors<'t> {
    header: Vec<u8>,
    tensors: Vec<Tensor<'t>>,
}

struct Tensor<'t> {
    name: String,
    kind: &'static str,
    shape: Vec<usize>,
    bytes: Cow<'t, [u8]>,
}

impl Tensor<'_> {
    fn entry(&self) -> Entry<'_> {
        Entry {
            name: &self.name,
            kind: self.kind,
            shape: &self.shape,
            bytes: self.bytes.len(),
        }
    }
}

impl<'t> Tensors<'t> {
    fn new(metadata: &[(&'static str, String)], mut tensors: Vec<Tensor<'t>>) -> Tensors<'t> {
        tensors.sort_by(|one, other| one.entry().order(&other.entry()));
        let entries: Vec<Entry<'_>> = tensors.iter().map(Tensor::entry).collect();
        Tensors {
            header: safetensors::header(metadata, &entries),
            tensors,
        }
    }

    /// Those of training and of evaluation, and what is done to inputs first: a number is taken off from each
    /// column, and the rest multiplied by another one.
    pub(super) fn of_rows(precision: Precision, rows: &'t Rows) -> Tensors<'t> {
        let mut tensors = Vec::new();
        let uses = [("train", Some(&rows.data)), ("eval", rows.eval.as_ref())];
        for (name, examples) in uses {
            let examples = examples.into_iter();
            tensors.extend(examples.flat_map(|examples| of_examples(precision, name, examples)));
        }
        if let Some(scaling) = &rows.scaling {
            for (name, numbers) in [("shift", scaling.shifts()), ("factor", scaling.factors())] {
                tensors.push(Tensor {
                    name: format!("normalize.{name}"),
                    kind: Kind::from(precision).name(),
                    shape: vec![numbers.len()],
                    bytes: precision.bytes(&numbers).into(),
                });
            }
        }
        Tensors::new(&[], tensors)
    }

    /// Start weights in the paper's order. The file says that they are no more than that.
    pub(super) fn of_network(plan: &Plan, weights: &[f64]) -> Tensors<'t> {
        let name = |layer: usize| format!("layers.{layer}");
        let parts = of_network(&plan.layers, plan.precision, name).into_iter();
        let tensor = |part: Part| {
            let mut bytes = Vec::new();
            part.write(weights, &mut bytes);
            Tensor {
                kind: part.kind().name(),
                name: part.name,
                shape: part.shape,
                bytes: bytes.into(),
            }
        };
        Tensors::new(&[(TRAINED, "no".to_string())], parts.map(tensor).collect())
    }

    /// The file, part by part.
    fn parts(&self) -> impl Iterator<Item = &[u8]> {
        let tensors = self.tensors.iter().map(|tensor| &*tensor.bytes);
        std::iter::once(&self.header[..]).chain(tensors)
    }

    /// The SHA-256 of the file.
    pub(super) fn digest(&self) -> String {
        let mut digest = Sha256::new();
        self.parts().for_each(|part| digest.update(part));
        digest.finish()
    }

    pub(super) fn write(&self, file: &mut File) -> io::Result<()> {
        self.parts().try_for_each(|part| file.write_all(part))
    }
}

/// Inputs, and classes by their places or numbers to predict.
fn of_examples<'t>(
    precision: Precision,
    name: &str,
    examples: &'t Examples,
) -> impl Iterator<Item = Tensor<'t>> {
    let rows = examples.rows();
    let [inputs, targets] = examples.in_files();
    let tensor = |what: &str, kind: &'static str, width: usize, bytes: Cow<'t, [u8]>| Tensor {
        name: format!("{name}.{what}"),
        kind,
        shape: if width > 0 {
            vec![rows, width]
        } else {
            vec![rows]
        },
        bytes,
    };
    let places = examples.places();
    let answers = match places.is_empty() {
        true => tensor(
            "targets",
            Kind::from(precision).name(),
            targets.len() / rows.max(1) / precision.size(),
            targets,
        ),
        false => {
            let bytes = places.iter().flat_map(|place| place.to_le_bytes());
            let bytes: Vec<u8> = bytes.collect();
            tensor("classes", "I32", 0, bytes.into())
        }
    };
    let inputs = tensor(
        "inputs",
        Kind::from(precision).name(),
        examples.columns(),
        inputs,
    );
    [inputs, answers].into_iter()
}
