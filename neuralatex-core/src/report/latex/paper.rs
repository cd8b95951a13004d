//! A paper about a training that compiles as it is: its numbers are the macros of `results.tex`.

use std::fmt::Write;

use crate::escape::latex;
use crate::figures::Figure;
use crate::prose::opening;
use crate::results::Results;

/// Without dates, in the PDF as well, so that the same training gives the same paper.
const PREAMBLE: &str = r"\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{booktabs}
\usepackage{pgfplots}
\pgfplotsset{compat=1.16}
\renewcommand{\topfraction}{0.9}
\renewcommand{\bottomfraction}{0.9}
\renewcommand{\textfraction}{0.05}
\renewcommand{\floatpagefraction}{0.7}
\ifdefined\pdfinfoomitdate\pdfinfoomitdate=1 \pdftrailerid{}\pdfsuppressptexinfo=-1 \fi
";

/// The text of `paper.tex`; the names of macros begin with `prefix`.
pub(super) fn paper(results: &Results<'_>, figures: &[Figure], prefix: &str) -> String {
    let trained = results.trained;
    let fact = |name: &str| format!("\\{prefix}{name}{{}}");
    let mut text = format!(
        "% A paper about a training. In its folder: pdflatex paper.tex, twice for the references.\n\
         {PREAMBLE}\\input{{results.tex}}\n\
         \\title{{{}}}\n\\author{{}}\n\\date{{}}\n\
         \\sloppy\n\\begin{{document}}\n\\maketitle\n\\begin{{abstract}}\n",
        fact("Name")
    );
    for paragraph in opening(&trained.model.doc) {
        text += &format!("{}\n\n", latex(&paragraph));
    }
    let (origin, learns, rows) = match trained.given() {
        Some(_) => {
            let origin = format!("has the weights of \\texttt{{{}}}", fact("Weights"));
            (origin, "Inputs and answers are those of", "Rows")
        }
        None => {
            let epochs = plural(trained.losses().len(), "epoch");
            let origin = format!("was trained for {} {epochs}", fact("Epochs"));
            (origin, "The network learns from", "Trained")
        }
    };
    let _ = writeln!(
        text,
        "A network with layers of {} neurons {origin}.\n{}\n\\end{{abstract}}\n",
        fact("Layers"),
        outcome(results, &fact)
    );
    text += "\\section{Data}\n";
    let _ = writeln!(
        text,
        "{learns} {} {} of \\texttt{{{}}}, whose SHA-256 is \\texttt{{{}}}.",
        fact(rows),
        plural(trained.data().rows(), "row"),
        fact("DataSource"),
        fact("DataDigest")
    );
    if let Some(eval) = trained.eval() {
        let _ = writeln!(
            text,
            "It is evaluated on {} {} of \\texttt{{{}}}, whose SHA-256 is \\texttt{{{}}}.",
            fact("Evaluated"),
            plural(eval.rows(), "row"),
            fact("EvalSource"),
            fact("EvalDigest")
        );
    }
    let _ = writeln!(
        text,
        "\n\\section{{Method}}\nThe network has {} parameters. Its specification is, with the values that \
         fields have by default:\n\\begin{{flushleft}}\\small\\ttfamily\\frenchspacing",
        fact("Parameters")
    );
    for line in trained.words.to_string().lines() {
        let inner = line.trim_start();
        let indent = line.len() - inner.len();
        // What does not fit on a line goes on below, further to the right.
        let _ = writeln!(
            text,
            "\\hangindent={}em \\hspace*{{{}em}}{}\\par",
            indent / 2 + 2,
            indent / 2,
            latex(inner)
        );
    }
    text += "\\end{flushleft}\n\n\\section{Experiment}\n";
    let shown: Vec<String> = figures
        .iter()
        .map(|figure| {
            format!(
                "{} (Figure~\\ref{{fig:{}}})",
                lower(figure.title()),
                figure.name()
            )
        })
        .collect();
    let of_classes = match results.per_class() {
        Some(_) => ", Table~\\ref{tab:classes} those of each class",
        None => "",
    };
    let _ = writeln!(
        text,
        "Table~\\ref{{tab:results}} has the results{of_classes}. The figures show {}.\n\
         \\begin{{table}}[htbp]\\centering\n\\caption{{Results.}}\\label{{tab:results}}\n\
         \\medskip\n\\input{{table.tex}}\n\\end{{table}}",
        listed(&shown)
    );
    if let Some(table) = results.per_class() {
        let _ = writeln!(
            text,
            "\\begin{{table}}[htbp]\\centering\n\\caption{{Precision and recall of each class on the evaluation \
             rows. {}}}\\label{{tab:classes}}\n\\medskip\n\\input{{classes.tex}}\n\\end{{table}}",
            table.said().unwrap_or_default()
        );
    }
    for figure in figures {
        let _ = writeln!(
            text,
            "\\begin{{figure}}[htbp]\\centering\n\\input{{figures/{name}.tex}}\n\
             \\caption{{{}}}\\label{{fig:{name}}}\n\\end{{figure}}",
            latex(figure.caption()),
            name = figure.name()
        );
    }
    let files = match trained.given() {
        Some(_) => "the same file and the same rows",
        None => "the same rows",
    };
    let _ = writeln!(
        text,
        "\n\\section{{Reproduction}}\nThe specification on {files}, with neuralatex {}, gives \
         the same weights on every machine, bit for bit: their SHA-256 is \\texttt{{{}}}.\n\\end{{document}}",
        latex(env!("CARGO_PKG_VERSION")),
        fact("Digest")
    );
    text
}

/// How good it is, in a sentence.
fn outcome(results: &Results<'_>, fact: &impl Fn(&str) -> String) -> String {
    let trained = results.trained;
    match (trained.evaluated(), trained.correct()) {
        (Some(rows), Some(_)) => format!(
            "It tells the class of {} of {} evaluation {} right: an accuracy of {}.",
            fact("Correct"),
            fact("Evaluated"),
            plural(rows, "row"),
            fact("Accuracy")
        ),
        (Some(rows), None) => format!(
            "Its mean loss on {} evaluation {} is {}, its mean absolute error {}; $R^2$ is {}.",
            fact("Evaluated"),
            plural(rows, "row"),
            fact("Loss"),
            fact("MAE"),
            fact("RTwo")
        ),
        _ if trained.given().is_some() => "It was not evaluated.".to_string(),
        _ => format!(
            "The mean loss of the last one was {}.",
            fact("TrainingLoss")
        ),
    }
}

fn plural(count: usize, noun: &str) -> String {
    match count {
        1 => noun.to_string(),
        _ => format!("{noun}s"),
    }
}

/// A title within a sentence.
fn lower(title: &str) -> String {
    let mut letters = title.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string());
    latex(&(first.unwrap_or_default() + letters.as_str()))
}

/// `a`, `a and b`, `a, b and c`.
fn listed(items: &[String]) -> String {
    match items {
        [] => "nothing".to_string(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
