//! Which tensor is which layer, by its name.

use super::names::{Layer, layers};
use crate::safetensors::{File, Wrong};

/// A file of empty tensors with these names.
fn file(names: &[&str]) -> Vec<u8> {
    let entry =
        |name: &&str| format!(r#""{name}":{{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}"#);
    let entries: Vec<String> = names.iter().map(entry).collect();
    let header = format!("{{{}}}", entries.join(","));
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes()].concat()
}

/// The names of the layers in order, those without a bias with a star.
fn order(names: &[&str]) -> Result<Vec<String>, String> {
    let bytes = file(names);
    let file = File::read(&bytes, 10).unwrap();
    let told = |layer: Layer<'_>| {
        assert!(file.tensors[layer.weight].name.ends_with("weight"));
        let star = if layer.bias.is_none() { "*" } else { "" };
        format!("{}{star}", layer.name)
    };
    match layers(&file.tensors) {
        Ok(layers) => Ok(layers.into_iter().map(told).collect()),
        Err(Wrong { place, what }) => Err(format!("{place}: {what}")),
    }
}

#[test]
fn layers_are_in_the_order_of_their_numbers() {
    for (names, expected) in [
        (
            &[
                "2.bias",
                "2.weight",
                "10.weight",
                "10.bias",
                "0.bias",
                "0.weight",
            ][..],
            &["0", "2", "10"][..],
        ),
        (
            &["net.0.weight", "net.2.weight", "net.0.bias"],
            &["net.0", "net.2*"],
        ),
        (
            &["fc10.weight", "fc9.weight", "fc9.bias", "fc10.bias"],
            &["fc9", "fc10"],
        ),
        (
            &[
                "blocks.0.2.weight",
                "blocks.1.0.weight",
                "blocks.0.0.weight",
            ],
            &["blocks.0.0*", "blocks.0.2*", "blocks.1.0*"],
        ),
        (
            &["block1.linear.weight", "block2.linear.weight"],
            &["block1.linear*", "block2.linear*"],
        ),
        (&["weight", "bias"], &[""]),
        (&["linear.weight"], &["linear*"]),
        (
            &[
                "losses",
                "rates",
                "eval_losses",
                "layers.0.weight",
                "layers.0.bias",
                "layers.1.weight",
                "layers.1.bias",
                "optimizer.first.layers.0.weight",
                "optimizer.second.layers.1.bias",
            ],
            &["layers.0", "layers.1"],
        ),
        (&[], &[]),
    ] {
        assert_eq!(order(names).unwrap(), expected, "{names:?}");
    }
}

#[test]
fn names_that_tell_no_order_are_refused() {
    let long = "x".repeat(1001);
    for (names, told) in [
        (
            &["fc1.weight", "out.weight"][..],
            "tensor `out.weight`: its name differs from `fc1.weight` in more than numbers",
        ),
        (
            &["encoder.0.weight", "decoder.0.weight"],
            "tensor `decoder.0.weight`: its name differs",
        ),
        (
            &["net.0.weight", "net.0.1.weight"],
            "tensor `net.0.1.weight`: its name differs",
        ),
        (
            &["0.weight", "1.running_mean"],
            "tensor `1.running_mean`: expected a name that ends in `.weight` or `.bias`",
        ),
        (&["kernel"], "tensor `kernel`: expected a name that ends in"),
        (
            &["0.weight", "2.bias"],
            "tensor `2.bias`: `2.weight` is missing",
        ),
        (
            &["fc1.weight", "fc01.weight"],
            "tensor `fc01.weight`: its layer has the number of the layer `fc1`",
        ),
        (
            &["fc1.weight", "fc01.bias"],
            "tensor `fc01.bias`: its layer has the number of the layer `fc1`",
        ),
        (
            &["99999999999999999999.weight"],
            "a number in its name is too large",
        ),
        (&[&long], "…`: its name is too long"),
    ] {
        let error = order(names).unwrap_err();
        assert!(error.contains(told), "{names:?}: {error}");
    }
}
