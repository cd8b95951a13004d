//! The functions of a network of integers.

use super::super::stored::Form;
use super::super::text::{Text, wrap};
use super::super::types;
use crate::kernels::integers::Then;
use crate::quantized::Quantized;
use crate::trained::Trained;

/// `scores`, `quantize`, `scores_i8`, and for classes `predict_i8`.
pub(in super::super) fn functions(
    text: &mut Text,
    trained: &Trained,
    quantized: &Quantized,
    form: Form,
) {
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
        "An input as integers. What lies beyond the numbers trained on becomes the nearest one,\n\
         and what is no number -128.",
        &format!("quantize(input: [{real}; {inputs}]) -> [i8; {inputs}]"),
        |text| {
            text.line(&format!("let mut integers = [0; {inputs}];"));
            let steps = match form {
                Form::Literals => "Self::INPUT_SCALES, Self::INPUT_OFFSETS",
                Form::Bytes | Form::File => "SCALES, OFFSETS",
            };
            text.line(&format!("in_steps(&input, {steps}, &mut integers);"));
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
    text.unformatted();
    text.line(&format!("pub const fn {signature} {{"));
    text.indented(body);
    text.line("}");
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
