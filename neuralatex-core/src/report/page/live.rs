//! The part of a page that moves: its frame, and what is said about what will be in it.

use super::{filled, note};
use crate::escape::xml;
use crate::results::Results;
use crate::trained::Trained;
use crate::training::history::MOST_BYTES;

const LIVE: &str = include_str!("live.html");

/// A line of it, where there are losses.
const LOSSES: &str =
    "<figure class=\"panel\" id=\"losses\"><h3>Loss</h3><div class=\"stage pickable\"></div>
<figcaption>{{loss}}</figcaption></figure>
";

pub(super) fn live(results: &Results<'_>) -> String {
    let trained = results.trained;
    let moves = results.frames.len() > 1;
    let (title, loss) = match moves {
        true => ("Watch it learn", "Choose an epoch here or with the slider."),
        false => ("Try the network", "The loss of each epoch."),
    };
    let is_large = 2 * weights_size(trained) > MOST_BYTES;
    let told = match trained.quantized {
        Some(_) => note(
            "The model is shipped as integers, of which results and figures tell. What is computed here, and the \
             losses of epochs, are those of the network before it was quantised.",
        ),
        None => String::new(),
    };
    let name = xml(trained.name());
    let exact = match trained.quantized {
        Some(_) => format!(
            "Computed here in floating point: <code>{name}::scores</code> computes in integers, and may give others."
        ),
        None => format!(
            "Computed here with the arithmetic of the generated code: the numbers are those of <code>{name}::scores</code>."
        ),
    };
    let note = match (moves, is_large) {
        (true, _) if results.frames.len() <= trained.losses().len() => note(&format!(
            "Of {} epochs, the weights of {} are kept here.",
            trained.losses().len(),
            results.frames.len()
        )),
        (true, _) => String::new(),
        (false, _) if trained.losses().is_empty() => note(&format!(
            "Its weights are from <code>{}</code>, which does not tell how they came to be.",
            xml(&trained.given().unwrap_or_default())
        )),
        (false, true) => note(
            "The weights are too many to keep those of earlier epochs: this is the network as it is \
             shipped.",
        ),
        (false, false) => note(
            "It was taken from a complete checkpoint, without the weights of earlier epochs: this is the \
             network as it is shipped.",
        ),
    };
    let losses = match trained.losses() {
        [] => String::new(),
        _ => filled(LOSSES, &[("loss", loss)]),
    };
    filled(
        LIVE,
        &[
            ("title", title),
            ("note", &(told + &note)),
            ("picture", &picture(results)),
            ("losses", &losses),
            ("exact", &exact),
        ],
    )
}

/// How many bytes the weights take.
pub(super) fn weights_size(trained: &Trained) -> usize {
    trained.plan.precision.bytes(&trained.attempt.weights).len()
}

/// What the picture shows.
fn picture(results: &Results<'_>) -> String {
    let which = match results.trained.eval() {
        Some(_) => "evaluation",
        None => results.trained.rows_called(),
    };
    let called = results.trained.rows_called();
    match (results.classes(), results.trained.plan.layers[0]) {
        (Some(_), 2) => format!(
            "Colours are predicted classes, the stronger the surer; points are {which} rows in the \
             colour of their true class, with a ring where another one is predicted. Choose a place to try it."
        ),
        (Some(_), _) => format!(
            "Points are {which} rows by predicted class, with a ring where it is another one."
        ),
        (None, 1) => {
            format!("Points are {called} rows, lines what is predicted. Choose a place to try it.")
        }
        (None, _) => format!(
            "What is predicted for {which} rows against what is true; on the line they are equal."
        ),
    }
}
