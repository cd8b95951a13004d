//! Safetensors files of networks that were trained elsewhere, made by hand.

use std::path::{Path, PathBuf};

use neuralatex_core::prelude::*;

/// A tensor: its name, the kind of its numbers, its shape and its bytes.
pub(crate) type Tensor = (String, &'static str, Vec<usize>, Vec<u8>);

/// Numbers as a tensor of `F32`.
pub(crate) fn singles(name: &str, shape: &[usize], numbers: &[f64]) -> Tensor {
    let bytes = numbers.iter().flat_map(|n| (*n as f32).to_le_bytes());
    (name.to_string(), "F32", shape.to_vec(), bytes.collect())
}

/// A file of these tensors, with members of a header before them.
pub(crate) fn file(members: &str, tensors: &[Tensor]) -> Vec<u8> {
    let mut header = members.to_string();
    let mut data = Vec::new();
    for (name, kind, shape, bytes) in tensors {
        let begin = data.len();
        data.extend_from_slice(bytes);
        let end = data.len();
        let comma = if header.is_empty() { "" } else { "," };
        header += &format!(
            r#"{comma}"{name}":{{"dtype":"{kind}","shape":{shape:?},"data_offsets":[{begin},{end}]}}"#
        );
    }
    let header = format!("{{{header}}}");
    let length = (header.len() as u64).to_le_bytes();
    [&length, header.as_bytes(), &data].concat()
}

/// The numbers of a 2-3-1 network in the paper's order, all different, which `f32` holds.
pub(crate) fn numbers() -> Vec<f64> {
    (0..13)
        .map(|n| f64::from(n * 7 % 13) / 4.0 - 1.625)
        .collect()
}

/// Its tensors under the names of two layers.
pub(crate) fn tensors([first, second]: [&str; 2]) -> Vec<Tensor> {
    let n = numbers();
    let name = |layer: &str, part: &str| match layer {
        "" => part.to_string(),
        _ => format!("{layer}.{part}"),
    };
    vec![
        singles(
            &name(first, "weight"),
            &[3, 2],
            &[n[0], n[1], n[3], n[4], n[6], n[7]],
        ),
        singles(&name(first, "bias"), &[3], &[n[2], n[5], n[8]]),
        singles(&name(second, "weight"), &[1, 3], &n[9..12]),
        singles(&name(second, "bias"), &[1], &n[12..]),
    ]
}

/// A model for it, without weights.
pub(crate) fn arm() -> Model {
    model("Arm", [2, 3, 1]).data(spiral(20)).eval(spiral(10))
}

/// Writes a file, and gives its path.
pub(crate) fn written(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}
