//! The documentation is the paper: cards of all kinds of models can be read in every theme of rustdoc, and
//! that of the root crate is the paper's experiment.

mod browser;
#[path = "../neuralatex-core/tests/common/tables.rs"]
mod tables;

use std::path::{Path, PathBuf};
use std::process::Command;

use browser::Browser;
use neuralatex_core::prelude::*;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// One model for each kind of figure.
fn models() -> Vec<Trained> {
    let tables = folder("documentation_tables");
    let sine = |n| {
        from_fn(n, |random| {
            let x = random.uniform(-3.0, 3.0);
            ([x], x.sin())
        })
    };
    let models = [
        model("Plane", [2, 8, 4])
            .doc("Which blob.\n\nWith `code`, *stars*, a [link](Self::predict) and <b>HTML</b>.")
            .data(blobs(40).classes(4))
            .eval(blobs(40).classes(4)),
        model("Space", [6, 8, 5])
            .data(blobs(60).classes(5).dimensions(6).noise(4.0))
            .eval(blobs(60).classes(5).dimensions(6).noise(4.0)),
        model("Sine", [1, 16, 1]).data(sine(100)).eval(sine(50)),
        tables::wild(&tables),
        tables::weather(&tables),
    ];
    models.map(|model| model.train().unwrap()).into()
}

/// Documents the models in a crate, with every warning denied.
fn documented() -> PathBuf {
    let folder = folder("documentation");
    let mut source = "//! Models.\n#![deny(warnings, missing_docs, rustdoc::all)]\n".to_string();
    for trained in models() {
        source += &trained.code();
    }
    let path = folder.join("lib.rs");
    std::fs::write(&path, source).unwrap();
    let rustdoc = std::env::var_os("RUSTDOC").unwrap_or("rustdoc".into());
    let output = Command::new(rustdoc)
        .args(["--edition=2024", "--crate-name=cards"])
        .arg(&path)
        .arg("-o")
        .arg(folder.join("doc"))
        .output()
        .expect("rustdoc runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.is_empty(), "{told}");
    folder.join("doc/cards")
}

/// The least contrast of the texts in figures with what is behind the page, the number of figures, and
/// whether something is wider than the page.
const LOOK: &str = r#"(() => {
  const numbers = colour => colour.match(/[\d.]+/g).slice(0, 3).map(Number);
  const luminance = colour => numbers(colour)
    .map(part => part / 255)
    .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = luminance(getComputedStyle(document.body).backgroundColor);
  const contrasts = [...document.querySelectorAll('svg[data-figure] text')].map(text => {
    const ink = luminance(getComputedStyle(text).fill);
    return (Math.max(ink, behind) + 0.05) / (Math.min(ink, behind) + 0.05);
  });
  const figures = [...document.querySelectorAll('svg[data-figure]')];
  const sizes = figures.map(figure => figure.getBoundingClientRect());
  return {
    contrast: Math.min(...contrasts),
    figures: figures.length,
    seen: sizes.every(size => size.width > 200 && size.height > 100),
    wide: sizes.some(size => size.right > document.documentElement.clientWidth),
    spilled: document.querySelectorAll('p > svg text, figure ~ p > path').length,
  };
})()"#;

#[test]
fn cards_can_be_read_in_every_theme() {
    let Some(mut browser) = Browser::start("documentation") else {
        return;
    };
    let documentation = documented();
    for trained in models() {
        browser.open(&documentation.join(format!("struct.{}.html", trained.name())));
        for (theme, width) in [
            ("light", 1300),
            ("dark", 1300),
            ("ayu", 1300),
            ("light", 400),
        ] {
            browser.size(width, 900);
            browser.evaluate(&format!(
                "document.documentElement.dataset.theme = '{theme}'"
            ));
            let look = browser.evaluate(LOOK);
            let what = format!("{} in {theme}, {width} wide: {look}", trained.name());
            assert_eq!(look["figures"], trained.figures().len(), "{what}");
            assert!(look["contrast"].as_f64() > Some(4.5), "{what}");
            assert_eq!(look["seen"], true, "{what}");
            assert_eq!(look["wide"], false, "{what}");
            assert_eq!(look["spilled"], 0, "{what}");
            let picture = format!("{}-{theme}-{width}.png", trained.name());
            browser.screenshot(&documentation.join(picture), true);
        }
        // The user's words come first, as Markdown.
        if trained.name() == "Plane" {
            let first = "document.querySelector('.docblock p').textContent";
            assert_eq!(browser.evaluate(first), "Which blob.");
            let rows =
                "[...document.querySelectorAll('.docblock td')].map(cell => cell.textContent)";
            let rows = browser.evaluate(rows).to_string();
            assert!(rows.contains(&trained.digest()), "{rows}");
        }
        // Whatever columns and classes are called, they are text in a cell.
        if trained.name() == "Wild" {
            let cells = |first: &str| {
                format!(
                    "[...document.querySelectorAll('.docblock tr')].filter(row => {first})\
                     .map(row => [...row.cells].map(cell => cell.textContent))"
                )
            };
            let classes =
                "row.closest('table').rows[0].cells[0].textContent === 'class' && row.rowIndex";
            let classes = browser.evaluate(&cells(classes));
            let classes = classes.as_array().unwrap();
            let mut names = tables::CLASSES;
            names.sort_unstable();
            assert_eq!(classes.len(), names.len(), "{classes:?}");
            for (row, name) in classes.iter().zip(names) {
                assert_eq!(row.as_array().unwrap().len(), 4, "{row}");
                let (shown, name) = (row[0].as_str().unwrap(), name.replace('\u{202e}', " "));
                match shown.strip_suffix('…') {
                    Some(cut) => assert!(name.starts_with(cut), "{shown}: {name}"),
                    None => assert_eq!(shown.trim_end(), name.trim_end()),
                }
            }
            let inputs = browser.evaluate(&cells("row.cells[0].textContent === 'inputs'"));
            let shown = inputs[0][1].as_str().unwrap();
            for name in tables::COLUMNS.iter().chain(&tables::TEXTS) {
                assert!(shown.contains(name), "{name}: {shown}");
            }
            let elements = "document.querySelectorAll('.docblock [onclick]').length";
            assert_eq!(browser.evaluate(elements), 0);
        }
        assert_eq!(browser.complaints, [""; 0]);
    }
}

#[test]
fn the_documentation_of_this_crate_is_the_papers_experiment() {
    use neuralatex::spiral::Spiral;
    // Where most of it is compiled already.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args(["doc", "--no-deps", "--package", "neuralatex"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARGO_TARGET_DIR", target)
        .env("RUSTDOCFLAGS", "-D warnings")
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let page = target.join("doc/neuralatex/index.html");
    let text = std::fs::read_to_string(&page).unwrap();
    for (number, figure) in [(1, "training_data"), (2, "loss"), (3, "evaluation")] {
        let place = text.find(&format!("data-figure=\"{figure}\""));
        let caption = text.find(&format!("<b>Figure {number}.</b>"));
        assert!(place.is_some() && place < caption, "{figure}");
    }
    assert!(!text.contains("{figure") && !text.contains("{accuracy}"));
    let row = [
        Spiral::EVALUATED.to_string(),
        Spiral::CORRECT.to_string(),
        Spiral::ACCURACY.to_string(),
        format!("{:.3}", Spiral::LOSS),
    ];
    let row: String = row.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    assert!(text.contains(&row), "{row}");
    assert!(text.contains(Spiral::DIGEST));
    let Some(mut browser) = Browser::start("paper") else {
        return;
    };
    browser.open(&page);
    browser.size(1200, 900);
    let look = browser.evaluate(LOOK);
    assert_eq!(look["figures"], 3, "{look}");
    assert_eq!(look["seen"], true, "{look}");
    browser.screenshot(&folder("documentation").join("paper.png"), true);
    assert_eq!(browser.complaints, [""; 0]);
}
