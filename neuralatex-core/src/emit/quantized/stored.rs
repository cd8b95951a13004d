//! What the functions of a network of integers read: weights, neurons, curves.

use super::super::stored::{self, Form};
use super::super::text::{Text, wrap};
use super::super::types;
use super::super::weights::{byte_string, taken_in};
use crate::inference::SOURCES_OF_INTEGERS;
use crate::kernels::integers::Then;
use crate::quantized::Quantized;
use crate::spec::Model;

/// The constants of the layers.
pub(in super::super) fn stored(text: &mut Text, model: &Model, quantized: &Quantized, form: Form) {
    let (layers, name) = (&quantized.layers, types::own("Curve", model));
    weights(text, model, quantized, form);
    text.line("");
    if layers
        .iter()
        .any(|layer| matches!(layer.then, Then::Curved(_)))
    {
        let source = SOURCES_OF_INTEGERS[0].replace("\r\n", "\n");
        let alias = source
            .split("\n\n")
            .find(|block| block.contains("\ntype Curve"));
        let alias = alias.unwrap_or_default();
        text.block(&alias.replace("type Curve", &format!("type {name}")));
        text.line("");
    }
    for (layer, index) in layers.iter().zip(1..) {
        text.doc("The bias of each neuron of a layer, and what its sum is multiplied by.");
        literals(
            text,
            &format!("NEURONS_{index}: &[[i32; 2]]"),
            &layer.neurons,
        );
        text.line("");
        if let Then::Leaky { zeros, .. } = &layer.then {
            literals(text, &format!("ZEROS_{index}: &[i8]"), zeros);
            text.line("");
        }
        if let Then::Curved(curve) = &layer.then {
            text.line("#[rustfmt::skip]");
            text.line(&format!("const CURVE_{index}: &{name} = &["));
            let halves = curve.split_at(64);
            let halves = format!("{}, {},", nested(halves.0), nested(halves.1));
            text.indented(|text| text.block(&wrap(&halves, 84)));
            text.line("];");
            text.line("");
        }
    }
}

/// Those of all layers.
fn weights(text: &mut Text, model: &Model, quantized: &Quantized, form: Form) {
    text.doc("The weights, layer by layer, neuron by neuron.");
    let value = match form {
        Form::Literals => {
            let weights: Vec<i8> = quantized.weights().collect();
            return literals(text, "WEIGHTS: &[i8]", &weights);
        }
        Form::Bytes => byte_string(&stored::integers(quantized)),
        Form::File => "&INTEGERS".to_string(),
    };
    text.line("#[rustfmt::skip]");
    text.line(&format!("const WEIGHTS: &[u8] = {value};"));
    if form == Form::File {
        let count = quantized.weights().count();
        let file = taken_in(&stored::file_name(model));
        text.line("#[rustfmt::skip]");
        text.line(&format!(
            "static INTEGERS: [u8; {count}] = *{file}.last_chunk().unwrap();"
        ));
    }
}

/// Halves of halves.
fn nested(pieces: &[[i16; 2]]) -> String {
    match pieces {
        [piece] => format!("{piece:?}"),
        pieces => {
            let (first, second) = pieces.split_at(pieces.len() / 2);
            format!("[{}, {}]", nested(first), nested(second))
        }
    }
}

/// A constant of numbers that are written down.
fn literals<T: PartialEq + std::fmt::Debug>(text: &mut Text, declaration: &str, numbers: &[T]) {
    if let [first, .., _] = numbers
        && numbers.iter().all(|number| number == first)
    {
        let count = numbers.len();
        return text.line(&format!("const {declaration} = &[{first:?}; {count}];"));
    }
    let numbers: Vec<String> = numbers
        .iter()
        .map(|number| format!("{number:?},"))
        .collect();
    text.line("#[rustfmt::skip]");
    text.line(&format!("const {declaration} = &["));
    text.indented(|text| text.block(&wrap(&numbers.join(" "), 84)));
    text.line("];");
}
