//! The public functions of the generated source: `scores`, `probabilities`, `predict`, and those of many rows.

use super::layers::{self, Rows};
use super::stored::Form;
use super::text::Text;
use super::{quantized, types};
use crate::data::Task;
use crate::inference::Probabilities;
use crate::spec::Model;
use crate::trained::Trained;

/// Up to so many parameters, `scores` becomes part of what calls it: a call and what it hands over would be
/// a tenth of its time.
const MOST_INLINED: usize = 2000;

pub(super) fn functions(text: &mut Text, trained: &Trained, form: Form) {
    let model = &trained.model;
    match &trained.quantized {
        Some(quantized) => quantized::functions(text, trained, quantized, form),
        None => scores(text, model),
    }
    text.line("");
    scores_many(text, trained);
    text.line("");
    if let Some(kind) = trained.kind_of_probabilities() {
        probabilities(text, model, kind);
        text.line("");
    }
    predict(text, trained);
    text.line("");
    predict_many(text, trained);
}

fn scores(text: &mut Text, model: &Model) {
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(model);
    text.doc("What the network answers: one score for each output.");
    text.line("#[must_use]");
    text.line(match model.parameters() {
        0..=MOST_INLINED => "#[inline(always)]",
        _ => "#[inline]",
    });
    text.line(&format!(
        "pub const fn scores(input: [{real}; {inputs}]) -> [{real}; {outputs}] {{"
    ));
    text.indented(|text| {
        let [alone, _] = layers::names(model);
        text.line(&format!("{alone}(&input)"));
    });
    text.line("}");
}

fn scores_many(text: &mut Text, trained: &Trained) {
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(&trained.model);
    text.doc("The scores of many rows, as many as both slices have; returns their number.");
    text.signature(
        "pub const fn scores_many",
        &[
            format!("inputs: &[[{real}; {inputs}]]"),
            format!("scores: &mut [[{real}; {outputs}]]"),
        ],
        "usize",
    );
    match trained.quantized {
        Some(_) => many(text, &[], "scores", "*result = Self::scores(*input);"),
        None => {
            let [_, of_many] = layers::names(&trained.model);
            let one = format!("*result = {of_many}(input);");
            many(text, Rows::at_once(&trained.model), "scores", &one);
        }
    }
}

fn predict_many(text: &mut Text, trained: &Trained) {
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(&trained.model);
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
    match (&trained.rows.task, &trained.quantized) {
        (Task::Targets, _) => {
            text.line("    Self::scores_many(inputs, predicted)");
            text.line("}");
        }
        (_, Some(_)) => many(text, &[], "predicted", "*result = Self::predict(*input);"),
        (_, None) => {
            let [_, of_many] = layers::names(&trained.model);
            let one = format!("*result = class({of_many}(input));");
            many(text, Rows::at_once(&trained.model), "predicted", &one);
        }
    }
}

/// The body of a function of many rows: several at once, then one by one.
fn many(text: &mut Text, several: &[Rows], results: &str, one: &str) {
    text.indented(|text| {
        text.line(&format!(
            "let (mut inputs, mut {results}) = paired(inputs, {results});"
        ));
        text.line("let count = inputs.len();");
        for rows in several {
            let Rows { count, ending } = rows;
            let inputs = rows.list('a', |input| input);
            let open = |list: &str| list.trim_end_matches(']').to_string();
            let places = open(&rows.list('p', |place| place));
            let results_of = rows.list('p', |place| format!("*{place}"));
            let scores = format!("scores{ending}({inputs})");
            let (before, found) = match results {
                "scores" => (String::new(), scores),
                _ => (
                    format!("let {inputs} = {scores};\n    "),
                    rows.list('a', |scores| format!("class({scores})")),
                ),
            };
            text.block(&format!(
                "while let ({count}, {}, others @ ..]) = (ROWS_AT_ONCE, inputs) {{
    let {places}, more @ ..] = {results} else {{
        break;
    }};
    {before}{results_of} = {found};
    (inputs, {results}) = (others, more);
}}",
                open(&inputs)
            ));
        }
        text.block(&format!(
            "while let ([input, others @ ..], [result, more @ ..]) = (inputs, {results}) {{
    {one}
    (inputs, {results}) = (others, more);
}}"
        ));
        text.line("count");
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
