//! What the functions of a network of integers read: weights, neurons, curves, and the steps of inputs.

use super::super::stored::{self, Form};
use super::super::text::{Text, wrap};
use super::super::types;
use super::super::weights::{byte_string, taken_in};
use crate::inference::SOURCES_OF_INTEGERS;
use crate::kernels::integers::Then;
use crate::quantized::Quantized;
use crate::trained::Trained;

/// The constants of the layers: numbers that are written down, or pieces of bytes.
struct Constants<'t> {
    text: &'t mut Text,
    form: Form,
    /// Where the next piece begins.
    next: usize,
}

/// All that is stored.
pub(in super::super) fn stored(
    text: &mut Text,
    trained: &Trained,
    quantized: &Quantized,
    form: Form,
) {
    let length = match form {
        Form::Literals => 0,
        _ => bytes(text, trained, quantized, form),
    };
    let name = types::own("Curve", &trained.model);
    let layers = &quantized.layers;
    if layers
        .iter()
        .any(|layer| matches!(layer.then, Then::Curved(_)))
    {
        curve_type(text, &name);
    }
    let next = 0;
    let mut constants = Constants { text, form, next };
    // As `stored::integers` has them.
    for (layer, index) in layers.iter().zip(1..) {
        constants.neurons(&format!("NEURONS_{index}"), &layer.neurons);
        match &layer.then {
            Then::Leaky { zeros, .. } => constants.bytes(&format!("ZEROS_{index}"), zeros),
            Then::Curved(curve) => {
                curved(constants.text, &format!("CURVE_{index}: &{name}"), curve)
            }
            Then::Straight | Then::Scored => {}
        }
    }
    constants
        .text
        .doc("The weights, layer by layer, neuron by neuron.");
    let weights: Vec<i8> = quantized.weights().collect();
    constants.bytes("WEIGHTS", &weights);
    debug_assert_eq!(constants.next, length, "every byte is in a piece");
}

impl Constants<'_> {
    fn neurons(&mut self, name: &str, neurons: &[[i32; 2]]) {
        let doc = "The bias of each neuron of a layer, and what its sum is multiplied by.";
        self.text.doc(doc);
        if self.form == Form::Literals {
            literals(self.text, &format!("{name}: &[[i32; 2]]"), neurons);
        } else {
            let piece = self.piece(size_of_val(neurons));
            let value = format!("{piece}.as_chunks().0.as_chunks().0");
            self.constant(&format!("{name}: &[[[u8; 4]; 2]] = {value}"));
        }
        self.text.line("");
    }

    fn bytes(&mut self, name: &str, numbers: &[i8]) {
        if self.form == Form::Literals {
            literals(self.text, &format!("{name}: &[i8]"), numbers);
        } else {
            let piece = self.piece(numbers.len());
            self.constant(&format!("{name}: &[u8] = {piece}"));
        }
        self.text.line("");
    }

    fn constant(&mut self, constant: &str) {
        self.text.unformatted();
        self.text.line(&format!("const {constant};"));
    }

    /// The next bytes.
    fn piece(&mut self, length: usize) -> String {
        let from = self.next;
        self.next += length;
        format!("piece({from}, {})", self.next)
    }
}

/// The statics, one of integers alone and one for inputs that are none yet, and what takes them apart. Returns how
/// many bytes the integers are.
fn bytes(text: &mut Text, trained: &Trained, quantized: &Quantized, form: Form) -> usize {
    let model = &trained.model;
    let (steps, integers) = (stored::steps(model, quantized), stored::integers(quantized));
    let (size, inputs) = (model.precision.size(), quantized.scales.len());
    let file = taken_in(&stored::file_name(model));
    let mut bytes = |doc: &str, name: &str, bytes: &[u8], place: &str| {
        let value = match form {
            Form::File => format!("{file}{place}.unwrap()"),
            _ => byte_string(bytes),
        };
        text.doc(doc);
        text.unformatted();
        text.line(&format!("static {name}: [u8; {}] = *{value};", bytes.len()));
        text.line("");
    };
    let behind = format!(".split_at({}).1.first_chunk()", model.parameters() * size);
    let doc = "The scales of all inputs, and then their offsets.";
    bytes(doc, "STEPS", &steps, &behind);
    let doc =
        "Biases and multipliers of each layer, with its zeros if it is leaky; then all weights.";
    bytes(doc, "INTEGERS", &integers, ".last_chunk()");
    for (name, index) in [("SCALES", 0), ("OFFSETS", 1)] {
        let value = format!("STEPS.as_chunks().0.as_chunks().0[{index}]");
        text.line(&format!(
            "const {name}: &[[u8; {size}]; {inputs}] = &{value};"
        ));
    }
    text.line("");
    text.block(
        "/// The integers from one place to another. Only constants call it.
const fn piece(from: usize, to: usize) -> &'static [u8] {
    INTEGERS.split_at(to).0.split_at(from).1
}",
    );
    text.line("");
    integers.len()
}

/// The type of curves.
fn curve_type(text: &mut Text, name: &str) {
    let source = SOURCES_OF_INTEGERS[0].replace("\r\n", "\n");
    let alias = source
        .split("\n\n")
        .find(|block| block.contains("\ntype Curve"));
    let alias = alias.unwrap_or_default();
    text.block(&alias.replace("type Curve", &format!("type {name}")));
    text.line("");
}

fn curved(text: &mut Text, declaration: &str, curve: &[[i16; 2]; 128]) {
    text.unformatted();
    text.line(&format!("const {declaration} = &["));
    let halves = curve.split_at(64);
    let halves = format!("{}, {},", nested(halves.0), nested(halves.1));
    text.indented(|text| text.block(&wrap(&halves, 84)));
    text.line("];");
    text.line("");
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
    text.unformatted();
    text.line(&format!("const {declaration} = &["));
    text.indented(|text| text.block(&wrap(&numbers.join(" "), 84)));
    text.line("];");
}
