//! Of every file that a model is made from, a build script tells Cargo; advice it tells as warnings.
//! The tests run this program again as the script.

#[path = "common/images.rs"]
mod images;
#[path = "common/reading.rs"]
mod reading;

use std::process::Command;

use neuralatex_core::prelude::*;
use reading::Folder;

/// The script; when the tests are run, it has nothing to do.
#[test]
fn script() {
    if std::env::var_os("NEURALATEX_TEST_SCRIPT").is_none() {
        return;
    }
    let rows = || model("Rows", [AUTO, 2, AUTO]).data(csv("rows.csv").label("y"));
    let eval = csv("more/eval.csv");
    rows().eval(eval).epochs(1).compile().unwrap();
    let quiet = model("Quiet", [AUTO, 2, AUTO]).data(csv("rows.csv").label("y"));
    quiet.allow(unscaled()).epochs(1).compile().unwrap();
    let orders = csv("orders.csv").label("y");
    let orders = model("Orders", [AUTO, 2, AUTO]).data(orders);
    orders.epochs(1).compile().unwrap();
    let images = model("Images", [AUTO, 2, AUTO]).data(idx("images", "labels"));
    images.epochs(1).compile().unwrap();
}

#[test]
fn cargo_is_told_of_files_and_of_advice() {
    let folder = Folder::of("compile_files");
    let out = Folder::of("compile_files_out");
    std::fs::create_dir(folder.0.join("more")).unwrap();
    let rows = "a,b,y\n1000,0.5,0\n2000,0.25,1\n3000,0.75,0\n";
    folder.file("rows.csv", rows);
    folder.file("more/eval.csv", rows);
    // A name with line breaks, which must not become an order.
    let name = "\"a\ncargo::rustc-env=ORDER=1\r\nb\"";
    folder.file("orders.csv", rows.replacen('a', name, 1));
    folder.file("images", images::images());
    folder.file("labels", images::labels());
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["script", "--exact", "--nocapture"])
        .env("NEURALATEX_TEST_SCRIPT", "1")
        .env("CARGO_MANIFEST_DIR", &folder.0)
        .env("OUT_DIR", &out.0)
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{printed}");
    for file in ["rows.csv", "more/eval.csv", "images", "labels"] {
        let line = format!("cargo::rerun-if-changed={}", folder.0.join(file).display());
        assert!(
            printed.lines().any(|printed| printed == line),
            "{line} in {printed}"
        );
    }
    let warnings = printed
        .lines()
        .filter(|line| line.starts_with("cargo::warning="));
    let warnings: Vec<&str> = warnings.collect();
    let expected = "cargo::warning=model `Rows`: the inputs are of very different size: input `a` reaches 3000";
    assert!(
        warnings.len() == 2 && warnings[0].starts_with(expected),
        "{warnings:?}"
    );
    assert!(warnings[1].contains("ORDER=1"), "{warnings:?}");
    let is_order = |line: &str| line.starts_with("cargo::rustc-env");
    assert!(!printed.lines().any(is_order), "{printed}");
}
