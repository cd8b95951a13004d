//! Models of CSV files, whose columns and classes have names: plain ones, and such as nobody should have.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::{Path, PathBuf};

use neuralatex_core::prelude::*;

/// Classes that mean something to HTML, JavaScript, Markdown and TeX, that are long, or in no font.
pub(crate) const CLASSES: [&str; 6] = [
    "</script><script>throw 1</script>",
    "\"quoted\" 'so' `code` back\\slash \\|",
    "100 % _ # $ & ~ ^ {} | ${1} *a* [b](c)",
    "class 3",
    "模型 😀 ñ \u{202e}",
    LONG,
];

/// Columns of numbers.
pub(crate) const COLUMNS: [&str; 2] = ["<b onclick=\"throw 1\">x</b>", "\\input{x} %_#$&~^{}"];

/// Texts of the column `colour | <i>`.
pub(crate) const TEXTS: [&str; 3] = ["</script><!--", "a`b|c\\", "red"];

pub(crate) const LONG: &str = "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW";

/// The file of a test, of cells that are quoted.
pub(crate) fn file(folder: &Path, name: &str, rows: &[Vec<String>]) -> PathBuf {
    let cell = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
    let line = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(",");
    let lines: Vec<String> = rows.iter().map(line).collect();
    std::fs::create_dir_all(folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    path
}

fn owned(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| cell.to_string()).collect()
}

/// Something between -1 and 1 that follows no pattern.
fn jitter(n: usize) -> f64 {
    (n as f64 * 12.9898).sin()
}

/// Hostile names everywhere: two columns of numbers, one of texts, six classes.
fn wild_file(folder: &Path) -> Csv {
    let mut rows = vec![owned(&[COLUMNS[0], COLUMNS[1], "colour | <i>", "kind"])];
    for n in 0..120 {
        let class = n % CLASSES.len();
        let x = (class % 3) as f64 + 0.4 * jitter(n);
        let y = (class / 3) as f64 + 0.4 * jitter(n + 500);
        let numbers = [x, y].map(|number| number.to_string());
        let text = TEXTS[(n + class) % TEXTS.len()];
        rows.push(owned(&[&numbers[0], &numbers[1], text, CLASSES[class]]));
    }
    csv(file(folder, "wild.csv", &rows)).label("kind")
}

/// Five inputs, of which three are of one column.
pub(crate) fn wild(folder: &Path) -> Model {
    model("Wild", [5, 12, 6])
        .data(wild_file(folder))
        .eval(hold_out(0.25))
        .epochs(40)
}

/// Two inputs.
pub(crate) fn plane(folder: &Path) -> Model {
    model("Plane", [2, 12, 6])
        .data(wild_file(folder).columns(COLUMNS))
        .eval(hold_out(0.25))
        .epochs(40)
}

/// One input, three classes whose order by name is another than by size.
pub(crate) fn weather(folder: &Path) -> Model {
    let mut rows = vec![owned(&["temperature", "feels"])];
    for n in 0..60 {
        let class = n % 3;
        let degrees = 12.0 * class as f64 + 4.0 * jitter(n);
        rows.push(owned(&[
            &degrees.to_string(),
            ["cold", "warm", "mild"][class],
        ]));
    }
    model("Weather", [1, 8, 3])
        .data(csv(file(folder, "weather.csv", &rows)).label("feels"))
        .eval(hold_out(0.3))
        .normalize(standard())
        .epochs(60)
}

/// Three columns to take inputs and targets from.
fn houses_file(folder: &Path) -> Csv {
    let mut rows = vec![owned(&["area", "price", "<i>rent</i> %"])];
    for n in 0..80 {
        let area = 3.0 + 2.0 * jitter(n);
        let numbers = [area, 2.0 * area + 0.2 * jitter(n + 7), area.sin()];
        rows.push(numbers.map(|number| number.to_string()).to_vec());
    }
    csv(file(folder, "houses.csv", &rows))
}

/// One input, one target.
pub(crate) fn price(folder: &Path) -> Model {
    model("Price", [1, 8, 1])
        .data(houses_file(folder).target("price").columns(["area"]))
        .eval(hold_out(0.25))
        .epochs(60)
}

/// One input, two targets.
pub(crate) fn both(folder: &Path) -> Model {
    model("Both", [1, 8, 2])
        .data(houses_file(folder).target(["price", "<i>rent</i> %"]))
        .eval(hold_out(0.25))
        .epochs(60)
}

/// All of them.
pub(crate) fn named(folder: &Path) -> Vec<Model> {
    [wild, plane, weather, price, both]
        .map(|model| model(folder))
        .into()
}
