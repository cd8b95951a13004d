//! What the generated source has of a network of integers: its scales, its functions, and how good the network
//! was before.

use super::stored::MOST_LITERALS;
use super::text::{Text, wrap};
use super::types;
use super::weights::byte_string;
use crate::inference::SOURCES_OF_INTEGERS;
use crate::kernels::integers::Then;
use crate::quantized::Quantized;
use crate::spec::Precision;
use crate::trained::Trained;

/// Lints that would have conversions written otherwise, which a `const fn` cannot.
pub(super) const ALLOWED: &str = "#[allow(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::unnecessary_cast
)]";

pub(super) fn constants(text: &mut Text, trained: &Trained) {
    let Some(quantized) = &trained.quantized else {
        return;
    };
    if let Some(floats) = trained.evaluation_of_floats() {
        let mut constant = |name: &str, value: f64| {
            let doc = format!("[`{name}`](Self::{name}) of the network before it was quantised.");
            text.doc(&doc);
            text.line(&format!("pub const {name}_FLOAT: f64 = {value:?};"));
            text.line("");
        };
        if let Some(accuracy) = floats.accuracy() {
            constant("ACCURACY", accuracy);
        }
        constant("LOSS", floats.loss);
        if let Some(fit) = floats.fit {
            constant("R2", fit.r2);
        }
    }
    let precision = trained.plan.precision;
    let (real, inputs) = (precision.name(), quantized.scales.len());
    let lists = [
        (
            "INPUT_SCALES",
            &quantized.scales,
            "How many units of an input a step is, input by input: an integer `q` stands for \
             `scale * (q + 128) + offset`; 0 for an input that was always the same.",
        ),
        (
            "INPUT_OFFSETS",
            &quantized.offsets,
            "What an integer of -128 stands for, input by input: the least number that was trained on.",
        ),
    ];
    for (name, numbers, doc) in lists {
        text.doc(&wrap(doc, 88));
        let literals: Vec<String> = numbers.iter().map(|&n| precision.literal(n)).collect();
        text.numbers(&format!("{name}: &'static [{real}; {inputs}]"), &[literals]);
        text.line("");
    }
    text.doc("What 1 stands for in the scores of [`scores_i8`](Self::scores_i8).");
    let scale = precision.literal(quantized.score_scale);
    text.line(&format!("pub const SCORE_SCALE: {real} = {scale};"));
    text.line("");
}

/// `scores`, `quantize`, `scores_i8`, and for classes `predict_i8`.
pub(super) fn functions(text: &mut Text, trained: &Trained, quantized: &Quantized) {
    let real = trained.plan.precision.name();
    let (inputs, outputs) = (quantized.scales.len(), trained.plan.outputs());
    function(
        text,
        "What the network answers: one score for each output, computed in integers.",
        &format!("scores(input: [{real}; {inputs}]) -> [{real}; {outputs}]"),
        |text| {
            text.line(&format!("let mut scores = [0.0; {outputs}];"));
            text.line("let integers = Self::scores_i8(Self::quantize(input));");
            text.line("in_numbers(&integers, Self::SCORE_SCALE, &mut scores);");
            text.line("scores");
        },
    );
    text.line("");
    function(
        text,
        "An input as integers. What lies beyond the numbers trained on becomes the nearest one.",
        &format!("quantize(input: [{real}; {inputs}]) -> [i8; {inputs}]"),
        |text| {
            text.line(&format!("let mut integers = [0; {inputs}];"));
            let arguments = "&input, Self::INPUT_SCALES, Self::INPUT_OFFSETS, &mut integers";
            text.line(&format!("in_steps({arguments});"));
            text.line("integers");
        },
    );
    text.line("");
    function(
        text,
        "What the network answers for an input that is integers already, in steps of\n\
         [`SCORE_SCALE`](Self::SCORE_SCALE). Integers are all that it computes with.",
        &format!("scores_i8(input: [i8; {inputs}]) -> [i32; {outputs}]"),
        |text| scores(text, quantized),
    );
    if let Some(class) = types::class(trained) {
        text.line("");
        function(
            text,
            "The predicted class of an input that is integers already, with integers alone.",
            &format!("predict_i8(input: [i8; {inputs}]) -> {class}"),
            |text| {
                if outputs == 1 {
                    text.line("let [score] = Self::scores_i8(input);");
                    text.line("signed(score, Self::CLASSES)");
                } else {
                    text.line("let [first, ..] = Self::CLASSES;");
                    text.line("largest(&Self::scores_i8(input), &Self::CLASSES, first)");
                }
            },
        );
    }
}

fn function(text: &mut Text, doc: &str, signature: &str, body: impl FnOnce(&mut Text)) {
    text.doc(doc);
    text.line("#[must_use]");
    text.line("#[rustfmt::skip]");
    text.line(&format!("pub const fn {signature} {{"));
    text.indented(body);
    text.line("}");
}

/// The weights of all layers, and whether they are literals.
fn weights(quantized: &Quantized) -> (Vec<i8>, bool) {
    let weights = quantized.layers.iter().flat_map(|layer| &layer.weights);
    let weights: Vec<i8> = weights.copied().collect();
    let is_zero = |weight: &i8| *weight == 0;
    let is_literal = weights.len() <= MOST_LITERALS || weights.iter().all(is_zero);
    (weights, is_literal)
}

/// The functions that those of a network of integers may call.
pub(super) fn sources(quantized: &Quantized, precision: Precision) -> String {
    let kind = if weights(quantized).1 { "i8" } else { "u8" };
    let [integer, scaled] = SOURCES_OF_INTEGERS.map(|source| source.replace("\r\n", "\n"));
    let scaled = scaled.replace("Real", precision.name());
    [integer.replace("Weight", kind), scaled].join("\n")
}

/// The constants of the layers.
pub(super) fn stored(text: &mut Text, quantized: &Quantized) {
    let layers = &quantized.layers;
    let (weights, is_literal) = weights(quantized);
    text.doc("The weights, layer by layer, neuron by neuron.");
    match is_literal {
        true => literals(text, "WEIGHTS: &[i8]", &weights),
        false => {
            let bytes: Vec<u8> = weights
                .iter()
                .map(|weight| weight.cast_unsigned())
                .collect();
            text.line("#[rustfmt::skip]");
            text.line(&format!("const WEIGHTS: &[u8] = {};", byte_string(&bytes)));
        }
    }
    text.line("");
    if layers
        .iter()
        .any(|layer| matches!(layer.then, Then::Curved(_)))
    {
        let source = SOURCES_OF_INTEGERS[0].replace("\r\n", "\n");
        let alias = source
            .split("\n\n")
            .find(|block| block.contains("\ntype Curve"));
        text.block(alias.unwrap_or_default());
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
            text.line(&format!("const CURVE_{index}: &Curve = &["));
            let halves = curve.split_at(64);
            let halves = format!("{}, {},", nested(halves.0), nested(halves.1));
            text.indented(|text| text.block(&wrap(&halves, 84)));
            text.line("];");
            text.line("");
        }
    }
}

/// The body of `scores_i8`.
fn scores(text: &mut Text, quantized: &Quantized) {
    let layers = &quantized.layers;
    let mut from = "input".to_string();
    let mut weights = "WEIGHTS";
    for (layer, index) in layers.iter().zip(1..) {
        let is_last = index == layers.len();
        let to = match is_last {
            true => "scores".to_string(),
            false => format!("hidden_{index}"),
        };
        text.line(&format!("let mut {to} = [0; {}];", layer.neurons.len()));
        let more = match &layer.then {
            Then::Leaky { slope, .. } => format!(", ({slope}, ZEROS_{index})"),
            Then::Curved(_) => format!(", CURVE_{index}"),
            Then::Straight | Then::Scored => String::new(),
        };
        let rest = if is_last { "" } else { "let weights = " };
        let call = format!(
            "{rest}{}({weights}, NEURONS_{index}, &{from}, {}{more}, &mut {to});",
            name(&layer.then),
            layer.shift
        );
        text.block(&wrap(&call, 84));
        (from, weights) = (to, "weights");
    }
    text.line("scores");
}

/// The function of a layer.
fn name(then: &Then) -> &'static str {
    match then {
        Then::Straight => "straight",
        Then::Leaky { .. } => "leaky",
        Then::Curved(_) => "curved",
        Then::Scored => "scored",
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
