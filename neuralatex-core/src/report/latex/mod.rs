//! What a LaTeX paper takes from a training: its numbers as macros, a table, its figures, and a paper
//! that has them all. `pdflatex` sets them with T1 fonts and the packages `pgfplots` and `booktabs`.

mod facts;
mod names;
mod paper;

use super::File;
use crate::escape::{in_tex, latex, shortened};
use crate::figures::Figure;
use crate::results::{PerClass, Results};
use facts::{Fact, share};

/// The files for LaTeX.
pub(super) fn files(results: &Results<'_>, figures: &[Figure]) -> Vec<File> {
    let facts = facts::facts(results);
    let prefix = names::control_word(results.trained.name());
    let mut files = vec![
        File::new("results.tex", macros(&prefix, &facts)),
        File::new("table.tex", table(&facts)),
        File::new("paper.tex", paper::paper(results, figures, &prefix)),
    ];
    if let Some(table) = results.per_class() {
        files.push(File::new("classes.tex", table_of_classes(&table)));
    }
    for figure in figures {
        let text = format!(
            "% {}: for a figure in LaTeX, with \\usepackage{{pgfplots}}.\n{}",
            figure.title(),
            figure.tikz()
        );
        files.push(File::new(format!("figures/{}.tex", figure.name()), text));
    }
    files
}

/// A macro for each fact.
fn macros(prefix: &str, facts: &[Fact]) -> String {
    let mut text = format!(
        "% The results of a training, as macros for a paper: after \\input{{results.tex}},\n\
         % \\{prefix}Parameters{{}} is a number in the text. All are for text in T1 fonts\n\
         % (\\usepackage[T1]{{fontenc}}). In their names, digits are words, underscores are left out,\n\
         % and letters that are not in the English alphabet are told by their Unicode number.\n"
    );
    for fact in facts {
        text += &format!(
            "\\newcommand{{\\{prefix}{}}}{{{}}}% {}\n",
            fact.name, fact.value, fact.about
        );
    }
    text
}

/// The numbers that a reader looks for first.
fn table(facts: &[Fact]) -> String {
    const ROWS: &[(&str, &str)] = &[
        ("Layers", "Layers"),
        ("Parameters", "Parameters"),
        ("Weights", "Weights from"),
        ("Epochs", "Epochs"),
        ("Trained", "Training rows"),
        ("TrainingLoss", "Training loss, last epoch"),
        ("Evaluated", "Evaluation rows"),
        ("Loss", "Loss on evaluation rows"),
        ("Correct", "Correct"),
        ("Accuracy", "Accuracy"),
        ("MAE", "Mean absolute error"),
        ("RMSE", "Root mean square error"),
        ("RTwo", "$R^2$"),
        ("DigestShort", "Weights, SHA-256"),
    ];
    let mut text = String::from(
        "% The results of a training as a table, with \\usepackage{booktabs}.\n\
         \\begin{tabular}{@{}lr@{}}\n\\toprule\nQuantity & Value \\\\\n\\midrule\n",
    );
    for (name, label) in ROWS {
        // Layers may be so many that they are no cell of a table.
        let found = facts
            .iter()
            .find(|fact| fact.name == *name && fact.value.len() < 60);
        if let Some(fact) = found {
            text += &format!("{label} & {} \\\\\n", fact.value);
        }
    }
    text + "\\bottomrule\n\\end{tabular}\n"
}

/// How good it is for each class.
fn table_of_classes(table: &PerClass) -> String {
    let mut text = String::from(
        "% How well each class is told from the others, as a table, with \\usepackage{booktabs}.\n\
         \\begin{tabular}{@{}lrrr@{}}\n\\toprule\nClass & Rows & Precision & Recall \\\\\n\\midrule\n",
    );
    let known = |of_class: Option<f64>| of_class.map_or("--".to_string(), share);
    for class in &table.classes {
        let (precision, recall) = (known(class.precision), known(class.recall));
        text += &format!(
            "{} & {} & {precision} & {recall} \\\\\n",
            latex(&shortened(&class.name, 24, in_tex)),
            class.rows
        );
    }
    text + "\\bottomrule\n\\end{tabular}\n"
}
