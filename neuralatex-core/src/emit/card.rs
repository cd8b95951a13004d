//! The model card: what a reader of the documentation wants to know of a model, as Markdown with the
//! figures in it. It follows from the training alone, and so is the same from both doors.

use std::fmt::Write;

use super::text::wrap;
use crate::data::Examples;
use crate::escape;
use crate::evaluation::Evaluation;
use crate::figures::{Figure, figures};
use crate::results::Results;
use crate::rounded::{percent, rounded, share};
use crate::trained::Trained;

/// The longest doc comment of a model, in bytes of source.
const LONGEST: usize = 60_000;

/// Lines of source are no longer than 100 characters with their indentation and `/// `.
const WIDTH: usize = 95;

/// The card, for a doc comment that has some bytes already.
pub(super) fn card(trained: &Trained, before: usize) -> String {
    let mut card = String::new();
    let results = Results::of(trained);
    table_of_results(&mut card, trained);
    table_of_classes(&mut card, &results);
    specification(&mut card, trained);
    let data = provenance(&results);
    let room = LONGEST.saturating_sub(before + in_source(&card) + in_source(&data));
    shown(&mut card, &figures(&results), room);
    card + &data
}

/// How many bytes lines take as a doc comment.
pub(super) fn in_source(lines: &str) -> usize {
    lines.len() + 4 * lines.lines().count()
}

fn table_of_results(card: &mut String, trained: &Trained) {
    *card += "# Results\n\n| result | value |\n|---|---|\n";
    let mut row = |name: &str, value: String| {
        let _ = writeln!(card, "| {name} | {value} |");
    };
    match trained.given() {
        Some(file) => row("weights from", escape::code(&file)),
        None => row("rows trained on", trained.trained_on().to_string()),
    }
    if let Some(rows) = trained.evaluated() {
        row("rows evaluated", rows.to_string());
    }
    if let (Some(correct), Some(accuracy)) = (trained.correct(), trained.accuracy()) {
        row("correct", correct.to_string());
        row("accuracy", format!("{} %", percent(accuracy)));
    }
    let floats = trained.evaluation_of_floats();
    if let Some(accuracy) = floats.and_then(Evaluation::accuracy) {
        row(
            "accuracy, not quantised",
            format!("{} %", percent(accuracy)),
        );
    }
    if let Some(loss) = trained.loss() {
        row("loss", rounded(loss));
    }
    if let Some(floats) = floats {
        row("loss, not quantised", rounded(floats.loss));
    }
    if let Some(fit) = trained.evaluation().and_then(|evaluation| evaluation.fit) {
        row("mean absolute error", rounded(fit.mae));
        row("root mean square error", rounded(fit.rmse));
        row("R²", share(fit.r2));
    }
    if let Some(fit) = floats.and_then(|evaluation| evaluation.fit) {
        row("R², not quantised", share(fit.r2));
    }
    if let Some(loss) = trained.losses().last() {
        row("training loss, last epoch", rounded(*loss));
    }
    row("parameters", trained.model.parameters().to_string());
    if let Some(quantize) = trained.model.quantize {
        row("quantised", format!("{quantize}: integers alone"));
    }
    if trained.given().is_none() {
        row("epochs", trained.losses().len().to_string());
        row("seed", trained.attempt.seed.to_string());
    }
    row("digest", escape::code(&trained.digest()));
    card.push('\n');
}

/// How good it is for each class.
fn table_of_classes(card: &mut String, results: &Results<'_>) {
    let Some(table) = results.per_class() else {
        return;
    };
    *card += "# Classes\n\n| class | rows evaluated | precision | recall |\n|---|---|---|---|\n";
    let in_percent = |share: Option<f64>| match share {
        Some(share) => format!("{} %", percent(share)),
        None => "–".to_string(),
    };
    for class in &table.classes {
        let name = escape::code(&escape::shortened(&class.name, 40, escape::on_screen));
        let (precision, recall) = (in_percent(class.precision), in_percent(class.recall));
        let _ = writeln!(card, "| {name} | {} | {precision} | {recall} |", class.rows);
    }
    let about = "Precision is the share of the rows predicted as a class that are of it, recall the share \
                 of the rows of a class that are predicted as such.";
    let said = table
        .said()
        .map_or(about.to_string(), |said| format!("{said} {about}"));
    let _ = writeln!(card, "\n{}\n", wrap(&said, WIDTH));
}

fn specification(card: &mut String, trained: &Trained) {
    *card += "# Specification\n\n```text\n";
    for line in trained.words.to_string().lines() {
        let indentation = line.len() - line.trim_start().len();
        let wrapped = wrap(line.trim_start(), WIDTH - 2 * indentation - 4);
        for (index, part) in wrapped.lines().enumerate() {
            let depth = if index == 0 {
                indentation
            } else {
                2 * indentation
            };
            let _ = writeln!(card, "{:depth$}{part}", "");
        }
    }
    *card += "```\n\n";
}

/// The figures that there is room for.
fn shown(card: &mut String, figures: &[Figure], room: usize) {
    let heading = "# Figures\n\n<div style=\"display:flex;flex-wrap:wrap;gap:1em 2em\">\n";
    let end = "</div>\n\n";
    let left_out = "Others are in the report of the model, where the build writes one.\n\n";
    let mut room = room.saturating_sub(in_source(&[heading, end, left_out].concat()));
    let mut drawn = String::new();
    let mut all = true;
    for figure in figures {
        // Without blank lines, which would end the element for Markdown.
        let element = format!(
            "<figure style=\"margin:0;width:360px;max-width:100%\"> <b>{}</b> {} <figcaption>{}</figcaption></figure>",
            escape::xml(figure.title()),
            figure.svg(),
            escape::xml(figure.caption())
        );
        let lines = wrap(&element, WIDTH) + "\n";
        match in_source(&lines) <= room {
            true => {
                room -= in_source(&lines);
                drawn += &lines;
            }
            false => all = false,
        }
    }
    if !drawn.is_empty() {
        *card += heading;
        *card += &drawn;
        *card += end;
    }
    if !all {
        *card += left_out;
    }
}

/// Where the rows came from, and what their columns are called.
fn provenance(results: &Results<'_>) -> String {
    let trained = results.trained;
    let mut lines = "# Data\n\n| field | value |\n|---|---|\n".to_string();
    let mut row = |field: &str, examples: &Examples| {
        let source = trained.words.value(field).unwrap_or_default();
        let _ = writeln!(
            lines,
            "| `{field}` | {} rows: {} |\n| SHA-256 | {} |",
            examples.rows(),
            escape::code(source),
            escape::code(&examples.digest())
        );
    };
    row("data", trained.data());
    if let Some(eval) = trained.eval() {
        row("eval", eval);
    }
    if let (Some(names), Some(header)) = (results.input_names(), &trained.rows.header) {
        let answers = match (results.classes(), header.answers.len()) {
            (Some(_), _) => "label",
            (None, 1) => "target",
            (None, _) => "targets",
        };
        let _ = writeln!(lines, "| inputs | {} |", some(&names));
        let _ = writeln!(lines, "| {answers} | {} |", some(&header.answers));
    }
    lines
}

/// The first names.
fn some(names: &[String]) -> String {
    const MOST: usize = 12;
    let code = |name: &String| escape::code(&escape::shortened(name, 40, escape::on_screen));
    let shown: Vec<String> = names.iter().take(MOST).map(code).collect();
    match names.len().checked_sub(MOST) {
        None | Some(0) => shown.join(", "),
        Some(more) => format!("{} and {more} more", shown.join(", ")),
    }
}
