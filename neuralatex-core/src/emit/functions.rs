//! The functions of the generated source: `scores`, `probabilities` and `predict`.

use super::text::Text;
use super::{arithmetic, types};
use crate::data::Task;
use crate::inference::Probabilities;
use crate::spec::activation::{Activation, Kind};
use crate::spec::{Model, Precision};
use crate::trained::Trained;

pub(super) fn functions(text: &mut Text, trained: &Trained) {
    let model = &trained.model;
    scores(text, model);
    text.line("");
    if let Some(kind) = trained.kind_of_probabilities() {
        probabilities(text, model, kind);
        text.line("");
    }
    predict(text, trained);
}

fn scores(text: &mut Text, model: &Model) {
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(model);
    let activations = model.activations();
    let last = model.layers.len() - 1;
    text.doc("What the network answers: one score for each output.");
    text.line("#[must_use]");
    text.line(&format!(
        "pub const fn scores(input: [{real}; {inputs}]) -> [{real}; {outputs}] {{"
    ));
    text.indented(|text| {
        let applied: Vec<String> = activations.iter().filter_map(|a| function(*a)).collect();
        let mut called = vec!["layer"];
        called.extend(applied.iter().map(String::as_str));
        text.arithmetic(&called, model.precision);
        let mut from = "input".to_string();
        let mut weights = "Self::WEIGHTS";
        for (size, index) in model.layers[1..].iter().zip(1..) {
            let to = if index == last {
                "scores".to_string()
            } else {
                format!("hidden_{index}")
            };
            text.line(&format!("let mut {to} = [0.0; {size}];"));
            let rest = if index == last { "" } else { "let weights = " };
            text.line(&format!("{rest}layer({weights}, &{from}, &mut {to});"));
            if let Some(activation) = activations.get(index - 1) {
                apply(text, *activation, model.precision, &to);
            }
            (from, weights) = (to, "weights");
        }
        text.line("scores");
    });
    text.line("}");
}

/// The function of the shared arithmetic behind an activation.
fn function(activation: Activation) -> Option<String> {
    match activation.0 {
        Kind::Identity => None,
        _ => Some(format!("apply_{}", activation.name())),
    }
}

fn apply(text: &mut Text, activation: Activation, precision: Precision, values: &str) {
    let Some(function) = function(activation) else {
        return;
    };
    let slope = match activation.0 {
        Kind::LeakyRelu(slope) => format!(", {}", precision.literal(slope)),
        _ => String::new(),
    };
    text.line(&format!("{function}(&mut {values}{slope});"));
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
    text.indented(|text| {
        text.arithmetic(&[function], model.precision);
        match kind {
            Probabilities::Both => {
                text.line("let [score] = Self::scores(input);");
                text.line("both(score)");
            }
            _ => {
                text.line("let mut scores = Self::scores(input);");
                text.line(&format!("{function}(&mut scores);"));
                text.line("scores");
            }
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
        Task::Classes(_) if outputs == 1 => {
            text.arithmetic(&["side"], model.precision);
            text.line("let [score] = Self::scores(input);");
            text.line("side(score, Self::CLASSES)");
        }
        Task::Classes(_) => {
            text.arithmetic(&["best"], model.precision);
            text.line("let [first, ..] = Self::CLASSES;");
            text.line("best(&Self::scores(input), &Self::CLASSES, first)");
        }
        Task::Targets => text.line("Self::scores(input)"),
    });
    text.line("}");
}

/// What stands in the types of the functions.
struct Sizes {
    real: &'static str,
    inputs: usize,
    outputs: usize,
}

impl Sizes {
    fn of(model: &Model) -> Sizes {
        Sizes {
            real: model.precision.name(),
            inputs: model.layers[0],
            outputs: model.layers[model.layers.len() - 1],
        }
    }
}

impl Text {
    /// Functions of the shared arithmetic, each followed by an empty line.
    fn arithmetic(&mut self, names: &[&str], precision: Precision) {
        for source in arithmetic::functions(names, precision) {
            self.block(&source);
            self.line("");
        }
    }
}
