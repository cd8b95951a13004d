//! Which tensor belongs to which layer, by its name.
//!
//! The names of layers are the same but for their numbers, which tell their order: `0`, `2`, `4` of a
//! `Sequential`, `net.0`, `net.2` of one within a module, `fc1`, `fc2`, `layers.0`, `layers.1`. The numbers may
//! have gaps, as activations have numbers too; of several in a name, the first counts most.

use std::collections::BTreeMap;

use crate::error::short;
use crate::safetensors::{Tensor, Wrong};

/// The tensors of a layer, by their places.
#[derive(PartialEq, Debug)]
pub(super) struct Layer<'t> {
    pub(super) name: &'t str,
    pub(super) weight: usize,
    pub(super) bias: Option<usize>,
}

/// A layer whose tensors have not all been seen.
struct Seen<'t> {
    name: &'t str,
    parts: [Option<usize>; 2],
}

/// In bytes: more than anybody writes.
const LONGEST: usize = 1000;

/// The layers, from that of the inputs to that of the outputs.
pub(super) fn layers<'t>(tensors: &'t [Tensor<'_>]) -> Result<Vec<Layer<'t>>, Wrong> {
    let mut seen: BTreeMap<Vec<u64>, Seen<'t>> = BTreeMap::new();
    let mut first: Option<(&Tensor<'_>, String)> = None;
    for (place, tensor) in tensors.iter().enumerate() {
        if is_of_training(&tensor.name) {
            continue;
        }
        if tensor.name.len() > LONGEST {
            return Err(tensor.wrong("its name is too long"));
        }
        let (name, part) = tensor.name.rsplit_once('.').unwrap_or(("", &tensor.name));
        let part = match part {
            "weight" => 0,
            "bias" => 1,
            _ => {
                let what = "expected a name that ends in `.weight` or `.bias`: only linear layers can be taken in";
                return Err(tensor.wrong(what));
            }
        };
        let Some((form, numbers)) = numbered(name) else {
            return Err(tensor.wrong("a number in its name is too large"));
        };
        let (other, expected) = first.get_or_insert_with(|| (tensor, form.clone()));
        if form != *expected {
            return Err(tensor.wrong(format!(
                "its name differs from `{}` in more than numbers, so that nothing tells which layer comes first; \
                 expected names such as `0.weight`, `2.weight`, or `fc1.weight`, `fc2.weight`",
                short(&other.name)
            )));
        }
        let parts = [None; 2];
        let layer = seen.entry(numbers).or_insert(Seen { name, parts });
        if layer.name != name {
            let other = short(layer.name);
            return Err(tensor.wrong(format!("its layer has the number of the layer `{other}`")));
        }
        layer.parts[part] = Some(place);
    }
    let whole = seen.into_values().map(|Seen { name, parts }| match parts {
        [Some(weight), bias] => Ok(Layer { name, weight, bias }),
        [None, bias] => {
            let bias = &tensors[bias.unwrap_or(0)];
            Err(bias.wrong(format!("`{}.weight` is missing", short(name))))
        }
    });
    whole.collect()
}

/// Whether it is what a checkpoint of ours has beside the weights.
fn is_of_training(name: &str) -> bool {
    let lists = ["losses", "rates", "eval_losses"];
    lists.contains(&name)
        || ["optimizer.first.", "optimizer.second."]
            .iter()
            .any(|prefix| name.starts_with(prefix))
}

/// A name without its numbers, and these; `None` if one is too large.
fn numbered(name: &str) -> Option<(String, Vec<u64>)> {
    let (mut form, mut numbers) = (String::new(), Vec::new());
    let mut rest = name;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (text, digits) = rest.split_at(start);
        let end = digits.find(|letter: char| !letter.is_ascii_digit());
        let (digits, behind) = digits.split_at(end.unwrap_or(digits.len()));
        numbers.push(digits.parse().ok()?);
        form += text;
        form.push('0');
        rest = behind;
    }
    Some((form + rest, numbers))
}
