//! The constants that tell how good a model is on its evaluation rows, beyond one number.

use super::text::{Text, wrap};
use crate::trained::Trained;

/// The most classes of which a whole matrix is written down; of more, what is not 0.
const MOST_CLASSES: usize = 40;

pub(super) fn constants(text: &mut Text, trained: &Trained) {
    let Some(evaluation) = trained.evaluation() else {
        return;
    };
    if let Some(confusion) = &evaluation.confusion {
        let rows: Vec<&[usize]> = confusion.rows().collect();
        let classes = confusion.classes();
        if !rows.is_empty() {
            doc(
                text,
                "How many evaluation rows of each class, one class to a row, are predicted as which.",
            );
            let declaration = format!("CONFUSION: [[usize; {classes}]; {classes}]");
            match classes <= MOST_CLASSES {
                true => whole(text, &declaration, &rows),
                false => sparse(text, &declaration, &rows),
            }
            text.line("");
        }
        doc(
            text,
            "Of the evaluation rows predicted as each class, the share that are of it; 0 if there are none.",
        );
        let shares: Vec<f64> = (0..classes)
            .map(|class| confusion.precision(class))
            .collect();
        list(text, "PRECISION", &shares);
        doc(
            text,
            "Of the evaluation rows of each class, the share that are predicted as such; 0 if there are none.",
        );
        let shares: Vec<f64> = (0..classes).map(|class| confusion.recall(class)).collect();
        list(text, "RECALL", &shares);
    }
    if let Some(fit) = &evaluation.fit {
        let mut constant = |doc: &str, name: &str, value: f64| {
            self::doc(text, doc);
            text.line(&format!("pub const {name}: f64 = {value:?};"));
            text.line("");
        };
        constant(
            "The mean distance of predicted numbers from the true ones.",
            "MAE",
            fit.mae,
        );
        constant(
            "The root of the mean square of these distances.",
            "RMSE",
            fit.rmse,
        );
        constant(
            "The share of the variance of the true numbers that is explained: 1 is perfect, 0 is their mean.",
            "R2",
            fit.r2,
        );
    }
}

/// Row by row.
fn whole(text: &mut Text, declaration: &str, rows: &[&[usize]]) {
    text.unformatted();
    text.line(&format!("pub const {declaration} = ["));
    text.indented(|text| {
        for row in rows {
            text.line(&format!("{row:?},"));
        }
    });
    text.line("];");
}

fn sparse(text: &mut Text, declaration: &str, rows: &[&[usize]]) {
    let classes = rows.len();
    text.unformatted();
    text.line(&format!("pub const {declaration} = {{"));
    text.indented(|text| {
        text.line(&format!("let mut counts = [[0; {classes}]; {classes}];"));
        for (truth, row) in rows.iter().enumerate() {
            for (predicted, count) in row.iter().enumerate().filter(|(_, count)| **count > 0) {
                text.line(&format!("counts[{truth}][{predicted}] = {count};"));
            }
        }
        text.line("counts");
    });
    text.line("};");
}

fn list(text: &mut Text, name: &str, shares: &[f64]) {
    let numbers: Vec<String> = shares.iter().map(|share| format!("{share:?}")).collect();
    text.values(&format!("{name}: [f64; {}]", shares.len()), &numbers);
    text.line("");
}

fn doc(text: &mut Text, doc: &str) {
    text.doc(&wrap(doc, 88));
}
