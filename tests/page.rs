//! The page of a model does in a browser what it promises: it moves, and it answers.

mod browser;
#[path = "../neuralatex-core/tests/common/models.rs"]
mod models;
mod pages;

use browser::Browser;
use neuralatex_core::prelude::*;
use pages::{folder, gallery, page, spiral_in};
use serde_json::json;

/// What can be seen to move: rings, regions, the line in the losses, the weights, the numbers.
const SEEN: &str = "[[...document.querySelectorAll('#picture svg svg [data-shape=points]')].at(-1).getAttribute('d'),\
    document.querySelector('#picture canvas').toDataURL(),\
    document.querySelector('#losses .now').getAttribute('x1'),\
    document.querySelector('#network .edges').innerHTML,\
    document.getElementById('readouts').textContent]";

/// Asserts that each of the things that can be seen differs.
fn assert_moved(before: &serde_json::Value, after: &serde_json::Value) {
    let [before, after] = [before, after].map(|seen| seen.as_array().expect("a list"));
    assert_eq!(before.len(), 5);
    for (place, (before, after)) in before.iter().zip(after).enumerate() {
        assert_ne!(before, after, "{place}");
    }
}

#[test]
fn every_kind_of_model_has_a_page_without_complaints_or_requests() {
    let Some(mut browser) = Browser::start("gallery") else {
        return;
    };
    for (name, model) in gallery() {
        let path = page(name, &model.train().expect("the model trains"));
        browser.open(&path);
        let is_hidden = browser.evaluate("document.getElementById('live').hidden");
        assert_eq!(is_hidden, false, "{name}");
        let ids = "[...document.querySelectorAll('[id]')].map((each) => each.id)";
        let repeated = browser.evaluate(&format!(
            "{ids}.filter((id, place, all) => all.indexOf(id) !== place)"
        ));
        assert_eq!(repeated, json!([]), "{name}");
        browser.screenshot(&folder(name).join("light.png"), true);
        browser.assert_quiet();
    }
}

#[test]
fn the_slider_moves_the_picture_and_says_so() {
    let Some(mut browser) = spiral_in("slider") else {
        return;
    };
    let last = browser.evaluate(SEEN);
    browser.evaluate("document.getElementById('epoch').focus()");
    browser.press("Home");
    let first = browser.evaluate(SEEN);
    assert_moved(&last, &first);
    let text = "document.getElementById('epoch').getAttribute('aria-valuetext')";
    let said = browser.evaluate(text);
    assert!(
        said.as_str().unwrap().starts_with("epoch 0 of 35, "),
        "{said}"
    );
    browser.press("ArrowRight");
    let second = browser.evaluate(SEEN);
    assert_moved(&first, &second);
    let said = browser.evaluate("document.getElementById('status').textContent");
    assert!(
        said.as_str()
            .unwrap()
            .contains("epoch 1 of 35, training loss 1.2"),
        "{said}"
    );
    browser.press("End");
    assert_eq!(browser.evaluate(SEEN), last);
    browser.assert_quiet();
}

#[test]
fn play_shows_every_epoch_and_ends_at_the_last() {
    let Some(mut browser) = spiral_in("play") else {
        return;
    };
    browser.evaluate(
        "window.shown = []; const show = neuralatex.replay.show;\
         neuralatex.replay.show = function (index) { shown.push(index); return show.call(this, index); };",
    );
    browser.click("#play");
    let name = "document.querySelector('#play .name').textContent";
    assert_eq!(browser.evaluate(name), "Pause");
    browser.wait_until("neuralatex.replay.index > 12");
    browser.screenshot(&folder("play").join("middle.png"), false);
    assert_eq!(
        browser.evaluate("document.getElementById('status').textContent"),
        ""
    );
    browser.wait_until("neuralatex.replay.index === 35");
    browser.wait_until(&format!("{name} === 'Play'"));
    let different = browser.evaluate("new Set(shown).size").as_u64().unwrap();
    assert!(different > 18, "{different} epochs were shown");
    assert_eq!(
        browser.evaluate("document.getElementById('epoch').value"),
        "35"
    );
    // And again from the start, by keyboard, until it is told to stop.
    browser.press(" ");
    browser.wait_until("neuralatex.replay.index > 1 && neuralatex.replay.index < 30");
    browser.press(" ");
    let stopped = browser.evaluate("neuralatex.replay.index");
    std::thread::sleep(std::time::Duration::from_millis(400));
    assert_eq!(browser.evaluate("neuralatex.replay.index"), stopped);
    browser.assert_quiet();
}

#[test]
fn keys_reach_all_that_can_be_done() {
    let Some(mut browser) = spiral_in("keys") else {
        return;
    };
    let mut reached = Vec::new();
    for _ in 0..8 {
        browser.press("Tab");
        let focus = browser.evaluate(
            "document.activeElement.id || document.activeElement.className || document.activeElement.tagName",
        );
        reached.push(focus.as_str().unwrap().to_string());
    }
    let expected = [
        "skip", "play", "epoch", "input-1", "input-2", "another", "PRE", "scroll",
    ];
    assert_eq!(reached, expected);
    let nameless = "[...document.querySelectorAll('button, input, textarea, a, [role=group]')].filter((each) =>\
        !(each.labels?.length || each.textContent.trim() || each.getAttribute('aria-label'))).length";
    assert_eq!(browser.evaluate(nameless), 0);
    // On the slider, arrows go from epoch to epoch, and the space bar plays.
    browser.evaluate("document.getElementById('epoch').focus()");
    let shown = "Number(document.getElementById('epoch').value)";
    let last = browser.evaluate(shown).as_f64().unwrap();
    browser.press("ArrowLeft");
    assert_eq!(browser.evaluate(shown).as_f64(), Some(last - 1.0));
    browser.press("Home");
    assert_eq!(browser.evaluate(shown).as_f64(), Some(0.0));
    browser.press(" ");
    browser.wait_until(&format!("{shown} > 2"));
}

#[test]
fn the_pointer_is_told_values_and_chooses_inputs_and_epochs() {
    let Some(mut browser) = spiral_in("pointer") else {
        return;
    };
    let tooltip = "document.querySelector('.tooltip').hidden ? '' : document.querySelector('.tooltip').innerText";
    let [x, y] = browser.middle("#picture svg svg");
    browser.point(x, y);
    let told = browser.evaluate(tooltip);
    assert!(told.as_str().unwrap().contains("score"), "{told}");
    browser.screenshot(&folder("pointer").join("tooltip.png"), false);
    browser.click_at(x + 40.0, y);
    let inputs = "JSON.stringify(neuralatex.replay.tryIt.inputs)";
    let chosen = browser.evaluate(inputs);
    assert_eq!(browser.evaluate("document.getElementById('input-1').value + ',' + document.getElementById('input-2').value")
        .as_str().map(|text| format!("[{text}]")), chosen.as_str().map(str::to_string));
    browser.click_at(x - 40.0, y + 20.0);
    assert_ne!(browser.evaluate(inputs), chosen);
    let [x, y] = browser.middle("#losses svg svg");
    browser.point(x, y);
    let told = browser.evaluate(tooltip);
    let told = told.as_str().unwrap();
    assert!(
        told.contains("training loss") && told.contains("evaluation loss"),
        "{told}"
    );
    browser.click_at(x, y);
    let epoch = browser
        .evaluate("neuralatex.replay.index")
        .as_u64()
        .unwrap();
    assert!((16..=19).contains(&epoch), "{epoch}");
    for figure in ["training_data", "loss", "regions"] {
        let [x, y] = browser.middle(&format!("#figure-{figure} svg svg"));
        browser.point(x, y);
        assert_ne!(browser.evaluate(tooltip), "", "{figure}");
    }
    browser.assert_quiet();
}

#[test]
fn what_is_no_number_is_said_and_changes_nothing() {
    let Some(mut browser) = spiral_in("problem") else {
        return;
    };
    for (typed, said) in [
        ("", "Input 1 is empty."),
        (
            "one",
            "Input 1 is “one”: expected a number that f32 can hold.",
        ),
        (
            "1e39",
            "Input 1 is “1e39”: expected a number that f32 can hold.",
        ),
        (
            "<b>",
            "Input 1 is “<b>”: expected a number that f32 can hold.",
        ),
        ("-1e38", ""),
        ("0.5", ""),
    ] {
        browser.evaluate("document.getElementById('input-1').focus(); document.getElementById('input-1').select()");
        match typed {
            "" => browser.press("Backspace"),
            _ => browser.insert(typed),
        }
        let problem = browser.evaluate("document.getElementById('problem').textContent");
        assert_eq!(problem, said, "{typed}");
        let is_hidden = browser.evaluate("document.querySelector('.answer').hidden");
        assert_eq!(is_hidden, !said.is_empty(), "{typed}");
    }
    browser.assert_quiet();
}

#[test]
fn words_of_a_specification_are_text() {
    let Some(mut browser) = Browser::start("escaped") else {
        return;
    };
    let doc = "</style></script><script>throw 1</script> & \"quotes\" 'too' 100 % _ # {{name}} 🦀\n\nMore.";
    let name = format!("N{}", "a".repeat(199));
    let model = model(name.clone(), [2, 3, 1])
        .doc(doc)
        .data(moons(10))
        .epochs(2);
    let path = page("escaped", &model.train().expect("the model trains"));
    browser.size(320, 800);
    browser.open(&path);
    let shown = browser.evaluate(
        "[...document.querySelectorAll('.lead')].map((each) => each.textContent).join('\\n\\n')",
    );
    assert_eq!(shown, doc);
    assert_eq!(
        browser.evaluate("document.querySelector('h1').textContent"),
        name
    );
    assert_eq!(
        browser.evaluate("document.documentElement.scrollWidth"),
        320
    );
    browser.screenshot(&path.with_file_name("narrow.png"), true);
    browser.assert_quiet();
}

#[test]
fn a_network_without_a_way_or_too_large_for_the_page_says_so() {
    let Some(mut browser) = Browser::start("large") else {
        return;
    };
    // Half a mebibyte has no room for two epochs of these weights, and the page none for those below.
    let data = || points([([0.0, 0.0], 0), ([1.0, 1.0], 1)]);
    let wide = model("Wide", [2, 300, 300, 1]).data(data()).epochs(2);
    browser.open(&page("wide", &wide.train().expect("the model trains")));
    let text = browser.evaluate("document.querySelector('#live').innerText");
    let text = text.as_str().unwrap();
    assert!(
        text.contains("this is the network as it is shipped"),
        "{text}"
    );
    assert!(text.contains("Try it") && !text.contains("Play"), "{text}");
    browser.screenshot(&folder("wide").join("light.png"), true);
    browser.assert_quiet();
    let kept = folder("kept").with_extension("safetensors");
    let small = || model("Kept", [2, 3, 1]).data(data()).epochs(3);
    let first = small().train().expect("the model trains");
    first.save(&kept).expect("a checkpoint can be written");
    let complete = small().checkpoint(&kept).train().expect("it is complete");
    browser.open(&page("kept", &complete));
    let text = browser.evaluate("document.querySelector('#live').innerText");
    let text = text.as_str().unwrap();
    assert!(text.contains("taken from a complete checkpoint"), "{text}");
    assert!(text.contains("Try it") && !text.contains("Play"), "{text}");
    browser.assert_quiet();
    let huge = model("Huge", [2, 800, 800, 1])
        .data(data())
        .precision(Precision::F64)
        .epochs(1);
    browser.open(&page("huge", &huge.train().expect("the model trains")));
    let text = browser.evaluate("document.querySelector('.note').innerText");
    assert_eq!(
        text,
        "The network has 644001 parameters: too many to compute it in this page."
    );
    assert_eq!(
        browser.evaluate("document.querySelector('#live') === null"),
        true
    );
    browser.assert_quiet();
}
