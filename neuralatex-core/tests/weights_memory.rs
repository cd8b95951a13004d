//! No file of weights, and no checkpoint, takes more memory than its own size and a constant.

mod common;
mod counting;

use std::fs;

use common::network::{arm, file, tensors};
use neuralatex_core::prelude::*;

/// What is kept of a header at most, and what a small model needs.
const CONSTANT: usize = 5 << 20;

fn header(text: &str, data: &[u8]) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes(), text.as_bytes(), data].concat()
}

fn repeated(part: impl Fn(usize) -> String, bytes: usize) -> String {
    let mut text = String::new();
    for number in 0.. {
        if text.len() > bytes {
            break;
        }
        text += if number > 0 { "," } else { "" };
        text += &part(number);
    }
    text
}

/// Some megabytes of what is small in a file and large in memory.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    const BYTES: usize = 12 << 20;
    let entry = |name: &str, offsets: &str| {
        format!(r#""{name}":{{"dtype":"F32","shape":[],"data_offsets":{offsets}}}"#)
    };
    let metadata = |inside: &str| header(&format!(r#"{{"__metadata__":{{{inside}}}}}"#), &[]);
    let long = "0".repeat(BYTES);
    let good = file("", &tensors(["0", "2"]));
    let list = |epochs: usize| {
        let end = 8 * epochs;
        let rest = 2 * end;
        format!(
            r#"{{"__metadata__":{{"format":"neuralatex 3"}},"losses":{{"dtype":"F64","shape":[{epochs}],"data_offsets":[0,{end}]}},
            "rates":{{"dtype":"F64","shape":[{epochs}],"data_offsets":[{end},{rest}]}}}}"#
        )
    };
    vec![
        ("good", good.clone()),
        ("longer", [good, vec![0; BYTES]].concat()),
        ("zeros", vec![0; BYTES]),
        ("blanks", header(&" ".repeat(BYTES), &[])),
        ("brackets", header(&"[".repeat(BYTES), &[])),
        ("objects", header(&"{\"a\":".repeat(BYTES / 5), &[])),
        (
            "tensors",
            header(
                &format!(
                    "{{{}}}",
                    repeated(|n| entry(&n.to_string(), "[0,0]"), BYTES)
                ),
                &[],
            ),
        ),
        (
            "layers",
            header(
                &format!(
                    "{{{}}}",
                    repeated(|n| entry(&format!("{n}.weight"), "[0,0]"), BYTES)
                ),
                &[],
            ),
        ),
        (
            "same",
            header(
                &format!("{{{}}}", repeated(|_| entry("a", "[0,0]"), BYTES)),
                &[],
            ),
        ),
        (
            "fields",
            metadata(&repeated(|n| format!(r#""{n}":"""#), BYTES)),
        ),
        (
            "same fields",
            metadata(&repeated(|_| r#""":"""#.to_string(), BYTES)),
        ),
        ("long text", metadata(&format!(r#""a":"{long}""#))),
        (
            "activations",
            file(
                &format!(r#""__metadata__":{{"neuralatex.activations":"{long}"}}"#),
                &tensors(["0", "2"]),
            ),
        ),
        (
            "escapes",
            metadata(&format!(r#""a":"{}""#, "\\n".repeat(BYTES / 2))),
        ),
        ("late escape", metadata(&format!(r#""a":"{long}\n""#))),
        (
            "many escapes",
            metadata(&repeated(
                |n| format!(r#""\u0061{n}":"\n{}""#, &long[..20_000]),
                BYTES,
            )),
        ),
        (
            "long name",
            header(&format!("{{{}}}", entry(&long, "[0,0]")), &[]),
        ),
        (
            "long names",
            header(
                &format!(
                    "{{{}}}",
                    repeated(
                        |n| entry(&format!("{}{n}.weight", &long[..100_000]), "[0,0]"),
                        BYTES
                    )
                ),
                &[],
            ),
        ),
        (
            "shape",
            header(
                &format!(
                    r#"{{"a":{{"shape":[{}]}}}}"#,
                    repeated(|_| "1".to_string(), BYTES)
                ),
                &[],
            ),
        ),
        (
            "number",
            header(&format!(r#"{{"a":{{"shape":[{long}]}}}}"#), &[]),
        ),
        (
            "epochs",
            header(&list(BYTES / 16), &vec![0; BYTES / 16 * 16]),
        ),
    ]
}

/// Runs something on a file of so many bytes.
#[track_caller]
fn bounded(name: &str, bytes: &[u8], run: impl FnOnce() -> Result<()>) {
    let (result, needed) = counting::needed(run);
    let most = bytes.len() + CONSTANT;
    assert!(needed <= most, "{name}: {needed} bytes, at most {most}");
    if let Err(error) = result {
        assert!(error.to_string().len() < 4000, "{name}: {error}");
    }
}

#[test]
fn no_file_of_weights_takes_more_memory_than_its_size() {
    let path = common::folder("weights_memory").join("network.safetensors");
    arm().train().unwrap(); // Some is kept for the life of the process.
    for (name, bytes) in hostile() {
        fs::write(&path, &bytes).unwrap();
        let model = arm().card(false).weights(&path);
        bounded(name, &bytes, || model.train().map(|_| ()));
    }
}

#[test]
fn no_checkpoint_takes_more_memory_than_its_size() {
    let folder = common::folder("checkpoint_memory");
    let model = arm().card(false).epochs(3);
    model.clone().train().unwrap();
    let path = folder.join("arm.safetensors");
    for (name, bytes) in hostile() {
        fs::write(&path, &bytes).unwrap();
        let model = model.clone().checkpoint(&path);
        bounded(name, &bytes, || model.train().map(|_| ()));
    }
    // One of a training that is sound, and of more epochs than are wanted.
    let long = model.clone().epochs(300_000).train().unwrap();
    long.save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let fewer = model.clone().optimizer(adam(0.01)).checkpoint(&path);
    bounded("many epochs", &bytes, || fewer.train().map(|_| ()));
    let text = folder.join("arm.txt");
    let weights = "0,".repeat(6 << 20);
    let losses: String = (1..1_000_000).map(|epoch| format!("({epoch},0)")).collect();
    for (name, content) in [
        ("weights", weights.clone()),
        ("lines", "\n".repeat(12 << 20) + "0"),
        ("losses", format!("{}0\n999999\n{losses}\n", &weights[..24])),
        ("more losses", format!("{}0\n2\n{losses}\n", &weights[..24])),
    ] {
        fs::write(&text, &content).unwrap();
        let model = model.clone().checkpoint(&text);
        bounded(name, content.as_bytes(), || model.train().map(|_| ()));
    }
}
