//! What an export writes, and where it does not.

mod common;

use std::fs;
use std::path::Path;

use common::export::{exported, tensors};
use common::{folder, store};
use neuralatex_core::prelude::*;
use neuralatex_core::tool::check_export;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

const FILES: [&str; 5] = [
    "README.md",
    "data.safetensors",
    "specification.json",
    "start.safetensors",
    "train.py",
];

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn specification(folder: &Path) -> Json {
    let text = fs::read_to_string(folder.join("specification.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn hex(path: &Path) -> String {
    let digest = Sha256::digest(fs::read(path).unwrap());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Rows of both kinds, a normalisation, and weights that are given.
fn given() -> Model {
    model("Given", [2, 1])
        .data(points([
            ([1.0, 10.0], 3),
            ([3.0, 20.0], 5),
            ([5.0, 60.0], 5),
        ]))
        .eval(points([([2.0, 0.5], 3)]))
        .normalize(min_max())
        .init(values([0.1, -0.2, 0.3]))
        .optimizer(sgd(|epoch: f64| 1.0 / epoch).momentum(0.5).clip(2.0))
        .loss(custom(|s, t| (1.0 - s * t).relu().min(f64::INFINITY)))
        .stop([patience(7), loss_below(0.25)])
        .seed(u64::MAX)
        .batch(2)
        .epochs(4)
        .restarts(3)
}

#[test]
fn all_that_a_training_follows_from_is_written() {
    let folder = exported("export_all", &given());
    assert_eq!(names(&folder), FILES);
    let told = specification(&folder);
    let digest = |name: &str| hex(&folder.join(name));
    let expected = json!({
        "format": "neuralatex export 1",
        "model": "Given",
        "layers": [2, 1],
        "activations": [],
        "loss": {
            "name": "custom",
            "steps": [["*", 0, 1], ["number", 1.0], ["-", 3, 2], ["relu", 4], ["number", "inf"], ["min", 5, 6]],
            "result": 7,
        },
        "optimizer": { "name": "sgd", "momentum": 0.5, "nesterov": false, "weight_decay": 0.0, "clip": 2.0 },
        "batch": 2,
        "seed": u64::MAX,
        "shuffle": true,
        "restarts": 3,
        "stop": [{ "name": "patience", "epochs": 7 }, { "name": "loss_below", "loss": 0.25 }],
        "precision": "f32",
        "normalize": "min_max",
        "classes": ["3", "5"],
        "class_targets": [1.0, -1.0],
        "origin": {
            "neuralatex.loss": "|0, 1| 2: * 0 1, 3: 1.0, 4: - 3 2, 5: relu 4, 6: inf, 7: min 5 6; 7",
            "neuralatex.normalize": "min_max",
            // The test of files that are refused knows what it is.
            "neuralatex.rows": told["origin"]["neuralatex.rows"],
        },
        "rows": { "train": 3, "eval": 1 },
        "sha256": {
            "data.safetensors": digest("data.safetensors"),
            "start.safetensors": digest("start.safetensors"),
        },
        "rates": [1.0, 0.5, 1.0 / 3.0, 0.25],
    });
    assert_eq!(told, expected, "{told:#}");
    let single = |numbers: &[f32]| numbers.iter().copied().map(f64::from).collect::<Vec<_>>();
    let tensor = |kind: &str, shape: &[usize], numbers: &[f32]| {
        (kind.to_string(), shape.to_vec(), single(numbers))
    };
    let data = tensors(&folder.join("data.safetensors"));
    let expected = [
        ("eval.classes", tensor("I32", &[1], &[0.0])),
        ("eval.inputs", tensor("F32", &[1, 2], &[2.0, 0.5])),
        ("normalize.factor", tensor("F32", &[2], &[0.25, 0.02])),
        ("normalize.shift", tensor("F32", &[2], &[1.0, 10.0])),
        ("train.classes", tensor("I32", &[3], &[0.0, 1.0, 1.0])),
        (
            "train.inputs",
            tensor("F32", &[3, 2], &[1.0, 10.0, 3.0, 20.0, 5.0, 60.0]),
        ),
    ];
    let expected = expected.map(|(name, tensor)| (name.to_string(), tensor));
    assert_eq!(data, expected.into());
    let start = tensors(&folder.join("start.safetensors"));
    let expected = [
        ("layers.0.bias", tensor("F32", &[1], &[0.3])),
        ("layers.0.weight", tensor("F32", &[1, 2], &[0.1, -0.2])),
    ];
    let expected = expected.map(|(name, tensor)| (name.to_string(), tensor));
    assert_eq!(start, expected.into());
}

#[test]
fn other_files_of_an_export_are_no_weights_of_a_network() {
    let rows = || points([([1.0], 0), ([2.0], 1)]);
    let model = || model("Start", [1, 1]).data(rows());
    let folder = exported("export_untrained", &model());
    for (file, what) in [
        ("start.safetensors", "the start weights of an export"),
        ("data.safetensors", "the rows of an export"),
    ] {
        let error = model().weights(folder.join(file)).train().unwrap_err();
        let told = error.to_string();
        assert!(
            told.contains(what) && told.contains("`weights.safetensors`"),
            "{told}"
        );
    }
}

#[test]
fn numbers_to_predict_are_written_in_the_precision_of_the_model() {
    let rows = points([([1.0], [0.1, 2.0]), ([2.0], [0.3, 4.0])]);
    let model = model("Two", [1, 3, 2]).data(rows).precision(Precision::F64);
    let model = model.activation(leaky_relu(0.1)).loss(huber(0.7));
    let folder = exported("export_targets", &model.optimizer(adamw(0.1)).epochs(1));
    let told = specification(&folder);
    assert_eq!(
        told["activations"],
        json!([{ "name": "leaky_relu", "slope": 0.1 }])
    );
    assert_eq!(told["loss"], json!({ "name": "huber", "delta": 0.7 }));
    assert_eq!(
        (&told["classes"], &told["class_targets"]),
        (&Json::Null, &Json::Null)
    );
    let adamw = json!({
        "name": "adamw", "betas": [0.9, 0.999], "epsilon": 1e-8, "weight_decay": 0.01, "clip": null,
    });
    assert_eq!(told["optimizer"], adamw);
    let data = tensors(&folder.join("data.safetensors"));
    let targets = ("F64".to_string(), vec![2, 2], vec![0.1, 2.0, 0.3, 4.0]);
    assert_eq!(data["train.targets"], targets);
    assert_eq!(data.len(), 2);
    let start = tensors(&folder.join("start.safetensors"));
    assert_eq!(start["layers.1.weight"].1, [2, 3]);
    assert_eq!(start["layers.0.weight"].0, "F64");
}

#[test]
fn wide_numbers_stand_where_they_are_aligned() {
    let folder = exported("export_aligned", &given().precision(Precision::F64));
    let bytes = fs::read(folder.join("data.safetensors")).unwrap();
    let (length, rest) = bytes.split_first_chunk().unwrap();
    let header = &rest[..u64::from_le_bytes(*length) as usize];
    let header: Json = serde_json::from_slice(header).unwrap();
    assert_eq!(header["eval.classes"]["dtype"], "I32");
    for name in ["eval.inputs", "normalize.factor", "train.inputs"] {
        let tensor = &header[name];
        assert_eq!(tensor["dtype"], "F64");
        let begin = tensor["data_offsets"][0].as_u64().unwrap();
        assert!(begin.is_multiple_of(8), "{name}: {begin}");
    }
}

/// A training that ends before its first step has its start weights; ours has the same.
#[test]
fn start_weights_are_those_of_the_training() {
    let model = model("Start", [2, 5, 3]).data(blobs(5).classes(3)).seed(9);
    let folder = exported("export_start", &model);
    let still = model
        .optimizer(sgd(1e-300))
        .precision(Precision::F64)
        .epochs(1);
    let file = folder.join("ours.safetensors");
    still.train().unwrap().save(&file).unwrap();
    let ours = tensors(&file);
    let start = tensors(&folder.join("start.safetensors"));
    assert_eq!(start.len(), 4);
    for (name, (_, shape, numbers)) in start {
        assert_eq!(ours[&name].1, shape);
        let rounded = ours[&name].2.iter().map(|number| f64::from(*number as f32));
        assert_eq!(rounded.collect::<Vec<f64>>(), numbers, "{name}");
    }
}

#[test]
fn an_export_is_the_same_wherever_it_is_written() {
    let [one, other] = ["export_one", "export_other/deep/down"].map(folder);
    given().export(&one).unwrap();
    fs::remove_dir(&other).unwrap();
    given().export(&other).unwrap();
    for name in FILES {
        let [one, other] = [&one, &other].map(|folder| fs::read(folder.join(name)).unwrap());
        assert!(one == other, "{name}");
        let text = String::from_utf8_lossy(&one);
        assert!(!text.contains(env!("CARGO_TARGET_TMPDIR")), "{name}");
        assert!(!text.contains("{model}"), "{name}");
    }
}

#[test]
fn an_earlier_export_is_written_over_and_nothing_else() {
    let path = exported("export_again", &given());
    let weights = path.join("weights.safetensors");
    fs::write(&weights, "weights").unwrap();
    fs::remove_file(path.join("train.py")).unwrap();
    given().seed(8).export(&path).unwrap();
    assert_eq!(specification(&path)["seed"], 8);
    assert_eq!(fs::read(&weights).unwrap(), b"weights");
    assert_eq!(names(&path).len(), 6);
    // They are of another one, as the folder says until there are others.
    let told = || {
        let text = fs::read_to_string(path.join("README.md")).unwrap();
        text.contains("`weights.safetensors`, which was there before, is of an earlier export")
    };
    assert!(told());
    let state = path.join("state.safetensors");
    let is_state_told = || {
        let text = fs::read_to_string(path.join("README.md")).unwrap();
        text.contains(
            "`state.safetensors`, which was there before, is of a run of an earlier export",
        )
    };
    assert!(!is_state_told());
    let own = hex(&path.join("specification.json"));
    let header = json!({ "__metadata__": { "specification": own } }).to_string();
    let length = (header.len() as u64).to_le_bytes();
    for file in [&weights, &state] {
        fs::write(file, [&length, header.as_bytes()].concat()).unwrap();
    }
    given().seed(8).export(&path).unwrap();
    assert!(!told() && !is_state_told());
    given().seed(9).export(&path).unwrap();
    assert!(told() && is_state_told());
    fs::remove_file(&weights).unwrap();
    given().seed(9).export(&path).unwrap();
    assert!(!told() && is_state_told());

    let path = folder("export_else").join("folder");
    fs::create_dir(&path).unwrap();
    let refused = |words: &[&str]| {
        let error = given().export(&path).unwrap_err().to_string();
        for word in words.iter().chain([&"model `Given`: "]) {
            assert!(error.contains(word), "expected {word:?}: {error}");
        }
    };
    for name in ["notes.txt", "README.md", "specification.json"] {
        fs::write(path.join(name), "{\"format\": \"mine\"}").unwrap();
        refused(&[
            "folder` holds something else",
            &format!("`{name}`"),
            "another one",
        ]);
        assert_eq!(names(&path), [name]);
        fs::remove_file(path.join(name)).unwrap();
    }
    fs::remove_dir(&path).unwrap();
    fs::write(&path, "a file").unwrap();
    refused(&["cannot write", "export_else"]);
    assert_eq!(fs::read(&path).unwrap(), b"a file");
    // It would be the current one, whatever it holds.
    let error = check_export(Path::new("")).unwrap_err().to_string();
    assert!(error.contains("the path is empty"), "{error}");
}

#[test]
fn of_a_wrong_specification_nothing_is_written() {
    let path = folder("export_nothing").join("folder");
    let wrong = given().batch(0).stop(patience(0));
    let error = wrong.export(&path).unwrap_err();
    assert_eq!(error.problems().len(), 2, "{error}");
    let large = given().init(values([1e39, 0.0, 0.0]));
    let error = large.export(&path).unwrap_err().to_string();
    assert!(error.contains("1e39") && error.contains("`f32`"), "{error}");
    assert!(!path.exists());
}

/// A machine that is too small for the training.
#[test]
fn there_need_not_be_room_for_the_training() {
    let model = model("Wide", [2, 300, 300, 1]).data(moons(10));
    if store::is_worker() {
        let folder = folder("export_room");
        let error = model.clone().train().unwrap_err().to_string();
        assert!(error.contains("the limit is 1 MiB"), "{error}");
        return model.export(&folder).unwrap();
    }
    let store = store::Store::new("export_room");
    let mut worker = store.worker("there_need_not_be_room_for_the_training");
    store::told(worker.env("NEURALATEX_MEMORY", "1MiB").output().unwrap());
    let start =
        tensors(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("export_room/start.safetensors"));
    assert_eq!(start["layers.1.weight"].1, [300, 300]);
}

#[test]
fn a_network_that_is_given_has_no_training_to_export() {
    let given = model("Given", [2, 4, 1])
        .data(spiral(5))
        .weights("there.safetensors");
    let error = given.export(folder("export_given")).unwrap_err();
    assert!(
        error.to_string().contains("no training to export"),
        "{error}"
    );
}
