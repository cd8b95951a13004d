//! What the script of a page is given: the network, its weights on the way, its losses, and some rows.

use crate::data::{Classes, Examples};
use crate::figures::{Mark, PALETTE, path_of};
use crate::inference::Probabilities;
use crate::json::{list, number, object, string};
use crate::results::{Results, sample};

/// The most losses of a line, rows, and numbers in all of these; the rows are run through the network
/// whenever an epoch is shown.
const MOST_LOSSES: usize = 1000;
const MOST_ROWS: usize = 600;
const MOST_NUMBERS: usize = 1 << 16;
const MULTIPLICATIONS: usize = 20_000_000;

/// As JSON that can stand in a `script` element.
pub(super) fn data(results: &Results<'_>) -> String {
    let trained = results.trained;
    let (plan, precision) = (&trained.plan, trained.plan.precision);
    let classes = results.classes();
    let frames = &results.frames;
    let mut weights = Vec::new();
    for frame in frames {
        weights.extend_from_slice(&precision.bytes(&frame.weights));
    }
    let probabilities = match trained.kind_of_probabilities() {
        Some(Probabilities::Both) => "\"both\"",
        Some(Probabilities::Each) => "\"each\"",
        Some(Probabilities::Together) => "\"together\"",
        None => "null",
    };
    let activations = plan
        .activations
        .iter()
        .map(|each| string(&each.to_string()));
    let is_projected = classes.is_some() && plan.layers[0] > 2;
    let projection = match is_projected {
        true => list(
            results
                .projection()
                .weights()
                .iter()
                .map(|weight| number(*weight)),
        ),
        false => "null".to_string(),
    };
    let names = |names: Vec<String>| list(names.iter().map(|name| string(name)));
    let optional = |list: Option<Vec<String>>| list.map_or("null".to_string(), names);
    let texts = results.texts_among_inputs().into_iter();
    let texts = texts.map(|(place, text)| format!("[{place},{}]", string(text)));
    let has_texts = matches!(classes, Some(Classes::Text(_)));
    let colour = |[red, green, blue]: &[u8; 3]| string(&format!("#{red:02x}{green:02x}{blue:02x}"));
    object([
        ("layers", list(&plan.layers)),
        ("activations", list(activations)),
        ("precision", string(precision.name())),
        ("classes", optional(classes.map(Classes::names))),
        ("hasTexts", has_texts.to_string()),
        ("inputNames", optional(results.input_names())),
        ("textInputs", list(texts)),
        ("outputNames", optional(results.target_names())),
        ("probabilities", probabilities.to_string()),
        ("epochs", list(frames.iter().map(|frame| frame.epoch))),
        ("weights", base64(&weights)),
        ("losses", list(losses(results))),
        (
            "evaluationLosses",
            list(results.evaluation_losses.iter().map(pair)),
        ),
        ("points", points(results)),
        ("projection", projection),
        ("palette", list(PALETTE.iter().map(colour))),
        (
            "marks",
            list((0..6).map(|series| string(path_of(Mark::of_series(series))))),
        ),
        ("ring", string(path_of(Mark::Ring))),
    ])
}

/// Epochs and their losses: evenly, with those of frames and both ends.
fn losses(results: &Results<'_>) -> Vec<String> {
    let losses = results.trained.losses();
    let count = losses.len().min(MOST_LOSSES);
    let spread = (0..count).map(|n| n * (losses.len() - 1) / (count - 1).max(1) + 1);
    let frames = results.frames.iter().map(|frame| frame.epoch);
    let mut epochs: Vec<usize> = spread.chain(frames).collect();
    epochs.sort_unstable();
    epochs.dedup();
    let known = epochs
        .iter()
        .filter_map(|&epoch| Some((epoch, *losses.get(epoch.checked_sub(1)?)?)));
    known.map(|known| pair(&known)).collect()
}

fn pair((epoch, loss): &(usize, f64)) -> String {
    format!("[{epoch},{}]", number(*loss))
}

/// Rows of evaluation, or of training if there are no others.
fn points(results: &Results<'_>) -> String {
    let trained = results.trained;
    let (which, examples): (_, &Examples) = match trained.eval() {
        Some(eval) => ("evaluation", eval),
        None => (trained.rows_called(), trained.data()),
    };
    let precision = trained.plan.precision;
    let affordable = MULTIPLICATIONS / trained.attempt.weights.len().max(1);
    let most = MOST_ROWS
        .min(MOST_NUMBERS / examples.columns().max(1))
        .min(affordable);
    let rows = sample(examples.rows(), most.max(24));
    let (classes, targets) = match results.classes() {
        Some(_) => {
            let place = |row: &usize| examples.places()[*row];
            (list(rows.iter().map(place)), "null".to_string())
        }
        None => {
            let targets = examples.targets_of(&rows);
            ("null".to_string(), base64(&precision.bytes(&targets)))
        }
    };
    object([
        ("which", string(which)),
        (
            "inputs",
            base64(&precision.bytes(&examples.inputs_of(&rows))),
        ),
        ("classes", classes),
        ("targets", targets),
    ])
}

/// As a string of JSON: three bytes are four letters (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letter = |bits: u32| LETTERS[bits as usize & 63];
    let mut text = Vec::with_capacity(bytes.len() / 3 * 4 + 6);
    text.push(b'"');
    for part in bytes.chunks(3) {
        let (second, third) = (part.get(1), part.get(2));
        let rest = [second, third].map(|byte| byte.copied().unwrap_or(0));
        let bits = u32::from_be_bytes([0, part[0], rest[0], rest[1]]);
        text.extend_from_slice(&[
            letter(bits >> 18),
            letter(bits >> 12),
            second.map_or(b'=', |_| letter(bits >> 6)),
            third.map_or(b'=', |_| letter(bits)),
        ]);
    }
    text.push(b'"');
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_the_rfc() {
        let examples = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (bytes, text) in examples {
            assert_eq!(base64(bytes.as_bytes()), format!("\"{text}\""));
        }
    }
}
