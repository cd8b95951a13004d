//! The functions of the layers, one for each: its sums, then its activation.

use super::functions::Sizes;
use super::stored::{self, Layer, Part};
use super::text::Text;
use crate::spec::Model;
use crate::spec::activation::{Activation, Kind};

/// The most weights of a layer without panels of which the compiler may make straight lines. In a larger
/// one it would follow the order in which the next layer takes values, and shuffle every vector.
const MOST_INLINED: usize = 64;

pub(super) fn layers(text: &mut Text, model: &Model) {
    let layers = stored::layers(model);
    let is_in_twos = layers.iter().any(Layer::has_panels);
    let real = model.precision.name();
    for ((pair, layer), index) in model.layers.windows(2).zip(&layers).zip(1..) {
        let (inputs, outputs) = (pair[0], pair[1]);
        text.doc(&match index == layers.len() {
            true => "The scores.".to_string(),
            false => format!("The values of hidden layer {index}."),
        });
        if inputs * outputs > MOST_INLINED && layer.rest.is_some() {
            text.line("#[inline(never)]");
        }
        text.line(&format!(
            "const fn layer_{index}(inputs: &[{real}; {inputs}]) -> [{real}; {outputs}] {{"
        ));
        let apply = model
            .activations()
            .get(index - 1)
            .and_then(|a| apply(model, *a));
        text.indented(|text| one(text, layer, outputs, apply.as_deref()));
        text.line("}");
        text.line("");
        if let Some(panels) = &layer.panels {
            text.doc("The same for two rows.");
            text.line("#[inline(never)]");
            text.signature(
                &format!("const fn layer_{index}_of_two"),
                &[format!("inputs: [&[{real}; {inputs}]; 2]")],
                &format!("[[{real}; {outputs}]; 2]"),
            );
            text.indented(|text| two(text, panels, layer, outputs, apply.as_deref()));
            text.line("}");
            text.line("");
        }
    }
    if is_in_twos {
        scores_of_two(text, model, &layers);
    }
}

/// The body of a layer's function.
fn one(text: &mut Text, layer: &Layer, outputs: usize, apply: Option<&str>) {
    match layer {
        Layer {
            panels: Some(panels),
            rest,
        } => {
            text.line(&format!("let mut values = [0.0; {outputs}];"));
            let others = if rest.is_some() { "let others = " } else { "" };
            text.line(&format!(
                "{others}panels({}, inputs, &mut values);",
                panels.name
            ));
            if let Some(Part { name, .. }) = rest {
                text.line(&format!("copy(&remainder({name}, inputs), others);"));
            }
        }
        Layer { rest, .. } => {
            let name = rest.as_ref().map_or("", |rest| &rest.name);
            if apply.is_none() {
                return text.line(&format!("remainder({name}, inputs)"));
            }
            text.line(&format!("let mut values = remainder({name}, inputs);"));
        }
    }
    if let Some(apply) = apply {
        text.line(&apply.replace("VALUES", "&mut values"));
    }
    text.line("values");
}

/// The body of the function of two rows.
fn two(text: &mut Text, panels: &Part, layer: &Layer, outputs: usize, apply: Option<&str>) {
    text.line("let [input, input_of_second] = inputs;");
    text.line(&format!(
        "let [mut values, mut values_of_second] = [[0.0; {outputs}]; 2];"
    ));
    let others = match layer.rest {
        Some(_) => "let [others, others_of_second] = ",
        None => "",
    };
    text.line(&format!("{others}panels_of_two("));
    text.indented(|text| {
        text.line(&format!("{},", panels.name));
        text.line("[input, input_of_second],");
        text.line("[&mut values, &mut values_of_second],");
    });
    text.line(");");
    let both = ["", "_of_second"];
    if let Some(Part { name, .. }) = &layer.rest {
        for which in both {
            text.line(&format!(
                "copy(&remainder({name}, input{which}), others{which});"
            ));
        }
    }
    if let Some(apply) = apply {
        for which in both {
            text.line(&apply.replace("VALUES", &format!("&mut values{which}")));
        }
    }
    text.line("[values, values_of_second]");
}

fn scores_of_two(text: &mut Text, model: &Model, layers: &[Layer]) {
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(model);
    text.doc("The scores of two rows.");
    let row = |name: &str| format!("{name}: &[{real}; {inputs}]");
    text.signature(
        "const fn scores_of_two",
        &[row("first"), row("second")],
        &format!("[[{real}; {outputs}]; 2]"),
    );
    text.indented(|text| {
        for (layer, index) in layers.iter().zip(1..) {
            let values = match layer.has_panels() {
                true => format!("layer_{index}_of_two([first, second])"),
                false => format!("[layer_{index}(first), layer_{index}(second)]"),
            };
            text.line(&match index == layers.len() {
                true => values,
                false => format!("let [first, second] = &{values};"),
            });
        }
    });
    text.line("}");
    text.line("");
}

/// What an activation does to `VALUES`, if it does something.
fn apply(model: &Model, activation: Activation) -> Option<String> {
    let slope = match activation.0 {
        Kind::Identity => return None,
        Kind::LeakyRelu(slope) => format!(", {}", model.precision.literal(slope)),
        _ => String::new(),
    };
    Some(format!("apply_{}(VALUES{slope});", activation.name()))
}
