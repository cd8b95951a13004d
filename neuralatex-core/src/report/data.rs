//! The results as data: `results.json` and `losses.csv`.
//!
//! `results.schema.json` beside this file is the schema of the former. Whatever is added keeps its version;
//! what is taken away or comes to mean something else raises it.

use std::fmt::Write;

use super::File;
use crate::data::{Classes, Examples};
use crate::evaluation::{Confusion, Evaluation};
use crate::json;
use crate::results::Results;
use crate::trained::Trained;

/// The most predictions that are listed: classes or numbers.
const MOST_PREDICTIONS: usize = 100_000;

/// The most classes of which there is a matrix, which grows with their square.
const MOST_CLASSES: usize = 200;

/// The schema of `results.json`, as JSON Schema.
pub(super) const SCHEMA: &str = include_str!("results.schema.json");

pub(super) fn files(results: &Results<'_>) -> Vec<File> {
    vec![
        File::new("results.json", results_json(results)),
        File::new("results.schema.json", SCHEMA),
        File::new("losses.csv", losses(results)),
    ]
}

/// All of it; a member to a line, so that two can be compared.
fn results_json(results: &Results<'_>) -> String {
    let trained = results.trained;
    let losses = trained.losses();
    let header = trained.rows.header.as_ref();
    let evaluation_losses = results.evaluation_losses.iter().map(|(epoch, loss)| {
        json::object([("epoch", epoch.to_string()), ("loss", json::number(*loss))])
    });
    let members = [
        ("schema", json::string("neuralatex results")),
        ("version", "1".to_string()),
        ("name", json::string(trained.name())),
        ("description", json::string(&trained.model.doc)),
        ("specification", specification(trained)),
        ("data", examples(Some(trained.data()))),
        ("eval", examples(trained.eval())),
        ("classes", optional(results.classes().map(Classes::json))),
        (
            "inputs",
            optional(header.map(|header| json::strings(&header.inputs()))),
        ),
        (
            "answers",
            optional(header.map(|header| json::strings(&header.answers))),
        ),
        ("parameters", trained.model.parameters().to_string()),
        ("epochs", losses.len().to_string()),
        ("seed", trained.attempt.seed.to_string()),
        ("digest", json::string(&trained.digest())),
        ("metrics", metrics(trained)),
        (
            "losses",
            json::list(losses.iter().map(|loss| json::number(*loss))),
        ),
        ("evaluation_losses", json::list(evaluation_losses)),
        ("predictions", optional(predictions(results))),
    ];
    let lines: Vec<String> = members
        .iter()
        .map(|(name, value)| format!("  {}: {value}", json::string(name)))
        .collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

fn specification(trained: &Trained) -> String {
    let words = &trained.words;
    let fields = words
        .fields
        .iter()
        .map(|(name, value)| (*name, json::string(value)));
    json::object([
        ("text", json::string(&words.to_string())),
        ("layers", json::list(&words.layers)),
        ("fields", json::object(fields)),
    ])
}

fn examples(examples: Option<&Examples>) -> String {
    optional(examples.map(|examples| {
        json::object([
            ("rows", examples.rows().to_string()),
            ("sha256", json::string(&examples.digest())),
        ])
    }))
}

fn metrics(trained: &Trained) -> String {
    let last = trained.losses().last();
    let confusion = trained
        .evaluation()
        .and_then(|evaluation| evaluation.confusion.as_ref());
    let fit = trained.evaluation().and_then(|evaluation| evaluation.fit);
    let of_classes = |share: fn(&Confusion, usize) -> f64| {
        optional(confusion.map(|confusion| {
            let classes = 0..confusion.classes();
            json::list(classes.map(|class| json::number(share(confusion, class))))
        }))
    };
    let counts = |confusion: &Confusion| json::list(confusion.rows().map(json::list));
    let few = confusion.filter(|confusion| confusion.classes() <= MOST_CLASSES);
    json::object([
        (
            "training_loss",
            optional(last.map(|loss| json::number(*loss))),
        ),
        ("loss", optional(trained.loss().map(json::number))),
        (
            "evaluated",
            optional(trained.evaluated().map(|rows| rows.to_string())),
        ),
        (
            "correct",
            optional(trained.correct().map(|rows| rows.to_string())),
        ),
        ("accuracy", optional(trained.accuracy().map(json::number))),
        ("precision", of_classes(Confusion::precision)),
        ("recall", of_classes(Confusion::recall)),
        ("confusion", optional(few.map(counts))),
        ("mae", optional(fit.map(|fit| json::number(fit.mae)))),
        ("rmse", optional(fit.map(|fit| json::number(fit.rmse)))),
        ("r2", optional(fit.map(|fit| json::number(fit.r2)))),
        (
            "not_quantized",
            optional(trained.evaluation_of_floats().map(before)),
        ),
    ])
}

/// How good it was before it was quantised.
fn before(floats: &Evaluation) -> String {
    json::object([
        ("loss", json::number(floats.loss)),
        ("accuracy", optional(floats.accuracy().map(json::number))),
        ("r2", optional(floats.fit.map(|fit| json::number(fit.r2)))),
    ])
}

/// For the evaluation rows, in their order: what is true, and what is predicted.
fn predictions(results: &Results<'_>) -> Option<String> {
    let trained = results.trained;
    let eval = trained.eval()?;
    let each = match results.classes() {
        Some(_) => 1,
        None => trained.plan.outputs(),
    };
    let listed = eval.rows().min(MOST_PREDICTIONS / each);
    let [truth, predicted] = match results.classes() {
        Some(classes) => {
            let names = |places: &[u32]| {
                let each = places[..listed].iter();
                json::list(each.map(|place| classes.json_of(*place as usize)))
            };
            [names(eval.places()), names(trained.predicted_places())]
        }
        None => {
            let rows: Vec<usize> = (0..listed).collect();
            let numbers = |row: &[f64]| json::list(row.iter().map(|number| json::number(*number)));
            let targets = rows.iter().map(|row| numbers(&eval.targets(*row)));
            let scores = results.scores(&eval.inputs_of(&rows));
            [
                json::list(targets),
                json::list(scores.chunks(trained.plan.outputs()).map(numbers)),
            ]
        }
    };
    Some(json::object([
        ("rows", eval.rows().to_string()),
        ("listed", listed.to_string()),
        ("true", truth),
        ("predicted", predicted),
    ]))
}

/// The classes themselves: numbers or texts.
fn optional(value: Option<String>) -> String {
    value.unwrap_or_else(|| "null".to_string())
}

/// A line for each epoch, and one for the start if that was evaluated; a loss that was not is empty.
fn losses(results: &Results<'_>) -> String {
    let mut evaluated = results.evaluation_losses.iter().peekable();
    let losses = results.trained.losses();
    let mut lines = "epoch,training_loss,evaluation_loss\n".to_string();
    let first = evaluated.peek().map_or(1, |(epoch, _)| 1.min(*epoch));
    for epoch in first..=losses.len() {
        let number = |loss: &f64| format!("{loss:?}");
        let training = epoch.checked_sub(1).map(|index| number(&losses[index]));
        let evaluation = evaluated.next_if(|(other, _)| *other == epoch);
        let evaluation = evaluation.map(|(_, loss)| number(loss));
        let _ = writeln!(
            lines,
            "{epoch},{},{}",
            training.unwrap_or_default(),
            evaluation.unwrap_or_default()
        );
    }
    lines
}
