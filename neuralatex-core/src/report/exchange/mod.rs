//! The network for other tools: `model.safetensors`, which PyTorch and its kin read, and `model.onnx`, which runtimes
//! do. Both hold `WEIGHTS`, in the precision of the model and with normalisation folded in, and tell in their metadata
//! what inputs and outputs are.

mod graph;
mod onnx;
mod protobuf;

use super::File;
use crate::data;
use crate::json;
use crate::safetensors::{self, Part, of_network};
use crate::trained::Trained;

/// What a file tells of the network beside its numbers; lists are JSON.
type Metadata = Vec<(&'static str, String)>;

impl Trained {
    /// The network as a safetensors file, with `WEIGHTS`, which a quantised model has too: `numpy`, PyTorch and
    /// others load it. [`report`](Trained::report) writes it as `model.safetensors`. For a training that is to go
    /// on, see [`save`](Trained::save).
    ///
    /// Tensors have the names of an `nn.Sequential` of a `Linear` for each layer and an activation between
    /// two of them, so that `load_state_dict` takes them as they are: `0.weight` (neurons, inputs),
    /// `0.bias`, `2.weight`, and so on. The activation `identity` counts, as `nn.Identity` does. Inputs are
    /// taken as they come: normalisation is folded into the first layer, as `neuralatex.normalize` in the
    /// metadata says. Beside it stand `neuralatex.version`, `model`, `layers`, `activations`, `digest` and,
    /// where there are any, `classes`, `targets` and `inputs`, which are the names of columns; lists are
    /// JSON. `neuralatex.quantize` says that the generated code computes with integers, which were made from
    /// these numbers.
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// let arm = model("Arm", [2, 8, 1]).data(spiral(50)).train()?;
    /// let file = arm.safetensors();
    /// assert!(file.len() > 33 * size_of::<f32>());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn safetensors(&self) -> Vec<u8> {
        safetensors(self, metadata(self))
    }

    /// The network as an ONNX file (opset 17), with `WEIGHTS`, which a quantised model has too: onnxruntime and
    /// others run it. [`report`](Trained::report) writes it as `model.onnx`.
    ///
    /// Its `input` is rows of inputs as they come, as many as there are at a time. It gives their `scores`
    /// and, as the generated code does, `probabilities` where the loss is a cross entropy. Numbers are those of the
    /// model's precision. Only `gelu` in `f64` has its error function computed in `f32`, as onnxruntime knows
    /// no other. The metadata is that of [`safetensors`](Trained::safetensors).
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// let arm = model("Arm", [2, 8, 1]).data(spiral(50)).train()?;
    /// let file = arm.onnx();
    /// assert!(file.len() > 33 * size_of::<f32>());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn onnx(&self) -> Vec<u8> {
        onnx::model(self, &metadata(self))
    }
}

pub(super) fn files(trained: &Trained) -> [File; 2] {
    let metadata = metadata(trained);
    let onnx = onnx::model(trained, &metadata);
    [
        File::new("model.onnx", onnx),
        File::new("model.safetensors", safetensors(trained, metadata)),
    ]
}

fn safetensors(trained: &Trained, metadata: Metadata) -> Vec<u8> {
    let mut parts = parts(trained);
    // As the reference implementation puts them.
    parts.sort_by(|one, other| one.name.cmp(&other.name));
    let weights = &trained.attempt.weights[..];
    let parts: Vec<_> = parts.iter().map(|part| (part, weights)).collect();
    let mut told = vec![("format", "pt".to_string())];
    told.extend(metadata);
    safetensors::file(&parts, |_| told)
}

/// The weights and the biases of each layer in turn. An activation behind each takes a number too.
fn parts(trained: &Trained) -> Vec<Part> {
    let plan = &trained.plan;
    of_network(&plan.layers, plan.precision, |layer| {
        (2 * layer).to_string()
    })
}

fn metadata(trained: &Trained) -> Metadata {
    let Trained { plan, rows, .. } = trained;
    let activations: Vec<String> = plan
        .activations
        .iter()
        .map(|each| each.to_string())
        .collect();
    let mut metadata = vec![
        ("neuralatex.version", env!("CARGO_PKG_VERSION").to_string()),
        ("neuralatex.model", trained.name().to_string()),
        ("neuralatex.layers", json::list(&plan.layers)),
        ("neuralatex.activations", json::strings(&activations)),
        ("neuralatex.normalize", "folded".to_string()),
        ("neuralatex.digest", trained.digest()),
    ];
    // They are the numbers from before.
    if let Some(quantize) = trained.model.quantize {
        metadata.push(("neuralatex.quantize", quantize.to_string()));
    }
    metadata.extend(data::names_of(rows.header.as_ref(), &rows.task));
    metadata
}
