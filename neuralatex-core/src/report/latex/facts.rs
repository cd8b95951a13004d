//! What there is to quote of a training, each with a name and as LaTeX text.

use super::names::control_word;
use crate::data::Examples;
use crate::escape::latex;
use crate::results::Results;
use crate::rounded;

/// One of them.
pub(super) struct Fact {
    /// What the macro is called, after the name of the model.
    pub(super) name: String,
    pub(super) value: String,
    /// What it is, for a comment.
    pub(super) about: &'static str,
}

/// All that the model has.
pub(super) fn facts(results: &Results<'_>) -> Vec<Fact> {
    let trained = results.trained;
    let mut facts = Vec::new();
    let mut add = |name: &str, value: String, about| {
        let name = name.to_string();
        facts.push(Fact { name, value, about });
    };
    let layers: Vec<String> = trained.plan.layers.iter().map(usize::to_string).collect();
    let parameters = trained.attempt.weights.len();
    add("Name", latex(trained.name()), "the name of the model");
    add("Layers", layers.join("-"), "inputs, hidden layers, outputs");
    add("Parameters", parameters.to_string(), "weights and biases");
    if let Some(classes) = results.classes() {
        add(
            "Classes",
            classes.len().to_string(),
            "how many classes there are",
        );
    }
    let rows = trained.data().rows().to_string();
    match trained.given() {
        Some(_) => add("Rows", rows, "rows of the data"),
        None => {
            add("Epochs", trained.losses().len().to_string(), "epochs run");
            add("Trained", rows, "rows trained on");
        }
    }
    if let Some(&last) = trained.losses().last() {
        add(
            "TrainingLoss",
            rounded(last),
            "mean loss of the last epoch, rounded",
        );
        add(
            "TrainingLossExact",
            exact(last),
            "the same, with all digits",
        );
    }
    if let Some(evaluated) = trained.evaluated() {
        add("Evaluated", evaluated.to_string(), "rows evaluated");
    }
    if let Some(loss) = trained.loss() {
        add("Loss", rounded(loss), "mean loss on these, rounded");
        add("LossExact", exact(loss), "the same, with all digits");
    }
    if let (Some(correct), Some(accuracy)) = (trained.correct(), trained.accuracy()) {
        add(
            "Correct",
            correct.to_string(),
            "how many have the right class",
        );
        add("Accuracy", share(accuracy), "the share of these, rounded");
        add(
            "AccuracyExact",
            exact(accuracy),
            "the same, with all digits",
        );
        add(
            "AccuracyPercent",
            rounded::percent(accuracy),
            "the same in percent, rounded",
        );
    }
    if let Some(fit) = trained.evaluation().and_then(|evaluation| evaluation.fit) {
        let errors = [
            ("MAE", fit.mae, "mean absolute error on these, rounded"),
            ("RMSE", fit.rmse, "root of their mean square error, rounded"),
            (
                "RTwo",
                fit.r2,
                "the share of their variance that is explained, rounded",
            ),
        ];
        for (name, error, about) in errors {
            let brief = if name == "RTwo" {
                share(error)
            } else {
                rounded(error)
            };
            add(name, brief, about);
            add(
                &format!("{name}Exact"),
                exact(error),
                "the same, with all digits",
            );
        }
    }
    for (field, value) in &trained.words.fields {
        let name = match *field {
            "data" => "DataSource".to_string(),
            "eval" => "EvalSource".to_string(),
            "loss" => "LossFunction".to_string(),
            // A text, here without the quotes of Rust.
            "weights" => {
                let file = trained.given().unwrap_or_default();
                add("Weights", latex(&file), "the file of the weights");
                continue;
            }
            // Those that were run are there.
            "epochs" => continue,
            field => control_word(&format!("_{field}")),
        };
        add(&name, latex(value), "as in the specification");
    }
    if trained.model.restarts > 1 {
        add(
            "BestSeed",
            trained.attempt.seed.to_string(),
            "that of the best restart",
        );
    }
    let of_rows = |rows: &Examples| latex(&rows.digest());
    add(
        "DataDigest",
        of_rows(trained.data()),
        "SHA-256 of the training rows",
    );
    if let Some(eval) = trained.eval() {
        add(
            "EvalDigest",
            of_rows(eval),
            "SHA-256 of the evaluation rows",
        );
    }
    let digest = trained.digest();
    add("Digest", latex(&digest), "SHA-256 of the weights");
    add(
        "DigestShort",
        latex(&digest[..12]),
        "its first twelve digits",
    );
    facts
}

/// A number with four digits, for text: `0.1234`, `1234000`, $1.234\times10^{-7}$.
fn rounded(number: f64) -> String {
    for_text(rounded::rounded(number))
}

fn for_text(text: String) -> String {
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            format!("\\ensuremath{{{mantissa}\\times10^{{{exponent}}}}}")
        }
        None => signed(text),
    }
}

/// A share, rounded.
pub(super) fn share(share: f64) -> String {
    for_text(rounded::share(share))
}

/// The shortest text that is read as the same number.
fn exact(number: f64) -> String {
    signed(format!("{number:?}"))
}

/// With a minus, where a hyphen would be.
fn signed(number: String) -> String {
    match number.strip_prefix('-') {
        Some(digits) => format!("\\ensuremath{{-}}{digits}"),
        None => number,
    }
}

#[cfg(test)]
mod tests {
    use super::{exact, rounded, share};

    #[test]
    fn numbers_are_for_text() {
        for (number, text) in [
            (0.123456, "0.1235"),
            (-0.5, "\\ensuremath{-}0.5"),
            (1.5e-7, "\\ensuremath{1.5\\times10^{-7}}"),
            (-1.23456e300, "\\ensuremath{-1.235\\times10^{300}}"),
        ] {
            assert_eq!(rounded(number), text);
        }
        assert_eq!(exact(0.1 + 0.2), "0.30000000000000004");
        assert_eq!(share(0.99999), "0.99999");
        assert_eq!(share(1.0), "1");
    }
}
