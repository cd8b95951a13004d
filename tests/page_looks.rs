//! The page of a model can be read: on light and dark, in narrow windows, without scripts; and it holds
//! nothing that it should not.

mod browser;
#[path = "../neuralatex-core/tests/common/models.rs"]
mod models;
mod pages;

use browser::{Browser, CONTRAST};
use models::paper_spiral;
use pages::{folder, gallery, page, spiral_in};
use serde_json::json;

#[test]
fn light_and_dark_can_both_be_read() {
    let Some(mut browser) = spiral_in("dark") else {
        return;
    };
    let ground = "getComputedStyle(document.body).backgroundColor";
    let mut grounds = Vec::new();
    for is_dark in [false, true] {
        browser.dark(is_dark);
        grounds.push(browser.evaluate(ground));
        let pale = browser.evaluate(CONTRAST);
        assert_eq!(pale, json!([]), "dark: {is_dark}");
    }
    assert_ne!(grounds[0], grounds[1]);
    browser.screenshot(&folder("dark").join("dark.png"), true);
    browser.assert_quiet();
}

#[test]
fn no_page_is_wider_than_a_narrow_window() {
    let Some(mut browser) = Browser::start("narrow") else {
        return;
    };
    for (name, model) in gallery() {
        let path = page(
            &format!("narrow_{name}"),
            &model.train().expect("the model trains"),
        );
        for width in [320, 360, 768] {
            browser.size(width, 800);
            browser.open(&path);
            let wide = browser.evaluate("document.documentElement.scrollWidth");
            assert_eq!(wide, width, "{name}");
        }
        browser.size(360, 800);
        browser.screenshot(&path.with_file_name("narrow.png"), true);
    }
}

#[test]
fn without_scripts_all_results_are_there() {
    let Some(mut browser) = Browser::start("scripts") else {
        return;
    };
    let trained = paper_spiral().train().expect("the model trains");
    browser.call(
        "Emulation.setScriptExecutionDisabled",
        json!({ "value": true }),
    );
    browser.open(&page("scripts", &trained));
    let text = browser.evaluate("document.body.innerText");
    let text = text.as_str().unwrap();
    for expected in [
        "75 of 100",
        "Confusion matrix",
        "loss: max_margin",
        &trained.digest(),
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(!text.contains("Try it"), "what needs a script is not shown");
    // What is said to browsers and to screen readers is there from the start.
    let html = std::fs::read_to_string(folder("scripts").join("index.html")).unwrap();
    for expected in [
        "<html lang=\"en\">",
        "default-src 'none'",
        "role=\"status\"",
        "role=\"alert\"",
        "aria-label=\"Epoch\"",
    ] {
        assert!(html.contains(expected), "{expected}");
    }
    browser.assert_quiet();
}

#[test]
fn the_same_training_gives_the_same_bytes_without_places_of_the_machine() {
    let pages = ["once", "again"].map(|name| {
        let trained = paper_spiral().train().expect("the model trains");
        std::fs::read_to_string(page(name, &trained)).expect("the page is text")
    });
    assert!(pages[0] == pages[1]);
    for place in [
        env!("CARGO_MANIFEST_DIR"),
        env!("CARGO_TARGET_TMPDIR"),
        "/src/",
    ] {
        assert!(!pages[0].contains(place), "{place}");
    }
}
