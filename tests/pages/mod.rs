//! Pages of models of all kinds, for the tests that look at them.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::path::{Path, PathBuf};

use neuralatex_core::prelude::*;

use super::browser::Browser;
use super::models::paper_spiral;

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("page")
        .join(name)
}

/// Writes the report of a model, and returns its page.
pub(crate) fn page(name: &str, trained: &Trained) -> PathBuf {
    let folder = folder(name);
    trained.report(&folder).expect("the report can be written");
    folder.join("index.html")
}

pub(crate) fn gallery() -> Vec<(&'static str, Model)> {
    let sine = |random: &mut Random| {
        let x = random.uniform(-3.0, 3.0);
        ([x], x.sin() + 0.05 * random.normal())
    };
    let two = |random: &mut Random| {
        let [x, y, z] = [0; 3].map(|_| random.uniform(-1.0, 1.0));
        ([x, y, z], vec![x * y, z - x])
    };
    vec![
        ("spiral", paper_spiral()),
        (
            "blobs",
            model("Blobs", [2, 12, 4])
                .doc("Which of four blobs a point belongs to.")
                .data(blobs(100).classes(4).noise(2.0))
                .eval(blobs(60).classes(4).noise(2.0))
                .activation(tanh())
                .epochs(60),
        ),
        (
            "many",
            model("Six", [6, 10, 8, 5])
                .data(blobs(100).classes(5).dimensions(6).noise(4.0))
                .eval(blobs(60).classes(5).dimensions(6).noise(4.0))
                .normalize(standard())
                .activation([gelu(), silu()])
                .epochs(40),
        ),
        (
            "sine",
            model("Sine", [1, 16, 1])
                .doc("The sine of a number.")
                .data(from_fn(200, sine))
                .activation(tanh())
                .precision(Precision::F64)
                .epochs(300),
        ),
        (
            "two",
            model("Two", [3, 12, 12, 2])
                .data(from_fn(300, two))
                .eval(from_fn(100, two))
                .activation(silu())
                .epochs(80),
        ),
        (
            "one_epoch",
            model("Once", [2, 4, 1]).data(moons(30)).epochs(1),
        ),
        (
            "two_points",
            model("Few", [2, 3, 1])
                .data(points([([0.0, 0.0], 0), ([1.0, 1.0], 1)]))
                .epochs(20),
        ),
        (
            "moons",
            model("Moons", [2, 16, 16, 1])
                .doc("Which of two half-moons a point lies on.")
                .data(moons(200).noise(0.15))
                .eval(moons(100).noise(0.15))
                .loss(cross_entropy())
                .epochs(150),
        ),
        (
            "digits",
            model("Digits", [64, 32, 10])
                .data(blobs(60).classes(10).dimensions(64).noise(6.0))
                .eval(blobs(30).classes(10).dimensions(64).noise(6.0))
                .epochs(30),
        ),
        ("given", given("given", moons(40))),
        (
            "given_numbers",
            given(
                "given_numbers",
                points((0..9).map(|n| ([f64::from(n), 1.0], f64::from(n) / 9.0))),
            ),
        ),
        (
            "single_input",
            model("Step", [1, 4, 1])
                .data(points(
                    (0..40)
                        .map(|n| ([f64::from(n) / 10.0], i32::from(n > 17)))
                        .collect::<Vec<_>>(),
                ))
                .epochs(60),
        ),
    ]
}

/// A network that was trained elsewhere: its page has no losses.
fn given(name: &str, rows: impl Into<Source>) -> Model {
    let model = model("Given", [2, 3, 1]).data(rows);
    let folder = folder(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("network.safetensors");
    let trained = model.clone().epochs(20).train().expect("it trains");
    trained.save(&file).expect("a file");
    model.weights(file)
}

/// A browser that shows the page of the paper's spiral.
pub(crate) fn spiral_in(name: &str) -> Option<Browser> {
    let mut browser = Browser::start(name)?;
    let trained = paper_spiral().train().expect("the model trains");
    browser.open(&page(name, &trained));
    Some(browser)
}
