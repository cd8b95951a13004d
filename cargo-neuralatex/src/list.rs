//! `list`: all models of a workspace.

use serde_json::{Map, Value, json};

use crate::answer::{Answer, path};
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::output::{Colour, Output};
use crate::table::{age, size, table};
use crate::task::Task;

pub(crate) fn list(arguments: &Arguments) -> Result<Output, Failure> {
    let task = Task::run(arguments, "list")?;
    let output = match arguments.json {
        true => task.json(task.answers.iter().map(value)),
        false => Output::of(text(&task.answers)),
    };
    let has_failed = task.answers.iter().any(|answer| !answer.errors.is_empty());
    Ok(task.finish(output.code(u8::from(has_failed))))
}

/// A model for machines.
pub(crate) fn value(answer: &Answer) -> Map<String, Value> {
    let mut members = answer.identity();
    let count = |name: &str| {
        json!(
            answer
                .fact(name)
                .and_then(|value| value.parse::<u64>().ok())
        )
    };
    let layers = answer.fact("layers").map(|layers| {
        let sizes = layers.split('-').filter_map(|size| size.parse().ok());
        sizes.collect::<Vec<u64>>()
    });
    let record = answer.record().map(|record| {
        json!({
            "path": path(Some(&record.path)),
            "bytes": record.bytes,
            "age_in_seconds": record.seconds,
        })
    });
    // As in the data of a report.
    let before = answer.number("not_quantized.loss").map(|loss| {
        json!({
            "loss": loss,
            "accuracy": answer.number("not_quantized.accuracy"),
        })
    });
    for (name, value) in [
        ("state", json!(answer.state())),
        ("layers", json!(layers)),
        ("parameters", count("parameters")),
        ("quantize", json!(answer.fact("specification.quantize"))),
        ("epochs", count("epochs")),
        ("rows", count("rows")),
        ("evaluated", count("evaluated")),
        ("accuracy", json!(answer.number("accuracy"))),
        ("loss", json!(answer.number("loss"))),
        ("not_quantized", json!(before)),
        ("digest", json!(answer.fact("digest"))),
        ("key", json!(answer.fact("training"))),
        ("record", json!(record)),
        ("page", path(answer.page.as_deref())),
    ] {
        members.insert(name.to_string(), value);
    }
    members
}

fn text(answers: &[Answer]) -> String {
    if answers.is_empty() {
        return "This workspace has no model.\n".to_string();
    }
    let head = [
        "model",
        "layers",
        "parameters",
        "epochs",
        "result",
        "checkpoint",
        "key",
        "size",
        "age",
    ];
    let mut lines = vec![head.map(String::from).to_vec()];
    lines.extend(answers.iter().map(line));
    let mut text = table(&lines);
    for answer in answers.iter().filter(|answer| !answer.errors.is_empty()) {
        text += &format!("\n{}\n", Colour::Red.paint(&answer.name()));
        for error in &answer.errors {
            text += &format!("  {}\n", error.replace('\n', "\n  "));
        }
    }
    text
}

fn line(answer: &Answer) -> Vec<String> {
    let fact = |name: &str| answer.fact(name).unwrap_or("-").to_string();
    let record = answer.record();
    // Behind them stands how it is quantised, if it is.
    let layers = match answer.fact("specification.quantize") {
        Some(integers) => format!("{}, {integers}", fact("layers")),
        None => fact("layers"),
    };
    let key = answer.fact("training").and_then(|key| key.get(..12));
    vec![
        answer.name(),
        layers,
        fact("parameters"),
        fact("epochs"),
        result(answer),
        answer.state().to_string(),
        key.unwrap_or("-").to_string(),
        record
            .as_ref()
            .map_or("-".into(), |record| size(record.bytes)),
        record
            .as_ref()
            .map_or("-".into(), |record| age(record.seconds)),
    ]
}

pub(crate) fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// The accuracy, or else the loss.
fn result(answer: &Answer) -> String {
    match (answer.number("accuracy"), answer.number("loss")) {
        (Some(accuracy), _) => percent(accuracy),
        (None, Some(loss)) => format!("loss {loss:.4}"),
        _ if answer.errors.is_empty() => "not evaluated".to_string(),
        _ => "failed".to_string(),
    }
}
