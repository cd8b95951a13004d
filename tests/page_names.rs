//! Pages speak of columns and classes as the data does, whatever these are called.

mod browser;
#[path = "../neuralatex-core/tests/common/models.rs"]
mod models;
mod pages;
#[path = "../neuralatex-core/tests/common/tables.rs"]
mod tables;

use browser::Browser;
use neuralatex_core::prelude::*;
use pages::{folder, page};
use serde_json::{Value, json};

fn open(browser: &mut Browser, name: &str, model: Model) -> Trained {
    let trained = model.train().expect("the model trains");
    browser.open(&page(name, &trained));
    trained
}

fn strings(value: &Value) -> Vec<&str> {
    let list = value.as_array().expect("a list").iter();
    list.map(|each| each.as_str().expect("a text")).collect()
}

const LABELS: &str =
    "[...document.querySelectorAll('.fields label')].map((each) => each.textContent)";

/// Texts of pictures that lie outside of them, by more than fonts differ.
const OUTSIDE: &str = r#"[...document.querySelectorAll('svg[data-figure], svg.network')].flatMap((svg) => {
  const room = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')].filter((text) => {
    const box = text.getBoundingClientRect();
    return box.left < room.left - 2 || box.right > room.right + 2
      || box.top < room.top - 2 || box.bottom > room.bottom + 2;
  }).map((text) => text.textContent);
})"#;

#[test]
fn inputs_and_answers_have_their_names() {
    let Some(mut browser) = Browser::start("names") else {
        return;
    };
    let weather = open(&mut browser, "weather", tables::weather(&folder("tables")));
    assert_eq!(strings(&browser.evaluate(LABELS)), ["temperature"]);
    let type_in = |browser: &mut Browser, text: &str| {
        let field = "document.getElementById('input-1')";
        browser.evaluate(&format!("{field}.focus(); {field}.select()"));
        browser.insert(text);
    };
    for (degrees, expected) in [("0", "cold"), ("24", "mild"), ("12", "warm")] {
        type_in(&mut browser, degrees);
        let answer = browser.evaluate("document.querySelector('.predicted').textContent");
        assert_eq!(answer, expected);
        // The mark is where the class is, not somewhere outside.
        let marker = "document.querySelector('#picture .marker').getAttribute('transform')";
        let marker = browser.evaluate(marker).to_string();
        assert!(!marker.contains("NaN"), "{marker}");
    }
    type_in(&mut browser, "x");
    let problem = browser.evaluate("document.getElementById('problem').textContent");
    assert!(
        problem.as_str().unwrap().starts_with("temperature is “x”"),
        "{problem}"
    );
    browser.screenshot(&folder("weather").join("light.png"), true);
    // Points stand where the figure has them.
    let drawn = "[...document.querySelectorAll('#picture svg svg [data-shape=points]')].map((each) => each.getAttribute('d')).join('')";
    let drawn = browser.evaluate(drawn).to_string();
    let rows = weather.evaluated().unwrap();
    assert!(
        !drawn.contains("NaN") && drawn.matches('M').count() >= rows,
        "{drawn}"
    );
    let still = "document.querySelector('.figures svg[data-figure=evaluation] svg [data-shape=points]').getAttribute('d')";
    let moving = "document.querySelector('#picture svg svg [data-shape=points]').getAttribute('d')";
    let places = |browser: &mut Browser, path: &str| {
        let parsed = format!(
            "[...{path}.matchAll(/M(-?[\\d.]+) (-?[\\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])"
        );
        browser.evaluate(&parsed)
    };
    assert_eq!(places(&mut browser, still), places(&mut browser, moving));
    // A figure that does not move tells names too.
    let tooltip = "document.querySelector('.tooltip').innerText";
    let [x, y] = browser.middle("#figure-training_data svg svg");
    browser.point(x, y);
    let told = browser.evaluate(tooltip);
    assert!(told.as_str().unwrap().contains("class: mild"), "{told}");
    browser.assert_quiet();
}

#[test]
fn numbers_to_predict_have_the_names_of_their_columns() {
    let Some(mut browser) = Browser::start("targets") else {
        return;
    };
    open(
        &mut browser,
        "price",
        tables::price(&folder("tables_price")),
    );
    let predicted = browser.evaluate("document.querySelector('.predicted').textContent");
    assert!(
        predicted.as_str().unwrap().starts_with("predicted price "),
        "{predicted}"
    );
    browser.screenshot(&folder("price").join("light.png"), true);
    open(&mut browser, "both", tables::both(&folder("tables_both")));
    let rows = "[...document.querySelectorAll('.answer tbody th')].map((each) => each.textContent)";
    assert_eq!(strings(&browser.evaluate(rows)), ["price", "<i>rent</i> %"]);
    let ends = "[...document.querySelectorAll('.network text')].map((each) => each.textContent)";
    let ends = browser.evaluate(ends);
    assert_eq!(strings(&ends)[..2], ["area", "price"]);
    assert!(strings(&ends)[2].starts_with("<i>rent"), "{ends}");
    let [x, y] = browser.middle("#picture svg svg");
    browser.point(x, y);
    let told = browser.evaluate("document.querySelector('.tooltip').innerText");
    let told = told.as_str().unwrap();
    assert!(
        told.contains("area: ") && told.contains("predicted price: "),
        "{told}"
    );
    browser.assert_quiet();
}

#[test]
fn hostile_names_are_text_and_stay_within_their_place() {
    let Some(mut browser) = Browser::start("hostile") else {
        return;
    };
    for (name, model) in [
        ("wild", tables::wild(&folder("tables_wild"))),
        ("plane", tables::plane(&folder("tables_plane"))),
    ] {
        open(&mut browser, name, model);
        let mut expected: Vec<String> = tables::COLUMNS.map(String::from).into();
        if name == "wild" {
            expected.extend(tables::TEXTS.map(|text| format!("colour | <i>: {text}")));
        }
        assert_eq!(strings(&browser.evaluate(LABELS)), expected);
        let classes =
            "[...document.querySelectorAll('.answer tbody th')].map((each) => each.textContent)";
        let classes = browser.evaluate(classes);
        let mut classes = strings(&classes);
        classes.sort_unstable();
        let mut known = tables::CLASSES;
        known.sort_unstable();
        assert_eq!(classes, known);
        let answer = browser.evaluate("document.querySelector('.predicted').textContent");
        assert!(known.contains(&answer.as_str().unwrap()), "{answer}");
        let drawn =
            "[...document.querySelectorAll('.network text')].map((each) => each.textContent)";
        let drawn = browser.evaluate(drawn);
        let drawn = strings(&drawn);
        if name == "wild" {
            // Those of one column can be told apart, and the page begins with a row that there is.
            assert!(drawn[2].starts_with("</scr"), "{drawn:?}");
            assert_eq!(drawn[3..5], ["a`b|c\\", "red"]);
            let hot = browser.evaluate("neuralatex.replay.tryIt.inputs.slice(2)");
            assert_eq!(hot.to_string().matches("1").count(), 1, "{hot}");
            assert_eq!(hot.to_string().matches("0").count(), 2, "{hot}");
        }
        let elements = "document.querySelectorAll('main b, main i, [onclick]').length";
        assert_eq!(browser.evaluate(elements), 0);
        for (width, is_dark) in [(1200, false), (360, true)] {
            browser.dark(is_dark);
            browser.size(width, 900);
            assert_eq!(browser.evaluate(OUTSIDE), json!([]), "{name}, {width} wide");
            let wide = browser.evaluate("document.documentElement.scrollWidth");
            assert_eq!(wide, width, "{name}");
            let picture = folder(name).join(format!("{width}.png"));
            browser.screenshot(&picture, true);
        }
        browser.size(1200, 900);
        let [x, y] = browser.middle("#picture svg svg");
        for step in 0..12 {
            browser.point(
                x + 12.0 * f64::from(step - 6),
                y + 5.0 * f64::from(step % 3),
            );
        }
        browser.assert_quiet();
    }
}
