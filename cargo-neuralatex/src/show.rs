//! `show`: one model, with a plot of its losses.

use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::output::{Colour, Output};
use crate::plot::{is_unicode, plot};
use crate::table::{age, size, table};
use crate::task::Task;
use crate::{list, names};

pub(crate) fn show(arguments: &Arguments) -> Result<Output, Failure> {
    let task = Task::run(arguments, "list")?;
    let shown = names::select(&task.answers, &arguments.models, task.checked)?;
    let mut full: Vec<String> = shown.iter().map(|answer| answer.name()).collect();
    full.dedup();
    if full.len() > 1 {
        let message = format!("several models have this name: {}", full.join(", "));
        return Err(Failure::new(message));
    }
    if arguments.open {
        shown.iter().try_for_each(|answer| open(answer))?;
    }
    let output = match arguments.json {
        true => task.json(shown.iter().map(|answer| value(answer))),
        false => {
            let texts: Vec<String> = shown.iter().map(|answer| text(&task, answer)).collect();
            Output::of(texts.join("\n"))
        }
    };
    let has_failed = shown.iter().any(|answer| !answer.errors.is_empty());
    Ok(task.finish(output.code(u8::from(has_failed))))
}

/// Epochs with their losses: all, or some of many.
fn losses(answer: &Answer) -> Vec<(f64, f64)> {
    let pair = |pair: &str| {
        let (epoch, loss) = pair.split_once(':')?;
        Some((epoch.parse().ok()?, loss.parse().ok()?))
    };
    let way = answer.fact("way").unwrap_or_default();
    way.split(' ').filter_map(pair).collect()
}

fn value(answer: &Answer) -> Map<String, Value> {
    let mut members = list::value(answer);
    let fields = answer.specification();
    let fields: Map<String, Value> = fields
        .map(|(name, value)| (name.to_string(), json!(value)))
        .collect();
    members.insert("specification".to_string(), fields.into());
    let losses = losses(answer);
    let losses = losses
        .iter()
        .map(|(epoch, loss)| json!({ "epoch": epoch, "loss": loss }));
    members.insert("losses".to_string(), losses.collect());
    members
}

fn text(task: &Task, answer: &Answer) -> String {
    let mut text = format!("{}\n", Colour::Bold.paint(&answer.name()));
    for error in &answer.errors {
        text += &format!("  {}\n", Colour::Red.paint(&error.replace('\n', "\n  ")));
    }
    let mut lines = Vec::new();
    let mut line = |name: &str, value: String| lines.push(vec![format!("  {name}"), value]);
    if answer.errors.is_empty() {
        let fact = |name: &str| answer.fact(name).unwrap_or("-");
        let of = |what: &str| format!("{} {what}", fact(what));
        line(
            "network",
            format!("{}, {}", fact("layers"), of("parameters")),
        );
        match &answer.weights {
            Some(path) => line("weights", task.workspace.short(path).to_string()),
            None => line("trained", format!("{}, {}", of("rows"), of("epochs"))),
        }
        if let Some(rows) = answer.fact("evaluated") {
            let results = |accuracy: &str, loss: &str| {
                let accuracy = answer.number(accuracy).map(list::percent);
                let accuracy = accuracy.map(|accuracy| format!("accuracy {accuracy}, "));
                format!("{}loss {}", accuracy.unwrap_or_default(), fact(loss))
            };
            let shipped = results("accuracy", "loss");
            line("evaluated", format!("{rows} rows, {shipped}"));
            if answer.fact("not_quantized.loss").is_some() {
                let before = results("not_quantized.accuracy", "not_quantized.loss");
                line("not quantised", before);
            }
        } else if let Some(loss) = answer.fact("loss") {
            line("loss", loss.to_string());
        }
        line("digest", fact("digest").to_string());
        line("key", fact("training").to_string());
    }
    let checkpoint = match &answer.checkpoint {
        Some(path) => format!("{}, {}", task.workspace.short(path), answer.state()),
        None => "none".to_string(),
    };
    line("checkpoint", checkpoint);
    if let Some(record) = answer.record() {
        let stored = format!("{}, {} old", size(record.bytes), age(record.seconds));
        line("stored", stored);
    }
    if let Some(page) = &answer.page {
        line("page", page.display().to_string());
    }
    text += &table_without_head(&lines);
    let fields: Vec<Vec<String>> = answer
        .specification()
        .map(|(name, value)| vec![format!("    {name}"), value.to_string()])
        .collect();
    if !fields.is_empty() {
        text += &format!("\n  specification\n{}", table_without_head(&fields));
    }
    match plot(&losses(answer), is_unicode()) {
        plot if plot.is_empty() => text,
        plot => format!("{text}\n{plot}"),
    }
}

fn table_without_head(lines: &[Vec<String>]) -> String {
    let whole = table(&[&[Vec::new()], lines].concat());
    whole
        .split_once('\n')
        .map_or("", |(_, rest)| rest)
        .to_string()
}

/// Has the system show a page.
fn open(answer: &Answer) -> Result<(), Failure> {
    let Some(page) = answer.page.as_ref().filter(|page| page.is_file()) else {
        let message = format!(
            "the model `{}` has no page: NEURALATEX_REPORT=off leaves pages out, and one that fails has none",
            answer.name()
        );
        return Err(Failure::new(message));
    };
    let [program, arguments @ ..] = opener();
    let opened = Command::new(program)
        .args(arguments.iter().filter(|argument| !argument.is_empty()))
        .arg(Path::new(page))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn();
    // Where it is the browser itself, it lasts as long as somebody reads: only what fails soon is told.
    let why = match opened.and_then(outcome) {
        Ok(None) => return Ok(()),
        Ok(Some(status)) => status,
        Err(error) => error.to_string(),
    };
    let page = page.display();
    Err(Failure::new(format!(
        "cannot open the page with `{program}`: {why}; a browser can: {page}"
    )))
}

/// How a process has failed, if it has within two seconds.
fn outcome(mut process: Child) -> io::Result<Option<String>> {
    for _ in 0..20 {
        match process.try_wait()? {
            Some(status) if status.success() => return Ok(None),
            Some(status) => return Ok(Some(status.to_string())),
            None => std::thread::sleep(Duration::from_millis(100)),
        }
    }
    Ok(None)
}

/// The program that opens files, and its arguments.
fn opener() -> [&'static str; 4] {
    match std::env::consts::OS {
        // The first of its arguments would be a title.
        "windows" => ["cmd", "/C", "start", "neuralatex"],
        "macos" => ["open", "", "", ""],
        _ => ["xdg-open", "", "", ""],
    }
}
