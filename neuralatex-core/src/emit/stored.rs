//! How weights are stored in generated code: in which form, and in the order in which inference reads them.
//!
//! A layer has panels of as many outputs as fill 64 bytes, and a rest. Each is a list of columns: the biases,
//! then the weights of one input after the other.

use crate::data::names::snake_case;
use crate::inference;
use crate::kernels::integers::Then;
use crate::quantized::Quantized;
use crate::spec::Model;
use crate::trained::Trained;

/// The most weights that are literals, which people read, and the most that stand in the source.
const MOST_LITERALS: usize = 1000;
const MOST_IN_SOURCE: usize = 1_000_000;

/// What weights are written down as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Numbers, from which those that inference reads are made.
    Literals,
    /// Bytes that inference reads, from which `WEIGHTS` is made where it is used.
    Bytes,
    /// The same in a file beside the source, and behind them the steps of inputs and integers, if there are any.
    File,
}

/// The columns of panels, or of the rest.
pub(super) struct Part {
    /// The constant that holds them.
    pub(super) name: String,
    /// How many panels there are; one rest.
    pub(super) count: usize,
    pub(super) columns: usize,
    pub(super) width: usize,
    /// Where they begin.
    pub(super) from: usize,
}

/// The panels of a layer and the rest, of which one may be missing.
pub(super) struct Layer {
    pub(super) panels: Option<Part>,
    pub(super) rest: Option<Part>,
}

impl Layer {
    pub(super) fn has_panels(&self) -> bool {
        self.panels.is_some()
    }
}

impl Form {
    /// That of a model, whose weights may be in a file or not.
    pub(crate) fn of(trained: &Trained, may_be_file: bool) -> Form {
        match trained.attempt.weights.len() {
            _ if are_same(trained) => Form::Literals,
            0..=MOST_LITERALS => Form::Literals,
            count if count > MOST_IN_SOURCE && may_be_file => Form::File,
            _ => Form::Bytes,
        }
    }
}

/// Whether all weights are one number, as those of a model that stands in for another, and integers nothing.
pub(super) fn are_same(trained: &Trained) -> bool {
    let mut integers = trained.quantized.iter().flat_map(Quantized::weights);
    let mut bits = trained
        .attempt
        .weights
        .iter()
        .map(|weight| weight.to_bits());
    integers.all(|weight| weight == 0)
        && bits
            .next()
            .is_none_or(|first| bits.all(|bits| bits == first))
}

/// The file that holds the weights of a model, beside its source.
pub(crate) fn file_name(model: &Model) -> String {
    format!("{}.weights", snake_case(&model.name))
}

/// The content of that file.
pub(crate) fn file(trained: &Trained) -> Vec<u8> {
    let mut file = bytes(trained);
    if let Some(quantized) = &trained.quantized {
        file.extend(steps(&trained.model, quantized));
        file.extend(integers(quantized));
    }
    file
}

/// The bytes of the steps of inputs: their scales, and then their offsets.
pub(super) fn steps(model: &Model, quantized: &Quantized) -> Vec<u8> {
    let Quantized {
        scales, offsets, ..
    } = quantized;
    [scales, offsets]
        .map(|numbers| model.precision.bytes(numbers))
        .concat()
}

/// The bytes of the integers: the neurons of each layer and their zeros, then all weights.
pub(super) fn integers(quantized: &Quantized) -> Vec<u8> {
    let mut bytes = Vec::new();
    for layer in &quantized.layers {
        bytes.extend(
            layer
                .neurons
                .as_flattened()
                .iter()
                .flat_map(|number| number.to_le_bytes()),
        );
        if let Then::Leaky { zeros, .. } = &layer.then {
            bytes.extend(zeros.iter().copied().map(i8::cast_unsigned));
        }
    }
    bytes.extend(quantized.weights().map(i8::cast_unsigned));
    bytes
}

/// The bytes of stored weights.
pub(super) fn bytes(trained: &Trained) -> Vec<u8> {
    let Trained { model, attempt, .. } = trained;
    let panel = inference::panel(model.precision);
    let mut stored = Vec::with_capacity(attempt.weights.len());
    let mut weights = &attempt.weights[..];
    for pair in model.layers.windows(2) {
        let (inputs, outputs) = (pair[0], pair[1]);
        let (layer, others) = weights.split_at((inputs + 1) * outputs);
        for neurons in layer.chunks(panel * (inputs + 1)) {
            // The biases, which stand behind a neuron's weights, come first.
            for place in std::iter::once(inputs).chain(0..inputs) {
                stored.extend(neurons.iter().skip(place).step_by(inputs + 1));
            }
        }
        weights = others;
    }
    model.precision.bytes(&stored)
}

/// Where the weights of each layer are.
pub(super) fn layers(model: &Model) -> Vec<Layer> {
    let panel = inference::panel(model.precision);
    let mut next = 0;
    let mut part = |name: String, count: usize, columns: usize, width: usize| {
        let from = next;
        next += count * columns * width;
        (next > from).then_some(Part {
            name,
            count,
            columns,
            width,
            from,
        })
    };
    let pairs = model.layers.windows(2).zip(1..);
    let layer = |(pair, index): (&[usize], usize)| {
        let (columns, outputs) = (pair[0] + 1, pair[1]);
        Layer {
            panels: part(format!("PANELS_{index}"), outputs / panel, columns, panel),
            rest: part(format!("REST_{index}"), 1, columns, outputs % panel),
        }
    };
    pairs.map(layer).collect()
}

#[cfg(test)]
mod tests {
    use super::{bytes, file, integers, steps};
    use crate::prelude::*;

    #[test]
    fn a_file_has_the_numbers_and_then_the_integers() {
        let model = model("Both", [2, 3, 1]).data(spiral(20)).epochs(1);
        let trained = model.clone().train().unwrap();
        assert_eq!(file(&trained), bytes(&trained));
        let trained = model.quantize(i8()).train().unwrap();
        let quantized = trained.quantized.as_ref().unwrap();
        let (steps, integers) = (steps(&trained.model, quantized), integers(quantized));
        // A scale and an offset for each input; bias and multiplier of each neuron, and the weights.
        assert_eq!(steps.len(), 2 * 2 * 4);
        assert_eq!(integers.len(), (3 + 1) * 8 + (2 * 3 + 3));
        assert_eq!(file(&trained), [bytes(&trained), steps, integers].concat());
    }
}
