//! The builder trains as the paper does, and reads and writes the paper's checkpoints.

mod common;

use common::{
    TRACES, assert_all_close, assert_close, folder, fp_seed, list, number, numbers, rate, trace,
    whole,
};
use neuralatex_core::prelude::*;
use serde_json::Value as Json;

/// Rows of inputs and a class.
fn rows(json: &Json) -> Points {
    let row = |row: &Json| {
        let [x, y, class] = numbers(row)[..] else {
            panic!("{row}")
        };
        ([x, y], class as i32)
    };
    points(list(json).iter().map(row))
}

fn specification(trace: &Json) -> Model {
    model("Golden", [2, 4, 4, 1])
        .data(rows(&trace["dataset"]))
        .eval(rows(&trace["eval_dataset"]))
        .loss(max_margin())
        .optimizer(sgd(rate))
        .init(fp_seed(trace))
        .shuffle(false)
        .precision(Precision::F64)
        .epochs(whole(&trace["config"]["number_of_epochs"]))
        .batch(whole(&trace["config"]["batch_size"]))
}

/// `(1,0.5)(2,0.25)`: the numbers after the commas, and the text around them.
fn losses_of(trace: &Json) -> Vec<f64> {
    let text = trace["losses"].as_str().unwrap().replace(' ', "");
    let pairs = text.trim_matches(['(', ')']).split(")(");
    pairs
        .map(|pair| pair.split_once(',').unwrap().1.parse().unwrap())
        .collect()
}

#[track_caller]
fn assert_trained(trained: &Trained, trace: &Json) {
    let name = trace["case"].as_str().unwrap();
    let weights = numbers(&trace["final_weights"]);
    assert_all_close(&trained.weights(), &weights, name);
    // The paper's losses are scaled by the batch; here every batch is the whole data.
    assert_all_close(trained.losses(), &losses_of(trace), name);
    let eval = &trace["eval"];
    let (correct, total) = (whole(&eval["correct"]), whole(&eval["total"]));
    assert_eq!(trained.correct(), Some(correct), "{name}");
    assert_eq!(trained.evaluated(), Some(total), "{name}");
    let accuracy = trained.accuracy().unwrap();
    assert_eq!(accuracy, correct as f64 / total as f64, "{name}");
    let printed = (accuracy * 100.0).round() / 100.0;
    assert_eq!(printed, number(&eval["accuracy"]), "{name}");
    let label = |row: &Json| number(&row[2]) as i32;
    let estimated: Vec<i32> = list(&eval["estimated"]).iter().map(label).collect();
    assert_eq!(trained.predicted(), estimated, "{name}");
    for item in list(&eval["items"]) {
        let score = trained.scores(&[number(&item["x"]), number(&item["y"])])[0];
        assert_close(score, number(&item["score"]), name);
        assert_eq!(score.signum(), number(&item["sign"]), "{name}");
    }
}

#[test]
fn the_builder_trains_as_the_paper_does() {
    for name in ["A", "b", "D0", "D1"] {
        let trace = trace(name);
        let trained = specification(&trace).train().unwrap();
        assert_trained(&trained, &trace);
        let given = values(numbers(&trace["init_weights"]));
        let same = specification(&trace).init(given).train().unwrap();
        assert_eq!(same.digest(), trained.digest(), "{name}");
    }
}

#[test]
fn a_resumed_run_is_the_papers_resumed_run() {
    let (straight, resumed) = (trace("D0"), trace("D2"));
    let file = folder("golden_resume").join("checkpoint.txt");
    // The second text is the paper's own with the blanks that TeX's reading leaves behind.
    let text = resumed["resume_checkpoint_txt"].as_str().unwrap();
    for text in [text.to_string(), text.replace('\n', " \n")] {
        std::fs::write(&file, text).unwrap();
        let trained = specification(&resumed).checkpoint(&file).train().unwrap();
        assert_trained(&trained, &resumed);
        assert_trained(&trained, &straight);
    }
}

#[test]
fn a_checkpoint_of_the_paper_that_is_complete_is_used_as_it_is() {
    let file = folder("golden_complete").join("checkpoint.txt");
    for name in TRACES {
        let trace = trace(name);
        std::fs::write(&file, trace["checkpoint_txt"].as_str().unwrap()).unwrap();
        let trained = specification(&trace).checkpoint(&file).train().unwrap();
        assert_trained(&trained, &trace);
        assert_eq!(trained.weights(), numbers(&trace["final_weights"]));
        assert_eq!(trained.losses(), losses_of(&trace));
    }
}

#[test]
fn a_saved_checkpoint_has_the_papers_three_lines() {
    let file = folder("golden_save").join("checkpoint.txt");
    for name in ["A", "b", "D0", "D1"] {
        let trace = trace(name);
        specification(&trace).train().unwrap().save(&file).unwrap();
        let ours = std::fs::read_to_string(&file).unwrap();
        let theirs = trace["checkpoint_txt"].as_str().unwrap();
        let parts = |text: &str| -> (String, Vec<f64>) {
            let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
            let around = text.split(is_number).filter(|part| !part.is_empty());
            let numbers = text
                .split(|c| !is_number(c))
                .filter(|part| !part.is_empty());
            (
                around.collect::<Vec<_>>().join("#"),
                numbers.map(|n| n.parse().unwrap()).collect(),
            )
        };
        let ((ours, our_numbers), (theirs, their_numbers)) = (parts(&ours), parts(theirs));
        assert_eq!(ours, theirs, "{name}");
        assert_all_close(&our_numbers, &their_numbers, name);
    }
}
