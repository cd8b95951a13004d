//! Results as data: what is written is what was found, as the schema says, and the same each time.

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use common::models::{kinds, paper_spiral, train};
use common::python::{python, run};
use common::{folder, tables};
use neuralatex_core::prelude::*;
use serde_json::Value as Json;

/// Checks all folders, and that something broken is noticed.
const CHECK: &str = r#"
import json, sys
from jsonschema import ValidationError, validate
for folder in sys.argv[1:]:
    results, schema = (json.load(open(folder + "/" + name)) for name in ("results.json", "results.schema.json"))
    validate(results, schema)
    results["digest"] = "none"
    try:
        validate(results, schema)
        sys.exit("a broken digest was not noticed")
    except ValidationError:
        pass
    results["digest"] = "0" * 64
    results["classes"] = [1.5]
    try:
        validate(results, schema)
        sys.exit("a class that is neither whole nor a text was not noticed")
    except ValidationError:
        pass
print("checked")
"#;

fn read(path: &Path) -> Json {
    let text = std::fs::read_to_string(path).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match path.is_dir() {
            true => files.extend(
                self::files(&path)
                    .into_iter()
                    .map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)),
            ),
            false => {
                files.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    files
}

#[test]
fn the_json_holds_what_was_found() {
    for trained in kinds() {
        let folder = folder("report_json").join(trained.name());
        trained.report(&folder).unwrap();
        let json = read(&folder.join("results.json"));
        let name = trained.name();
        assert_eq!(json["version"], 1, "{name}");
        assert_eq!(json["name"], name);
        assert_eq!(json["digest"], trained.digest());
        assert_eq!(json["epochs"], trained.losses().len());
        let losses: Vec<f64> = serde_json::from_value(json["losses"].clone()).unwrap();
        assert_eq!(losses, trained.losses(), "{name}");
        assert_eq!(json["metrics"]["accuracy"].as_f64(), trained.accuracy());
        assert_eq!(json["metrics"]["loss"].as_f64(), trained.loss());
        assert_eq!(
            json["metrics"]["correct"].as_u64(),
            trained.correct().map(|n| n as u64)
        );
        assert_eq!(json["data"]["rows"], trained.data().rows());
        let Some(eval) = trained.eval() else {
            assert!(
                json["predictions"].is_null() && json["eval"].is_null(),
                "{name}"
            );
            continue;
        };
        let predictions = &json["predictions"];
        assert_eq!(predictions["rows"], eval.rows());
        let predicted = predictions["predicted"].as_array().unwrap();
        assert_eq!(predicted.len(), eval.rows());
        for (row, predicted) in predicted.iter().enumerate() {
            match trained.predicted().get(row) {
                Some(class) => assert_eq!(predicted, class),
                None => {
                    let scores = trained.scores(&eval.inputs(row));
                    assert_eq!(*predicted, serde_json::to_value(scores).unwrap());
                }
            }
        }
        let last = json["evaluation_losses"]
            .as_array()
            .unwrap()
            .last()
            .unwrap();
        assert_eq!(last["loss"].as_f64(), trained.loss(), "{name}");
        assert_eq!(last["epoch"], trained.losses().len());
    }
}

#[test]
fn the_schema_says_what_is_there() {
    let folder = folder("report_schema");
    let mut paths = Vec::new();
    let named = tables::named(&folder).into_iter().map(train);
    for trained in kinds().into_iter().chain(named) {
        let folder = folder.join(trained.name());
        trained.report(&folder).unwrap();
        paths.push(folder);
    }
    // Each member is in the schema and the other way round.
    let schema = read(&paths[0].join("results.schema.json"));
    for inner in ["", "metrics", "predictions"] {
        let schema = match inner {
            "" => &schema,
            inner => &schema["properties"][inner],
        };
        let described: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
        let mut required: Vec<&str> = schema["required"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        required.sort_unstable();
        assert_eq!(described, required, "{inner}");
        for path in &paths {
            let json = read(&path.join("results.json"));
            let value = if inner.is_empty() {
                &json
            } else {
                &json[inner]
            };
            let Some(value) = value.as_object() else {
                continue;
            };
            let members: Vec<&String> = value.keys().collect();
            assert_eq!(members, described, "{}", path.display());
        }
    }
    // And what Python makes of it.
    if let Some(python) = python("jsonschema") {
        let paths: Vec<&Path> = paths.iter().map(|path| path.as_path()).collect();
        let printed = run(&python, CHECK, &paths);
        assert_eq!(String::from_utf8_lossy(&printed).trim(), "checked");
    }
}

#[test]
fn losses_have_a_line_for_each_epoch() {
    let trained = train(paper_spiral());
    let folder = folder("report_losses");
    trained.report(&folder).unwrap();
    let text = std::fs::read_to_string(folder.join("losses.csv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("epoch,training_loss,evaluation_loss"));
    for (epoch, line) in lines.enumerate() {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells[0], epoch.to_string());
        let training = epoch.checked_sub(1).map(|index| trained.losses()[index]);
        assert_eq!(cells[1].parse().ok(), training, "{line}");
        assert!(cells[2].parse::<f64>().is_ok(), "{line}");
    }
    assert_eq!(text.lines().count(), 37);
    let last = text.lines().last().unwrap().split(',').next_back().unwrap();
    assert_eq!(last.parse().ok(), trained.loss());
}

#[test]
fn the_same_training_gives_the_same_bytes() {
    let here = env!("CARGO_MANIFEST_DIR");
    for (once, again) in kinds().into_iter().zip(kinds()) {
        let [first, second] = ["first", "second"].map(|which| {
            let folder = folder("report_bytes").join(which).join(once.name());
            let _ = std::fs::remove_dir_all(&folder);
            folder
        });
        once.report(&first).unwrap();
        again.report(&second).unwrap();
        let files = files(&first);
        assert!(files.len() > 5, "{:?}", files.keys());
        assert_eq!(files, self::files(&second), "{}", once.name());
        for (name, bytes) in files {
            let is_here = |part: &[u8]| part == here.as_bytes();
            let told = bytes.windows(here.len()).any(is_here);
            assert!(!told, "{name} has a path of this machine");
            let is_text = !name.starts_with("model.");
            assert!(
                !is_text || str::from_utf8(&bytes).is_ok(),
                "{name} is not UTF-8"
            );
        }
        assert_eq!(once.code(), again.code());
    }
}

#[test]
fn a_report_that_cannot_be_written_says_where() {
    let file = folder("report_blocked").join("file");
    std::fs::write(&file, "in the way").unwrap();
    let trained = train(model("Blocked", [2, 1]).data(moons(5)).epochs(1));
    let error = trained.report(file.join("inside")).unwrap_err().to_string();
    assert!(error.contains("file"), "{error}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "in the way");
}

/// The seed of the training that was taken, not the one that was given.
#[test]
fn of_several_restarts_the_seed_of_the_best_is_told() {
    let one = |seed| {
        let model = model("Best", [2, 3, 1]).data(moons(20)).eval(moons(20));
        model.epochs(5).seed(seed)
    };
    let mut others = 0;
    for seed in [3, 13, 23] {
        let best = train(one(seed).restarts(4));
        let folder = folder("report_restarts");
        best.report(&folder).unwrap();
        let told = read(&folder.join("results.json"))["seed"].as_u64().unwrap();
        assert!((seed..seed + 4).contains(&told));
        assert!(best.code().contains(&format!("/// | seed | {told} |")));
        others += u64::from(told != seed);
    }
    assert!(others > 0, "another seed was better once");
}

#[test]
fn names_and_metrics_are_those_of_the_rows() {
    let folder = folder("report_names");
    let trained = train(tables::wild(&folder));
    trained.report(folder.join("wild")).unwrap();
    let json = read(&folder.join("wild/results.json"));
    let mut classes = tables::CLASSES;
    classes.sort_unstable();
    assert_eq!(json["classes"], serde_json::json!(classes));
    let texts = tables::TEXTS.map(|text| format!("colour | <i>: {text}"));
    let columns = tables::COLUMNS.map(String::from);
    assert_eq!(
        json["inputs"],
        serde_json::json!([&columns[..], &texts[..]].concat())
    );
    assert_eq!(json["answers"], serde_json::json!(["kind"]));
    // Counted again from the predictions.
    let list = |name: &str| json["predictions"][name].as_array().unwrap().clone();
    let pairs: Vec<(Json, Json)> = list("true").into_iter().zip(list("predicted")).collect();
    assert_eq!(pairs.len(), 30);
    let count = |is: &dyn Fn(&Json, &Json) -> bool| {
        pairs
            .iter()
            .filter(|(truth, predicted)| is(truth, predicted))
            .count()
    };
    let metrics = &json["metrics"];
    for (place, class) in classes.iter().enumerate() {
        let right = count(&|truth, predicted| truth == class && predicted == class) as f64;
        let of_class = count(&|truth, _| truth == class) as f64;
        let predicted = count(&|_, predicted| predicted == class) as f64;
        assert_eq!(metrics["recall"][place], right / of_class, "{class}");
        assert_eq!(
            metrics["precision"][place],
            right / predicted.max(1.0),
            "{class}"
        );
        for (other, name) in classes.iter().enumerate() {
            let taken = count(&|truth, predicted| truth == class && predicted == name);
            assert_eq!(metrics["confusion"][place][other], taken, "{class}, {name}");
        }
    }
    assert!(metrics["mae"].is_null() && metrics["r2"].is_null());
    let trained = train(tables::both(&folder));
    trained.report(folder.join("both")).unwrap();
    let json = read(&folder.join("both/results.json"));
    assert!(json["classes"].is_null() && json["metrics"]["recall"].is_null());
    assert_eq!(
        json["answers"],
        serde_json::json!(["price", "<i>rent</i> %"])
    );
    let error = |row: usize| -> f64 {
        let eval = trained.eval().unwrap();
        let (scores, targets) = (trained.scores(&eval.inputs(row)), eval.targets(row));
        let pairs = scores.iter().zip(targets);
        pairs
            .map(|(score, target)| (score - target).abs())
            .sum::<f64>()
            / 2.0
    };
    let mae = (0..20).map(error).sum::<f64>() / 20.0;
    assert!((json["metrics"]["mae"].as_f64().unwrap() - mae).abs() < 1e-9);
    for name in ["rmse", "r2"] {
        assert!(json["metrics"][name].is_f64(), "{name}");
    }
    // Rows that were made have no names.
    let trained = train(model("Made", [2, 1]).data(moons(5)).epochs(1));
    trained.report(folder.join("made")).unwrap();
    let json = read(&folder.join("made/results.json"));
    assert!(json["inputs"].is_null() && json["answers"].is_null());
    assert!(json["metrics"]["confusion"].is_null());
}
