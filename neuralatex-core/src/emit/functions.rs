//! The public functions of the generated source: `scores`, `probabilities`, `predict`, and those of many rows.

use super::stored::{self, Layer};
use super::text::Text;
use super::{quantized, types};
use crate::data::Task;
use crate::inference::Probabilities;
use crate::spec::Model;
use crate::trained::Trained;

pub(super) fn functions(text: &mut Text, trained: &Trained) {
    let model = &trained.model;
    let has_panels = stored::layers(model).iter().any(Layer::has_panels);
    let is_in_twos = has_panels && trained.quantized.is_none();
    match &trained.quantized {
        Some(quantized) => quantized::functions(text, trained, quantized),
        None => scores(text, model),
    }
    text.line("");
    scores_many(text, model, is_in_twos);
    text.line("");
    if let Some(kind) = trained.kind_of_probabilities() {
        probabilities(text, model, kind);
        text.line("");
    }
    predict(text, trained);
    text.line("");
    predict_many(text, trained, is_in_twos);
}

fn scores(text: &mut Text, model: &Model) {
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(model);
    text.doc("What the network answers: one score for each output.");
    text.line("#[must_use]");
    text.line(&format!(
        "pub const fn scores(input: [{real}; {inputs}]) -> [{real}; {outputs}] {{"
    ));
    text.indented(|text| {
        let last = model.layers.len() - 1;
        let mut from = "input".to_string();
        for index in 1..last {
            let to = format!("hidden_{index}");
            text.line(&format!("let {to} = layer_{index}(&{from});"));
            from = to;
        }
        text.line(&format!("layer_{last}(&{from})"));
    });
    text.line("}");
}

fn scores_many(text: &mut Text, model: &Model, is_in_twos: bool) {
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(model);
    text.doc("The scores of many rows, as many as both slices have; returns their number.");
    text.signature(
        "pub const fn scores_many",
        &[
            format!("inputs: &[[{real}; {inputs}]]"),
            format!("scores: &mut [[{real}; {outputs}]]"),
        ],
        "usize",
    );
    let two = is_in_twos.then_some("scores_of_two(first, second)");
    many(text, "scores", "Self::scores(*input)", two);
}

fn predict_many(text: &mut Text, trained: &Trained, is_in_twos: bool) {
    let (model, task) = (&trained.model, &trained.rows.task);
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(model);
    let answer = types::class(trained).unwrap_or_else(|| format!("[{real}; {outputs}]"));
    text.doc("What is predicted for many rows, as many as both slices have; returns their number.");
    text.signature(
        "pub const fn predict_many",
        &[
            format!("inputs: &[[{real}; {inputs}]]"),
            format!("predicted: &mut [{answer}]"),
        ],
        "usize",
    );
    if let Task::Targets = task {
        text.indented(|text| text.line("Self::scores_many(inputs, predicted)"));
        return text.line("}");
    }
    let two = is_in_twos.then_some("classes_of_two(scores_of_two(first, second))");
    many(text, "predicted", "Self::predict(*input)", two);
}

/// The body of a function of many rows.
fn many(text: &mut Text, results: &str, one: &str, two: Option<&str>) {
    text.indented(|text| {
        text.line(&format!(
            "let (mut inputs, mut {results}, mut count) = (inputs, {results}, 0_usize);"
        ));
        if let Some(two) = two {
            text.block(&format!(
                "while let [first, second, others @ ..] = inputs {{
    let [a, b, more @ ..] = {results} else {{
        break;
    }};
    [*a, *b] = {two};
    (inputs, {results}, count) = (others, more, count.wrapping_add(2));
}}"
            ));
        }
        text.block(&format!(
            "while let [input, others @ ..] = inputs {{
    let [result, more @ ..] = {results} else {{
        break;
    }};
    *result = {one};
    (inputs, {results}, count) = (others, more, count.wrapping_add(1));
}}
count"
        ));
    });
    text.line("}");
}

fn probabilities(text: &mut Text, model: &Model, kind: Probabilities) {
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(model);
    let (classes, function) = match kind {
        Probabilities::Both => (2, "both"),
        Probabilities::Each => (outputs, "apply_sigmoid"),
        Probabilities::Together => (outputs, "softmax"),
    };
    text.doc(match kind {
        Probabilities::Each => "The probability of each class, in their order, each for itself.",
        _ => "The probability of each class, in their order.",
    });
    text.line("#[must_use]");
    text.line(&format!(
        "pub const fn probabilities(input: [{real}; {inputs}]) -> [{real}; {classes}] {{"
    ));
    text.indented(|text| match kind {
        Probabilities::Both => {
            text.line("let [score] = Self::scores(input);");
            text.line("both(score)");
        }
        _ => {
            text.line("let mut scores = Self::scores(input);");
            text.line(&format!("{function}(&mut scores);"));
            text.line("scores");
        }
    });
    text.line("}");
}

fn predict(text: &mut Text, trained: &Trained) {
    let (model, task) = (&trained.model, &trained.rows.task);
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(model);
    let numbers = || format!("[{real}; {outputs}]");
    let answer = types::class(trained).unwrap_or_else(numbers);
    text.doc(match task {
        Task::Classes(_) if outputs == 1 => {
            "The predicted class: the second if the score is 0 or more, else the first."
        }
        Task::Classes(_) => {
            "The predicted class: that of the largest score, of equal ones the first."
        }
        Task::Targets => "The predicted numbers: the scores themselves.",
    });
    text.line("#[must_use]");
    text.line(&format!(
        "pub const fn predict(input: [{real}; {inputs}]) -> {answer} {{"
    ));
    text.indented(|text| match task {
        Task::Classes(_) if trained.quantized.is_some() => {
            text.line("Self::predict_i8(Self::quantize(input))");
        }
        Task::Classes(_) => text.line("class(Self::scores(input))"),
        Task::Targets => text.line("Self::scores(input)"),
    });
    text.line("}");
}

/// The function of a class, if there are any.
pub(super) fn class(text: &mut Text, trained: &Trained) {
    let Some(class) = types::class(trained) else {
        return;
    };
    let model = &trained.model;
    let Sizes { real, outputs, .. } = Sizes::of(model);
    let name = &model.name;
    text.doc("The class that scores speak for.");
    text.line(&format!(
        "const fn class(scores: [{real}; {outputs}]) -> {class} {{"
    ));
    text.indented(|text| match outputs {
        1 => {
            text.line("let [score] = scores;");
            text.line(&format!("side(score, {name}::CLASSES)"));
        }
        _ => {
            text.line(&format!("let [first, ..] = {name}::CLASSES;"));
            text.line(&format!("best(&scores, &{name}::CLASSES, first)"));
        }
    });
    text.line("}");
    text.line("");
    if stored::layers(model).iter().any(Layer::has_panels) {
        text.doc("The classes that the scores of two rows speak for.");
        text.signature(
            "const fn classes_of_two",
            &[format!("[first, second]: [[{real}; {outputs}]; 2]")],
            &format!("[{class}; 2]"),
        );
        text.indented(|text| text.line("[class(first), class(second)]"));
        text.line("}");
        text.line("");
    }
}

/// What stands in the types of the functions.
pub(super) struct Sizes {
    pub(super) real: &'static str,
    pub(super) inputs: usize,
    pub(super) outputs: usize,
}

impl Sizes {
    pub(super) fn of(model: &Model) -> Sizes {
        Sizes {
            real: model.precision.name(),
            inputs: model.layers[0],
            outputs: model.layers[model.layers.len() - 1],
        }
    }
}
