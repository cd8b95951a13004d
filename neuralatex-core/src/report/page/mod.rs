//! The page of a model: one file of HTML that needs no other, and no network. What there is to read
//! is in the HTML; the script adds what moves.

mod data;
pub(crate) mod index;
mod live;

use std::fmt::{Display, Write};

use crate::escape::xml;
use crate::evaluation::Evaluation;
use crate::figures::Figure;
use crate::prose::opening;
use crate::results::Results;
use crate::rounded::{percent, rounded, share};
use crate::trained::Trained;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");

/// In the order in which they need each other.
const SCRIPTS: [&str; 13] = [
    include_str!("elementary_f32.js"),
    include_str!("elementary_f64.js"),
    include_str!("network.js"),
    include_str!("model.js"),
    include_str!("plot.js"),
    include_str!("tooltip.js"),
    include_str!("classes.js"),
    include_str!("numbers.js"),
    include_str!("diagram.js"),
    include_str!("matrices.js"),
    include_str!("try.js"),
    include_str!("replay.js"),
    include_str!("main.js"),
];

/// Networks whose weights take more bytes are not put into the page.
const MOST_BYTES: usize = 4 << 20;

/// The page.
pub(super) fn page(results: &Results<'_>, figures: &[Figure]) -> String {
    let trained = results.trained;
    let is_live = live::weights_size(trained) <= MOST_BYTES;
    let live = match is_live {
        true => live::live(results),
        false => note(&format!(
            "The network has {} parameters: too many to compute it in this page.",
            trained.attempt.weights.len()
        )),
    };
    let mut scripts = String::new();
    if is_live {
        let data = data::data(results);
        let _ = writeln!(
            scripts,
            "<script type=\"application/json\" id=\"model\">{data}</script>"
        );
    }
    let _ = write!(
        scripts,
        "<script>\n'use strict';\n{{\n{}}}\n</script>\n",
        SCRIPTS.concat()
    );
    filled(
        PAGE,
        &[
            ("name", &xml(trained.name())),
            (
                "kicker",
                match trained.given() {
                    Some(_) => "Shipped",
                    None => "Trained",
                },
            ),
            ("style", STYLE),
            ("doc", &doc(&trained.model.doc)),
            ("facts", &facts(trained)),
            ("live", &live),
            ("results", &table_of_results(trained)),
            ("classes", &table_of_classes(results)),
            ("figures", &figures.iter().map(drawn).collect::<String>()),
            ("specification", &lines(&trained.words.to_string())),
            ("origin", &origin(trained)),
            ("data", &scripts),
        ],
    )
}

/// A template whose `{{names}}` are replaced by their values, which are not looked into.
fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let mut parts = template.split("{{");
    let mut text = parts.next().unwrap_or("").to_string();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or(("", part));
        let value = values.iter().find(|(known, _)| *known == name);
        text += value.map_or("", |(_, value)| value);
        text += rest;
    }
    text
}

fn note(text: &str) -> String {
    format!("<p class=\"note\">{text}</p>\n")
}

/// The opening words of the doc comment.
fn doc(doc: &str) -> String {
    let paragraph = |text: &String| format!("<p class=\"lead\">{}</p>\n", xml(text));
    opening(doc).iter().map(paragraph).collect()
}

/// The numbers that stand at the top.
fn facts(trained: &Trained) -> String {
    let mut facts = Vec::new();
    if let Some(accuracy) = trained.accuracy() {
        facts.push(("accuracy", format!("{} %", percent(accuracy))));
    }
    if let Some(fit) = trained.evaluation().and_then(|evaluation| evaluation.fit) {
        facts.push(("R²", share(fit.r2)));
    }
    facts.push(match (trained.loss(), trained.losses().last()) {
        (Some(loss), _) => ("evaluation loss", rounded(loss)),
        (None, Some(loss)) => ("training loss", rounded(*loss)),
        (None, None) => ("precision", trained.plan.precision.name().to_string()),
    });
    facts.push(("network", network(&trained.plan.layers)));
    facts.push(("parameters", trained.attempt.weights.len().to_string()));
    if trained.given().is_none() {
        facts.push(("epochs", trained.losses().len().to_string()));
    }
    let fact =
        |(name, value): &(_, String)| format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n");
    facts.iter().map(fact).collect()
}

fn table_of_results(trained: &Trained) -> String {
    let mut rows = String::new();
    let mut row = |name: &str, value: &dyn Display| {
        let _ = writeln!(
            rows,
            "<tr><th scope=\"row\">{name}</th><td>{value}</td></tr>"
        );
    };
    if let (Some(accuracy), Some(correct), Some(rows)) =
        (trained.accuracy(), trained.correct(), trained.evaluated())
    {
        row("accuracy", &accuracy);
        row("correct", &format!("{correct} of {rows}"));
    }
    let floats = trained.evaluation_of_floats();
    if let Some(accuracy) = floats.and_then(Evaluation::accuracy) {
        row("accuracy, not quantised", &accuracy);
    }
    if let (Some(loss), Some(rows)) = (trained.loss(), trained.evaluated()) {
        row("loss on evaluation rows", &format!("{loss:?}"));
        row("evaluation rows", &rows);
    }
    if let Some(floats) = floats {
        row("loss, not quantised", &format!("{:?}", floats.loss));
    }
    if let Some(fit) = trained.evaluation().and_then(|evaluation| evaluation.fit) {
        row("mean absolute error", &format!("{:?}", fit.mae));
        row("root mean square error", &format!("{:?}", fit.rmse));
        row("R²", &format!("{:?}", fit.r2));
    }
    if let Some(loss) = trained.losses().last() {
        row("training loss of the last epoch", &format!("{loss:?}"));
    }
    match trained.given() {
        Some(_) => row("weights", &"given, see below"),
        None => {
            row("training rows", &trained.data().rows());
            row("epochs", &trained.losses().len());
            row("seed", &trained.attempt.seed);
        }
    }
    row("network", &network(&trained.plan.layers));
    row("parameters", &trained.attempt.weights.len());
    row("precision", &trained.plan.precision.name());
    if let Some(quantize) = trained.model.quantize {
        row("quantised", &quantize);
    }
    rows
}

/// How good it is for each class.
fn table_of_classes(results: &Results<'_>) -> String {
    let Some(table) = results.per_class() else {
        return String::new();
    };
    let mut html = "<table class=\"results\">\n<thead><tr><th scope=\"col\">class</th>\
        <th scope=\"col\">rows</th><th scope=\"col\">precision</th><th scope=\"col\">recall</th></tr></thead>\n<tbody>\n"
        .to_string();
    let in_percent = |share: Option<f64>| match share {
        Some(share) => format!("{} %", percent(share)),
        None => "–".to_string(),
    };
    for class in &table.classes {
        let (precision, recall) = (in_percent(class.precision), in_percent(class.recall));
        let _ = writeln!(
            html,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{precision}</td><td>{recall}</td></tr>",
            xml(&class.name),
            class.rows
        );
    }
    html += "</tbody>\n</table>\n";
    let said = table.said().unwrap_or_default();
    let _ = writeln!(
        html,
        "<p class=\"small\">{said} Precision: of the evaluation rows predicted as a class, the share that are of it. \
         Recall: of those of a class, the share that are predicted as such.</p>"
    );
    html
}

fn drawn(figure: &Figure) -> String {
    format!(
        "<figure id=\"figure-{}\"><h3>{}</h3>{}<figcaption>{}</figcaption></figure>\n",
        figure.name(),
        xml(figure.title()),
        figure.svg(),
        xml(figure.caption())
    )
}

/// What the weights and the rows are, so that others can compare.
fn origin(trained: &Trained) -> String {
    let source = |field: &str| xml(trained.words.value(field).unwrap_or("given rows"));
    let row = |what: &str, source: &str, count: usize, digest: &str| {
        format!(
            "<tr><th scope=\"row\">{what}</th><td>{source}</td><td>{count}</td>\
             <td><code class=\"digest\">{digest}</code></td></tr>\n"
        )
    };
    let weights = trained.attempt.weights.len();
    let file = trained.given().map(|file| xml(&file));
    let from = file.as_deref().unwrap_or("this training");
    let mut rows = row("weights", from, weights, &trained.digest());
    let data = trained.data();
    rows += &row(
        &format!("{} rows", trained.rows_called()),
        &source("data"),
        data.rows(),
        &data.digest(),
    );
    if let Some(eval) = trained.eval() {
        rows += &row(
            "evaluation rows",
            &source("eval"),
            eval.rows(),
            &eval.digest(),
        );
    }
    rows
}

/// Text of several lines.
fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(xml).collect();
    lines.join("\n")
}

fn network(layers: &[usize]) -> String {
    let sizes: Vec<String> = layers.iter().map(usize::to_string).collect();
    sizes.join(" → ")
}
