//! onnxruntime, numpy and PyTorch load the files of a network and give the numbers of ours.

mod common;
#[path = "common/networks.rs"]
mod networks;

use std::path::PathBuf;

use common::folder;
use common::models::train;
use common::python::{python, run, torch};
use common::tables;
use networks::{inputs, networks};
use neuralatex_core::prelude::*;
use serde_json::json;

/// Each argument is a folder with the files of a model, and rows with what we make of them.
const SCRIPT: &str = r#"
import json, math, sys
import numpy, onnx, onnxruntime
from safetensors import safe_open

sigmoid = lambda x: 1 / (1 + numpy.exp(-x))
numpy_of = {
    "relu": lambda x: numpy.maximum(x, 0), "leaky_relu": lambda x, slope: numpy.where(x < 0, slope * x, x),
    "tanh": numpy.tanh, "sigmoid": sigmoid, "silu": lambda x: x * sigmoid(x), "identity": lambda x: x,
    "gelu": lambda x: x * (1 + numpy.vectorize(math.erf)(x / math.sqrt(2)).astype(x.dtype)) / 2,
}

def word(text):
    name, _, number = text.rstrip(")").partition("(")
    return name, [float(number)] if number else []

def compare(who, found, expected, tolerance):
    expected = numpy.array(expected)
    assert found.shape == expected.shape, (folder, who, found.shape, expected.shape)
    size = numpy.abs(expected).max(axis=1, keepdims=True).clip(min=1)
    error = (numpy.abs(found - expected) / size).max()
    assert error <= tolerance, f"{folder}: {who} is {error} away"

for folder in sys.argv[1:]:
    ours = json.load(open(folder + "/ours.json"))
    # The official reader finds nothing wrong, and its writer writes the same.
    model = onnx.load(folder + "/model.onnx")
    onnx.checker.check_model(model, full_check=True)
    assert model.SerializeToString() == open(folder + "/model.onnx", "rb").read(), folder
    entries = {entry.key: entry.value for entry in model.metadata_props}

    with safe_open(folder + "/model.safetensors", framework="numpy") as file:
        metadata = file.metadata()
        tensors = {name: file.get_tensor(name) for name in file.keys()}
    assert metadata == entries | {"format": "pt"}, (metadata, entries)
    assert metadata.get("neuralatex.quantize") == ours["quantize"], metadata
    activations = [word(text) for text in json.loads(metadata["neuralatex.activations"])]
    kind = tensors["0.weight"].dtype
    assert kind == {"F32": numpy.float32, "F64": numpy.float64}[ours["precision"]], folder
    tolerance = 1e-6 if kind == numpy.float32 else 1e-12
    rows = numpy.array(ours["inputs"], kind)

    session = onnxruntime.InferenceSession(folder + "/model.onnx")
    names = [output.name for output in session.get_outputs()]
    assert names == ["scores"] + ["probabilities"] * (ours["probabilities"] is not None), names
    # What it cannot compute in f64 is told.
    narrow = "in f32" in model.graph.doc_string
    assert narrow == (kind == numpy.float64 and ("gelu", []) in activations), folder
    for rows_at_once in (rows, rows[:1], rows[:0]):
        found = session.run(None, {"input": rows_at_once})
        for name, values in zip(names, found):
            assert values.dtype == kind, folder
            expected = ours[name][:len(rows_at_once)]
            if expected:
                compare(f"onnxruntime's {name}", values, expected, 1e-6 if narrow else tolerance)
            else:
                assert values.shape == (0, len(ours[name][0])), values.shape

    values = rows
    for layer in range(len(activations) + 1):
        values = values @ tensors[f"{2 * layer}.weight"].T + tensors[f"{2 * layer}.bias"]
        if layer < len(activations):
            name, arguments = activations[layer]
            values = numpy_of[name](values, *arguments).astype(kind)
    compare("numpy", values, ours["scores"], tolerance)

print(len(sys.argv) - 1, "models")
"#;

/// The same for PyTorch, which another interpreter may have.
const TORCH: &str = r#"
import json, sys
import torch
from safetensors import safe_open
from safetensors.torch import load_file

torch_of = {
    "relu": torch.nn.ReLU, "leaky_relu": torch.nn.LeakyReLU, "tanh": torch.nn.Tanh, "sigmoid": torch.nn.Sigmoid,
    "silu": torch.nn.SiLU, "identity": torch.nn.Identity, "gelu": torch.nn.GELU,
}

for folder in sys.argv[1:]:
    ours = json.load(open(folder + "/ours.json"))
    with safe_open(folder + "/model.safetensors", framework="pt") as file:
        metadata = file.metadata()
    activations = json.loads(metadata["neuralatex.activations"])
    parts, sizes = [], json.loads(metadata["neuralatex.layers"])
    for layer, (inputs, outputs) in enumerate(zip(sizes, sizes[1:])):
        parts.append(torch.nn.Linear(inputs, outputs))
        if layer < len(activations):
            name, _, number = activations[layer].rstrip(")").partition("(")
            parts.append(torch_of[name](*([float(number)] if number else [])))
    kind, tolerance = {"F32": (torch.float32, 1e-6), "F64": (torch.float64, 1e-12)}[ours["precision"]]
    network = torch.nn.Sequential(*parts).to(kind)
    network.load_state_dict(load_file(folder + "/model.safetensors"))
    with torch.no_grad():
        found = network(torch.tensor(ours["inputs"], dtype=kind)).double()
    expected = torch.tensor(ours["scores"], dtype=torch.float64)
    assert found.shape == expected.shape, (folder, found.shape, expected.shape)
    size = expected.abs().max(dim=1, keepdim=True).values.clamp(min=1)
    error = ((found - expected).abs() / size).max().item()
    assert error <= tolerance, f"{folder}: PyTorch is {error} away"
print(len(sys.argv) - 1, "models")
"#;

#[test]
fn other_tools_give_our_numbers() {
    let programs = [
        (python("numpy, onnx, onnxruntime, safetensors"), SCRIPT),
        (torch("safetensors"), TORCH),
    ];
    let folder = folder("exchange_python");
    let named = tables::named(&folder).into_iter();
    let named = named.map(|model| (Precision::F32, train(model)));
    let arms = || model("Integers", [2, 16, 4]).data(blobs(30).classes(4));
    let floats = (Precision::F32, train(arms()));
    let mut folders: Vec<PathBuf> = Vec::new();
    for (precision, trained) in networks().into_iter().chain(named).chain([floats]) {
        let folder = folder.join(folders.len().to_string());
        // Of a quantised model they have the numbers that it had before.
        let quantized = (trained.name() == "Integers").then(|| train(arms().quantize(i8())));
        let shown = quantized.as_ref().unwrap_or(&trained);
        shown.report(&folder).unwrap();
        let inputs = inputs(&trained);
        let scores: Vec<Vec<f64>> = inputs.iter().map(|row| trained.scores(row)).collect();
        let probabilities: Option<Vec<Vec<f64>>> = inputs
            .iter()
            .map(|row| trained.probabilities(row))
            .collect();
        let ours = json!({
            "precision": format!("{precision:?}"),
            "inputs": inputs,
            "scores": scores,
            "probabilities": probabilities,
            "quantize": quantized.is_some().then_some("i8"),
        });
        std::fs::write(folder.join("ours.json"), ours.to_string()).unwrap();
        folders.push(folder);
    }
    let arguments: Vec<_> = folders.iter().map(PathBuf::as_path).collect();
    for (python, program) in programs {
        if let Some(python) = python {
            let printed = run(&python, program, &arguments);
            let expected = format!("{} models\n", folders.len());
            assert_eq!(String::from_utf8_lossy(&printed), expected);
        }
    }
}
