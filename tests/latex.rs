//! What a report has for LaTeX compiles as it is, whatever the model, and says what was trained.

#[path = "../neuralatex-core/tests/common/models.rs"]
mod models;
#[path = "../neuralatex-core/tests/common/tables.rs"]
mod tables;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use models::paper_spiral;
use neuralatex_core::Trained;
use neuralatex_core::prelude::*;

/// Whether the programs are there; CI has them.
fn has_latex() -> bool {
    let runs = |program: &str, argument: &str| {
        let output = Command::new(program).arg(argument).output();
        output.is_ok_and(|output| output.status.success())
    };
    let has = runs("pdflatex", "--version")
        && runs("kpsewhich", "pgfplots.sty")
        && runs("pdftotext", "-v");
    if !has {
        assert!(std::env::var_os("CI").is_none(), "CI has LaTeX");
        eprintln!("SKIPPED: pdflatex, pgfplots or pdftotext is not installed");
    }
    has
}

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("latex")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn report(name: &str, model: Model) -> (PathBuf, Trained) {
    let trained = model.train().expect(name);
    let folder = folder(name);
    trained.report(&folder).expect(name);
    (folder, trained)
}

/// Compiles a document, which must go without complaints, and gives the text of the PDF.
fn compiled(folder: &Path, document: &str) -> String {
    let output = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", document])
        .current_dir(folder)
        .output()
        .expect("pdflatex runs");
    // Errors end the run; what follows are mere complaints.
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{folder:?}: {told}");
    let log = fs::read(folder.join(document).with_extension("log")).expect("a log");
    check_log(&String::from_utf8_lossy(&log), folder);
    text_of(&folder.join(document).with_extension("pdf"))
}

fn check_log(log: &str, place: &Path) {
    for bad in [
        "Overfull",
        "LaTeX Error",
        "Undefined control sequence",
        "Missing character",
    ] {
        if let Some(found) = log.find(bad) {
            let about: String = log[found..].chars().take(600).collect();
            panic!("{place:?}: {about}");
        }
    }
}

fn text_of(pdf: &Path) -> String {
    let output = Command::new("pdftotext")
        .args(["-layout", "-enc", "UTF-8"])
        .arg(pdf)
        .arg("-")
        .output()
        .expect("pdftotext runs");
    assert!(output.status.success(), "{pdf:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn sine(random: &mut Random) -> ([f64; 1], f64) {
    let x = random.uniform(-3.0, 3.0);
    ([x], x.sin())
}

/// Every character that means something to TeX, words without end, and what fonts do not have.
const WILD: &str = "All of <&%_#\\{}~^$ \"quoted\" 'so' `code` -- --- ,, << >> ?` !` [x] * | \
    \u{1f600} 模型 αβγ \u{7} Größe… and_a_word_without_any_space_in_it_that_goes_on_for_ever_and_ever_\
    and_on_and_on_0123456789_0123456789_0123456789_\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\
    \u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}.\n\n\\end{document} \\input{x}\n\
    * a list\n```\ncode & more\n```\n";

#[test]
fn the_paper_of_every_kind_of_model_compiles() {
    if !has_latex() {
        return;
    }
    let moons = |name: String| model(name, [2, 8, 1]).data(moons(60)).eval(moons(60));
    let long_loss = custom(|score, target| {
        let steps = (0..30).map(|n| (score * (0.1234567 + f64::from(n)) - target).powi(2) * 1e-6);
        steps.fold((1.0 - score * target).relu(), |sum, step| sum + step)
    });
    let models: Vec<(&str, Model)> = vec![
        ("spiral", paper_spiral()),
        ("long", moons("N".repeat(200)).doc(WILD)),
        (
            "wide",
            moons("W".repeat(200)).doc("W".repeat(500)).loss(long_loss),
        ),
        ("digits", moons("É_1_網路_Net10".to_string())),
        (
            "classes",
            model("Many", [2, 32, 20])
                .data(blobs(20).classes(20))
                .eval(blobs(20).classes(20))
                .epochs(20),
        ),
        (
            "columns",
            model("Four", [4, 8, 3])
                .data(blobs(40).classes(3).dimensions(4))
                .eval(blobs(30).classes(3).dimensions(4))
                .normalize(standard())
                .stop(patience(3)),
        ),
        (
            "deep",
            model("Deep", [vec![2], vec![3; 60], vec![1]].concat())
                .data(circles(20))
                .activation(tanh())
                .epochs(2),
        ),
        ("restarts", moons("Best".to_string()).restarts(3).epochs(5)),
        (
            "regression",
            model("Sine", [1, 16, 1])
                .activation(tanh())
                .data(from_fn(200, sine))
                .eval(from_fn(100, sine))
                .precision(Precision::F64),
        ),
        (
            "outputs",
            model("Copy", [30, 4, 30])
                .data(from_fn(700, |random| {
                    let row: Vec<f64> = (0..30).map(|_| random.normal()).collect();
                    (row.clone(), row)
                }))
                .epochs(2),
        ),
        (
            "two",
            model("Two", [2, 1])
                .data(points([([0.0, 1.0], 0), ([1.0, 0.0], 1)]))
                .epochs(1),
        ),
        (
            "huge",
            model("Huge", [1, 1])
                .data(points([([1e100], 1e150), ([2e100], 2.5e150)]))
                .epochs(1)
                .optimizer(sgd(1e-320))
                .precision(Precision::F64),
        ),
        ("given", given("weights", moons("Given".to_string()))),
        (
            "not_evaluated",
            given("others", model("Given", [2, 1]).data(xor(9))),
        ),
    ];
    for (name, model) in models {
        let (folder, trained) = report(name, model);
        let text = compiled(&folder, "paper.tex");
        match (trained.correct(), trained.evaluated()) {
            (Some(correct), Some(rows)) => {
                let told = format!("{correct} of {rows} evaluation rows");
                let words: Vec<&str> = text.split_whitespace().collect();
                assert!(words.join(" ").contains(&told), "{name}: {told}: {text}");
            }
            (None, _) => assert!(!text.contains("accuracy"), "{name}: {text}"),
            _ => unreachable!("rows are counted where right ones are"),
        }
    }
}

/// A network that was trained elsewhere, from a file whose name LaTeX would not take as it is.
fn given(name: &str, model: Model) -> Model {
    let file = folder(name).join("the_weights & 100%_of_it.safetensors");
    let trained = model.clone().epochs(2).train().expect("it trains");
    trained.save(&file).expect("a file");
    model.weights(file)
}

#[test]
fn the_pdf_of_the_papers_spiral_has_its_accuracy() {
    if !has_latex() {
        return;
    }
    let (folder, trained) = report("accuracy", paper_spiral());
    let accuracy = trained.accuracy().expect("an accuracy");
    let text = compiled(&folder, "paper.tex");
    let told = format!("an accuracy of {accuracy}.");
    assert!(text.contains(&told), "{told}: {text}");
    assert!(text.contains("Which arm of the paper’s spiral"), "{text}");
}

/// A document of two columns with all figures.
fn in_column(trained: &Trained) -> String {
    let mut document = String::from(
        "\\documentclass[twocolumn]{article}\\usepackage[T1]{fontenc}\\usepackage{pgfplots}\
         \\pgfplotsset{compat=1.16}\\begin{document}\\parindent=0pt\n",
    );
    for figure in trained.figures() {
        document += &format!("\\input{{figures/{}.tex}}\n\n", figure.name());
    }
    document + "\\end{document}"
}

#[test]
fn figures_fit_into_a_column_too() {
    if !has_latex() {
        return;
    }
    let many = model("Many", [2, 32, 20])
        .data(blobs(20).classes(20))
        .eval(blobs(300).classes(20))
        .epochs(20);
    let (folder, trained) = report("column", many);
    fs::write(folder.join("column.tex"), in_column(&trained)).expect("a file");
    compiled(&folder, "column.tex");
}

/// Whatever columns and classes are called, at the width of a page and of a column.
#[test]
fn names_of_the_data_are_text_and_fit() {
    if !has_latex() {
        return;
    }
    for model in tables::named(&folder("tables")) {
        let trained = model.train().expect("the model trains");
        let folder = folder(&format!("named_{}", trained.name()));
        trained.report(&folder).expect("a report");
        let text = compiled(&folder, "paper.tex");
        let expected: &[&str] = match trained.name() {
            "Weather" => &["temperature", "feels", "cold", "Precision", "1 1"],
            "Price" => &["true price", "predicted price", "R2", "area"],
            "Both" => &["<i>rent</i> %", "Mean absolute error"],
            _ => &["class 3", "</script><script>", "\"quoted\"", "WWWW. . ."],
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = words.join(" ");
        for name in expected {
            assert!(words.contains(name), "{name}: {text}");
        }
        fs::write(folder.join("column.tex"), in_column(&trained)).expect("a file");
        compiled(&folder, "column.tex");
    }
}

#[test]
fn errors_of_numbers_are_macros() {
    let (folder, _) = report("errors", tables::price(&folder("tables_errors")));
    let json = fs::read_to_string(folder.join("results.json")).expect("results.json");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let macros = fs::read_to_string(folder.join("results.tex")).expect("results.tex");
    for (name, member) in [("MAE", "mae"), ("RMSE", "rmse"), ("RTwo", "r2")] {
        let value = json["metrics"][member].as_f64().expect("a number");
        let line = format!("\\newcommand{{\\Price{name}Exact}}{{{value:?}}}%");
        assert!(macros.contains(&line), "{line}: {macros}");
        let brief = format!(
            "\\newcommand{{\\Price{name}}}{{{}",
            &format!("{value:?}")[..4]
        );
        assert!(macros.contains(&brief), "{brief}: {macros}");
    }
}

/// Text of some characters, the same at every run.
fn texts(count: usize, length: usize, letter: impl Fn(u64) -> char) -> Vec<String> {
    let mut state = 7_u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
        state >> 33
    };
    let mut text = || (0..length).map(|_| letter(next())).collect();
    (0..count).map(|_| text()).collect()
}

#[test]
fn any_text_compiles() {
    if !has_latex() {
        return;
    }
    let any = |number: u64| match number % 4 {
        0 => char::from_u32((number / 4 % 0x110000) as u32).unwrap_or(' '),
        1 => char::from_u32((number / 4 % 0x250) as u32).unwrap_or(' '),
        2 => char::from_u32((0x2000 + number / 4 % 0x400) as u32).unwrap_or(' '),
        _ => char::from(b' ' + (number / 4 % 95) as u8),
    };
    // Words come first, so that no paragraph is a heading, a list or code.
    let texts = texts(300, 40, any);
    let doc: String = texts
        .iter()
        .map(|text| format!("Text {text}\n\n"))
        .collect();
    // Each of the characters that fonts are said to have, and each that they have not nearby.
    let all: String = (0..0x250)
        .chain(0x2000..0x2200)
        .filter_map(char::from_u32)
        .collect();
    let (folder, _) = report("any_text", paper_spiral().doc(doc + "All " + &all));
    compiled(&folder, "paper.tex");
}

#[test]
fn ascii_text_is_in_the_pdf_as_it_was_written() {
    if !has_latex() {
        return;
    }
    let ascii = |number: u64| char::from(b'!' + (number % 94) as u8);
    let mut texts = texts(400, 24, ascii);
    // Two and three of a character may be a ligature, which chance seldom gives.
    texts.extend(('!'..='~').map(|letter| format!("a{letter}{letter}b{letter}{letter}{letter}c")));
    let doc: String = texts
        .iter()
        .map(|text| format!("Text {text}\n\n"))
        .collect();
    let (folder, _) = report("ascii", paper_spiral().doc(doc));
    let text = compiled(&folder, "paper.tex");
    // Apostrophes between letters are typographic, and letters are ligatures.
    let plain = |text: &str| {
        let text = text.replace('’', "'").replace('ﬀ', "ff").replace('ﬁ', "fi");
        text.replace('ﬂ', "fl")
            .split_whitespace()
            .collect::<String>()
    };
    let text = plain(&text);
    for expected in &texts {
        // Marks of Markdown are none of the words.
        let words = expected.replace("**", "").replace('`', "");
        assert!(text.contains(&plain(&words)), "{expected}");
    }
}

#[test]
fn macros_are_there_for_what_the_model_has() {
    let (folder, trained) = report("macros", paper_spiral());
    let macros = fs::read_to_string(folder.join("results.tex")).expect("results.tex");
    let (correct, accuracy) = (trained.correct(), trained.accuracy());
    for expected in [
        format!("{{\\SpiralAccuracy}}{{{}}}", accuracy.expect("one")),
        format!("{{\\SpiralCorrect}}{{{}}}", correct.expect("some")),
        "{\\SpiralEpochs}{35}".to_string(),
        "{\\SpiralLayers}{2-4-4-1}".to_string(),
        "{\\SpiralParameters}{37}".to_string(),
        "{\\SpiralSeed}{7}".to_string(),
        "{\\SpiralLossFunction}{max\\_margin}".to_string(),
        format!("{{\\SpiralDigestShort}}{{{}}}", &trained.digest()[..12]),
    ] {
        let line = format!("\\newcommand{expected}%");
        assert!(macros.contains(&line), "{line}: {macros}");
    }
    let (folder, _) = report(
        "fewer_macros",
        model("Sine1", [1, 1]).data(from_fn(9, sine)),
    );
    let macros = fs::read_to_string(folder.join("results.tex")).expect("results.tex");
    assert!(
        macros.contains("\\newcommand{\\SineOneTrained}{9}%"),
        "{macros}"
    );
    for name in ["Accuracy", "Correct", "Evaluated", "OneLoss}", "Classes"] {
        assert!(!macros.contains(name), "{name}: {macros}");
    }
}

/// All files of a folder and of those in it, with their content.
fn content(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>, top: &Path) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            content(&path, files, top);
        } else {
            let name = path.strip_prefix(top).expect("inside").to_path_buf();
            files.push((name, fs::read(path).expect("a file")));
        }
    }
    files.sort();
}

#[test]
fn the_same_training_gives_the_same_bytes() {
    let [first, second] = ["first", "second"].map(|name| {
        let (folder, _) = report(name, paper_spiral());
        let mut files = Vec::new();
        content(&folder, &mut files, &folder);
        files
    });
    assert!(first.len() > 8, "{}", first.len());
    assert!(first.iter().any(|(name, _)| name.ends_with("paper.tex")));
    for (one, other) in first.iter().zip(&second) {
        assert!(one == other, "{:?}", one.0);
        let text = String::from_utf8_lossy(&one.1);
        assert!(!text.contains(env!("CARGO_MANIFEST_DIR")), "{:?}", one.0);
        assert!(!text.contains("\\today"), "{:?}", one.0);
    }
    assert_eq!(first.len(), second.len());
}

#[test]
fn the_paper_example_makes_its_pdf() {
    if !has_latex() {
        return;
    }
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("users");
    let output = Command::new(cargo)
        .args(["run", "--quiet", "--manifest-path"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/paper/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .output()
        .expect("cargo runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let printed = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = printed.lines().collect();
    let [results, pdf] = lines[..] else {
        panic!("{printed}");
    };
    let pdf = Path::new(pdf);
    assert!(pdf.starts_with(&target), "{pdf:?}");
    let log = fs::read(pdf.with_extension("log")).expect("a log");
    let log = String::from_utf8_lossy(&log);
    check_log(&log, pdf);
    // The second run knows all figures.
    assert!(!log.contains("undefined"), "{log}");
    let words = text_of(pdf);
    let words: Vec<&str> = words.split_whitespace().collect();
    let text = words.join(" ");
    let (correct, _) = results.split_once(" of 400 correct").expect(results);
    let accuracy = correct.parse::<f64>().expect("a number") / 400.0;
    let told = format!("{correct} of 400 points that it has not seen, an accuracy of {accuracy}.");
    assert!(text.contains(&told), "{told}: {text}");
    assert!(text.contains("Its build.rs 1.0000"), "{text}");
    assert!(text.contains("The repository The same 1.0000"), "{text}");
    let (_, rest) = text.split_once("build.rs and the library ").expect("a row");
    let share: f64 = rest[..6].parse().expect("a share");
    assert!((0.0005..0.05).contains(&share), "{share}");
    let (_, rest) = text.split_once("the share of Rust is ").expect("a share");
    let share: f64 = rest[..6].parse().expect("a share");
    assert!((0.9..=1.0).contains(&share), "{share}");
}
