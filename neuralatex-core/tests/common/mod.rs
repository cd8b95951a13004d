//! What several test files need: golden files and how to compare with them, folders for files.

#![allow(dead_code, reason = "each test file uses a part of it")]

pub(crate) mod by_hand;
pub(crate) mod export;
pub(crate) mod expression;
pub(crate) mod floats;
pub(crate) mod generated;
pub(crate) mod models;
pub(crate) mod network;
pub(crate) mod process;
pub(crate) mod python;
pub(crate) mod safetensors;
pub(crate) mod store;
pub(crate) mod tables;

use std::path::PathBuf;

use neuralatex_core::prelude::*;
use serde_json::Value as Json;

/// What the golden files allow for numbers; everything else is exact.
const TOLERANCE: f64 = 1e-12;

pub(crate) fn golden(file: &str) -> Json {
    let path = format!("{}/tests/golden/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The recorded training runs.
pub(crate) const TRACES: [&str; 5] = ["A", "b", "D0", "D1", "D2"];

pub(crate) fn trace(name: &str) -> Json {
    golden(&format!("trace_{name}.json"))
}

/// The generator of a run; without a seed fp's own.
pub(crate) fn fp_seed(trace: &Json) -> Init {
    match trace["config"]["fp_seed"].as_u64() {
        Some(seed) => paper().seed(seed),
        None => paper(),
    }
}

/// The paper's learning rate.
pub(crate) fn rate(epoch: f64) -> f64 {
    1.0 - 0.9 * (epoch - 1.0) / 100.0
}

/// A golden number: a string as TeX holds it, after a resume with a blank behind.
pub(crate) fn number(json: &Json) -> f64 {
    let text = json.as_str().unwrap_or_else(|| panic!("{json}")).trim();
    text.parse().unwrap_or_else(|_| panic!("{text}"))
}

pub(crate) fn numbers(json: &Json) -> Vec<f64> {
    list(json).iter().map(number).collect()
}

pub(crate) fn list(json: &Json) -> &[Json] {
    json.as_array().unwrap_or_else(|| panic!("{json}"))
}

pub(crate) fn whole(json: &Json) -> usize {
    json.as_u64().unwrap_or_else(|| panic!("{json}")) as usize
}

pub(crate) fn ids(json: &Json) -> Vec<usize> {
    list(json).iter().map(whole).collect()
}

#[track_caller]
pub(crate) fn assert_close(found: f64, expected: f64, what: &str) {
    let near = (found - expected).abs() <= TOLERANCE;
    assert!(near, "{what}: found {found:?}, expected {expected:?}");
}

#[track_caller]
pub(crate) fn assert_all_close(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_close(*found, *expected, &format!("{what}, number {i}"));
    }
}

/// `show` texts: names, ids and signs exactly, numbers as numbers.
#[track_caller]
pub(crate) fn assert_show(found: &str, golden: &Json) {
    let golden = golden.as_str().unwrap();
    let fields = |text: &str| -> Vec<(String, String)> {
        let inside = text.strip_prefix("Value(").unwrap();
        let fields = inside.strip_suffix(')').unwrap().split(", ");
        let pairs = fields.map(|field| field.split_once(": ").unwrap());
        pairs.map(|(a, b)| (a.to_string(), b.to_string())).collect()
    };
    let (ours, theirs) = (fields(found), fields(golden));
    assert_eq!(ours.len(), theirs.len(), "{found} and {golden}");
    for ((name, ours), (expected, theirs)) in ours.iter().zip(&theirs) {
        assert_eq!(name, expected, "{found} and {golden}");
        match name.as_str() {
            "data" | "grad" => assert_close(ours.parse().unwrap(), theirs.parse().unwrap(), found),
            "GC" => assert_eq!(ours.parse::<f64>(), theirs.parse(), "{found} and {golden}"),
            _ => assert_eq!(ours, theirs, "{name} of {found} and {golden}"),
        }
    }
}

/// A value and its record in a snapshot.
#[track_caller]
pub(crate) fn assert_node(value: Value<'_>, node: &Json, when: &str) {
    let what = format!("{when}: {value}");
    assert_eq!(node["cls"], "Value", "{what}");
    assert_eq!(value.id(), whole(&node["id"]), "{what}");
    assert_close(value.data(), number(&node["data"]), &what);
    assert_close(value.grad(), number(&node["grad"]), &what);
    assert_eq!(value.prev(), ids(&node["prev"]), "{what}");
    assert_eq!(value.next(), ids(&node["next"]), "{what}");
    assert_eq!(value.op(), node["op"], "{what}");
    let is_parameter = whole(&node["isparam"]) == 1;
    assert_eq!(value.is_parameter(), is_parameter, "{what}");
    assert_eq!(value.grad_counter(), number(&node["gc"]), "{what}");
    assert_eq!(value.order(), ids(&node["computegraph"]), "{what}");
}

/// All these values and their records; what is no value there is skipped.
#[track_caller]
pub(crate) fn assert_snapshot(values: &[Value<'_>], snapshot: &Json) {
    let nodes = list(&snapshot["nodes"]);
    assert_eq!(nodes.len(), whole(&snapshot["object_count"]));
    let when = format!(
        "{} {} {}",
        snapshot["when"], snapshot["epoch"], snapshot["step"]
    );
    for &value in values {
        let node = &nodes[value.id() - 1];
        if node["cls"] == "Value" {
            assert_node(value, node, &when);
        }
    }
}

/// The network, its layers and its neurons, through what they display.
#[track_caller]
pub(crate) fn assert_modules(mlp: &Mlp<'_>, snapshot: &Json) {
    let mut found = vec![mlp.to_string()];
    for layer in mlp.layers() {
        found.push(layer.to_string());
        found.extend(layer.neurons().iter().map(Neuron::to_string));
    }
    let text = |json: &Json| match json {
        Json::Array(ids) => ids
            .iter()
            .map(Json::to_string)
            .collect::<Vec<_>>()
            .join(","),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let module = |node: &Json| {
        let shown: &[(&str, &str)] = match node["cls"].as_str().unwrap() {
            "Value" => return None,
            "Neuron" => &[
                ("self", "id"),
                ("NumIn", "num_in"),
                ("Bias", "b"),
                ("Activation", "nonlin"),
                ("Weights IDs", "w"),
            ],
            "Layer" => &[
                ("self", "id"),
                ("NumIn", "num_in"),
                ("NumOut", "num_out"),
                ("Neuron IDs", "neurons"),
            ],
            _ => &[
                ("self", "id"),
                ("NumIn", "num_in"),
                ("NumLayers", "num_layers"),
                ("LayerOutputSizes", "layer_output_sizes"),
                ("Layer IDs", "layers"),
            ],
        };
        let field = |(name, key): &(&str, &str)| format!("{name}: {}", text(&node[*key]));
        let fields: Vec<String> = shown.iter().map(field).collect();
        Some(format!("{}({})", text(&node["cls"]), fields.join(", ")))
    };
    let expected: Vec<String> = list(&snapshot["nodes"]).iter().filter_map(module).collect();
    assert_eq!(found, expected);
}

/// An empty folder for the files of one test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}
