//! The scales of a network of integers, and how good the network was before.

use super::super::stored::Form;
use super::super::text::{Text, wrap};
use super::super::weights::made;
use crate::trained::Trained;

pub(in super::super) fn constants(text: &mut Text, trained: &Trained, form: Form) {
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
            "SCALES",
            &quantized.scales,
            "How many units of an input a step is, input by input: an integer `q` stands for \
             `scale * (q + 128) + offset`; 0 for an input that was always the same.",
        ),
        (
            "INPUT_OFFSETS",
            "OFFSETS",
            &quantized.offsets,
            "What an integer of -128 stands for, input by input: the least number that was trained on.",
        ),
    ];
    for (name, bytes, numbers, doc) in lists {
        text.doc(&wrap(doc, 88));
        let declaration = format!("{name}: &'static [{real}; {inputs}]");
        if form == Form::Literals {
            let literals: Vec<String> = numbers.iter().map(|&n| precision.literal(n)).collect();
            text.numbers(&declaration, &[literals]);
        } else {
            made(text, &declaration, &format!("numbers({bytes})"));
        }
        text.line("");
    }
    text.doc("What 1 stands for in the scores of [`scores_i8`](Self::scores_i8).");
    let scale = precision.literal(quantized.score_scale);
    text.line(&format!("pub const SCORE_SCALE: {real} = {scale};"));
    text.line("");
}
