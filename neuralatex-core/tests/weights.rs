//! A network that was trained elsewhere is shipped as it is: evaluated, required of, shown, not trained.

mod common;

use std::fs;

use common::folder;
use common::network::{arm, file, numbers, singles, tensors, written};
use common::safetensors::replaced;
use neuralatex_core::prelude::*;

#[test]
fn every_way_to_name_layers_gives_the_same_network() {
    let folder = folder("weights_names");
    let mut codes = Vec::new();
    for names in [
        ["0", "2"],
        ["net.0", "net.3"],
        ["fc1", "fc2"],
        ["layers.0", "layers.1"],
        ["a.1.b", "a.10.b"],
    ] {
        let path = written(&folder, "network.safetensors", &file("", &tensors(names)));
        let trained = arm().weights(&path).train().unwrap();
        assert_eq!(trained.weights(), numbers(), "{names:?}");
        codes.push(trained.code());
    }
    // In any order, with anything in the metadata.
    let mut turned = tensors(["0", "2"]);
    turned.reverse();
    let metadata = r#""__metadata__":{"format":"pt","épochs":"\"7\""}"#;
    let path = written(&folder, "network.safetensors", &file(metadata, &turned));
    codes.push(arm().weights(&path).train().unwrap().code());
    assert!(codes.iter().all(|code| *code == codes[0]));
}

#[test]
fn nothing_is_trained_and_all_else_is_as_ever() {
    let folder = folder("weights_facts");
    let path = written(
        &folder,
        "network.safetensors",
        &file("", &tensors(["0", "2"])),
    );
    let given = arm().weights(&path);
    let trained = given
        .clone()
        .require(loss().at_most(100.0))
        .train()
        .unwrap();
    assert!(trained.losses().is_empty());
    assert_eq!(trained.evaluated(), Some(20));
    let code = trained.code();
    for line in [
        "pub const EPOCHS: usize = 0;",
        "pub const TRAINED: usize = 0;",
        "pub const LOSSES: &'static [f64; 0] = &[];",
        "pub const EVALUATED: usize = 20;",
        "| weights from | `",
    ] {
        assert!(code.contains(line), "{line}: {code}");
    }
    let start = code.split("\n///\n").next().unwrap().replace("\n/// ", " ");
    let said = format!(
        "A 2-3-1 network with 13 parameters, with weights from `{}`; on evaluation",
        path.display()
    );
    assert!(start.contains(&said), "{start}");
    assert!(
        !code.contains("trained for") && !code.contains("| epochs |"),
        "{code}"
    );
    // The same numbers as start weights that are hardly moved: the same network, by the other way.
    let moved = arm()
        .init(values(numbers()))
        .optimizer(sgd(1e-30))
        .epochs(1);
    let moved = moved.train().unwrap();
    assert_eq!(moved.weights(), trained.weights());
    assert_eq!(
        (moved.correct(), moved.loss()),
        (trained.correct(), trained.loss())
    );
    assert_eq!(moved.scores(&[0.5, -0.25]), trained.scores(&[0.5, -0.25]));
    // No advice on how to train, whatever the rows are.
    let rows = (0..40).map(|n| ([f64::from(n), 1e4 * f64::from(n * 7 % 11)], n % 2));
    let uneven = model("Arm", [2, 3, 1]).data(points(rows));
    let advised = uneven.clone().epochs(1).train().unwrap();
    assert!(!advised.advice().is_empty());
    let unadvised = uneven.weights(&path).train().unwrap();
    assert!(unadvised.advice().is_empty());
    let error = given
        .clone()
        .require(accuracy().at_least(1.0))
        .train()
        .unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("`accuracy >= 1` is not met: reached 0."),
        "{error}"
    );
    assert!(
        error.contains("; with the weights of `")
            && error.contains("`activation` and `normalize` have to be those")
            && !error.contains("epoch"),
        "{error}"
    );
    let error = trained
        .save(folder.join("saved.safetensors"))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("there is no training to save: the weights are those of `"),
        "{error}"
    );
    assert!(!folder.join("saved.safetensors").exists());
}

#[test]
fn numbers_of_all_kinds_are_rounded_once_to_the_precision() {
    let folder = folder("weights_kinds");
    let scores = |kind: &'static str, bytes: Vec<u8>, precision: Precision| {
        let weight = ("0.weight".to_string(), kind, vec![1, 1], bytes);
        let path = written(&folder, "one.safetensors", &file("", &[weight]));
        let rows = points([([0.0], 0.5), ([1.0], 1.5)]);
        let model = model("One", [1, 1]).data(rows).precision(precision);
        // Without a bias, which is 0 then.
        model.weights(path).train().unwrap().weights()
    };
    let third = 1.0 / 3.0;
    for (precision, rounded) in [
        (Precision::F32, f64::from(third as f32)),
        (Precision::F64, third),
    ] {
        assert_eq!(
            scores("F64", third.to_le_bytes().to_vec(), precision),
            [rounded, 0.0]
        );
    }
    assert_eq!(
        scores("F32", 0.1_f32.to_le_bytes().to_vec(), Precision::F64),
        [f64::from(0.1_f32), 0.0]
    );
    // Between two numbers of `f32`, the even one.
    let between = 1.0 + f64::from(f32::EPSILON) / 2.0;
    assert_eq!(
        scores("F64", between.to_le_bytes().to_vec(), Precision::F32),
        [1.0, 0.0]
    );
    assert_eq!(
        scores("F16", vec![0x55, 0x35], Precision::F32),
        [0.333_251_953_125, 0.0]
    );
    assert_eq!(
        scores("F16", vec![0x01, 0x80], Precision::F32),
        [-(2.0_f64.powi(-24)), 0.0]
    );
    assert_eq!(
        scores("BF16", vec![0xab, 0x3e], Precision::F64),
        [0.333_984_375, 0.0]
    );
}

#[test]
fn normalisation_becomes_part_of_the_first_layer_unless_it_is() {
    let folder = folder("weights_normalize");
    let path = |metadata: &str| {
        let metadata = format!(r#""__metadata__":{{{metadata}}}"#);
        written(
            &folder,
            "network.safetensors",
            &file(&metadata, &tensors(["0", "2"])),
        )
    };
    let plain = arm().weights(path("")).train().unwrap();
    for normalize in [standard(), min_max()] {
        let model = arm().normalize(normalize);
        let folded = model.clone().weights(path("")).train().unwrap();
        assert_ne!(folded.weights(), numbers());
        // As training does it with the same weights.
        let moved = model
            .clone()
            .init(values(numbers()))
            .optimizer(sgd(1e-30))
            .epochs(1);
        assert_eq!(folded.weights(), moved.train().unwrap().weights());
        let told = path(r#""neuralatex.normalize":"folded""#);
        let again = model.weights(told).train().unwrap();
        assert_eq!(again.weights(), numbers());
        assert_eq!(again.loss(), plain.loss());
    }
    // Without `normalize` it makes no difference.
    let told = arm()
        .weights(path(r#""neuralatex.normalize":"folded""#))
        .train()
        .unwrap();
    assert_eq!(told.code(), plain.code());
}

#[test]
fn a_checkpoint_is_a_file_of_weights_of_its_own_network() {
    let path = folder("weights_checkpoint").join("arm.safetensors");
    let model = arm().normalize(standard()).activation(tanh());
    let trained = model.clone().epochs(20).train().unwrap();
    trained.save(&path).unwrap();
    let given = model.clone().weights(&path).train().unwrap();
    assert_eq!(given.weights(), trained.weights());
    assert_eq!(
        (given.digest(), given.loss()),
        (trained.digest(), trained.loss())
    );
    for (other, told) in [
        (
            model.clone().normalize(none()),
            "`normalize`: the file is from `standard`, now it is `none`",
        ),
        (
            model.activation(relu()),
            "`activation`: the file is from `tanh`, now it is `relu`",
        ),
    ] {
        let error = other.weights(&path).train().unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

/// With another seed, rows that it was trained on would be evaluated.
#[test]
fn a_file_of_an_export_and_a_checkpoint_are_refused_for_other_rows_or_another_loss() {
    let folder = folder("weights_rows");
    let own = || {
        let model = model("Rows", [2, 4, 1])
            .data(moons(40))
            .eval(hold_out(0.25));
        model.activation(tanh()).seed(3)
    };
    let export = folder.join("export");
    own().epochs(5).export(&export).unwrap();
    let specification = std::fs::read(export.join("specification.json")).unwrap();
    let specification: serde_json::Value = serde_json::from_slice(&specification).unwrap();
    let origin = specification["origin"].as_object().unwrap();
    let rows = origin["neuralatex.rows"].as_str().unwrap();
    assert_eq!(origin["neuralatex.normalize"], "none");
    assert_eq!(origin["neuralatex.loss"], "max_margin");
    // As the script writes it.
    let trained = own().epochs(5).train().unwrap();
    let after = format!(r#""none","neuralatex.loss":"max_margin","neuralatex.rows":"{rows}""#);
    let file = replaced(&trained.safetensors(), r#""folded""#, &after);
    let path = written(&folder, "weights.safetensors", &file);
    let given = own().weights(&path).train().unwrap();
    assert_eq!(given.loss(), trained.loss());
    // So is a checkpoint.
    let checkpoint = folder.join("checkpoint.safetensors");
    trained.save(&checkpoint).unwrap();
    let given = own().weights(&checkpoint).train().unwrap();
    assert_eq!(given.loss(), trained.loss());
    let error = own().seed(4).weights(&checkpoint).train().unwrap_err();
    assert!(
        error.to_string().contains("the file is of other rows"),
        "{error}"
    );
    // What scores mean is as it was.
    let another = "`loss`: the file is from `max_margin`, now it is `cross_entropy`";
    for path in [&path, &checkpoint] {
        let other = own().loss(cross_entropy()).weights(path);
        let error = other.train().unwrap_err().to_string();
        assert!(error.contains(another), "{error}");
    }
    for (other, told) in [
        (own().seed(4), "`data`: the file is of other rows: keep"),
        (own().data(moons(41)), "`data`: the file is of other rows"),
        (
            own().normalize(standard()),
            "`normalize`: the file is from `none`, now it is `standard`",
        ),
    ] {
        let error = other.weights(&path).train().unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn a_file_for_other_tools_is_taken_in_again_by_its_own_network_alone() {
    let folder = folder("weights_exchange");
    let deep = || {
        let model = model("Deep", [2, 4, 3, 1]).data(spiral(20));
        model.eval(spiral(10)).normalize(standard())
    };
    let own = deep().activation([leaky_relu(0.01), tanh()]);
    let trained = own.clone().epochs(5).train().unwrap();
    let file = trained.safetensors();
    let path = written(&folder, "model.safetensors", &file);
    let given = own.clone().weights(&path).train().unwrap();
    assert_eq!(given.weights(), trained.weights());
    for (activations, now) in [
        ([leaky_relu(0.02), tanh()], "leaky_relu(0.02), tanh"),
        ([tanh(), leaky_relu(0.01)], "tanh, leaky_relu(0.01)"),
        ([relu(), relu()], "relu, relu"),
    ] {
        let other = deep().activation(activations).weights(&path);
        let error = other.train().unwrap_err().to_string();
        let told = format!(
            "model.safetensors` cannot be used: `activation`: the file is from `leaky_relu(0.01), tanh`, now it is \
             `{now}`"
        );
        assert!(error.contains(&told), "{error}");
    }
    // As others write lists; and something that is none.
    for (told, error) in [
        (r#" [ \"leaky_relu(0.01)\", \"tanh\" ] "#, None),
        (
            "mish",
            Some("`activation`: the file is from `mish`, now it is"),
        ),
        ("", Some("`activation`: the file has none, now it is")),
    ] {
        let before = r#""[\"leaky_relu(0.01)\",\"tanh\"]""#;
        let file = replaced(&file, before, &format!("\"{told}\""));
        let path = written(&folder, "changed.safetensors", &file);
        let result = own.clone().weights(path).train();
        match error {
            None => assert!(result.is_ok(), "{result:?}"),
            Some(error) => {
                let found = result.unwrap_err().to_string();
                assert!(found.contains(error), "{found}");
            }
        }
    }
}

#[test]
fn a_report_and_a_page_need_no_losses() {
    let folder = folder("weights_report");
    let path = written(
        &folder,
        "network.safetensors",
        &file("", &tensors(["0", "2"])),
    );
    let line = points([([0.0], 0.5), ([1.0], 1.5)]);
    let one = written(
        &folder,
        "one.safetensors",
        &file("", &[singles("weight", &[1, 1], &[1.5])]),
    );
    let models = [
        (
            arm().weights(&path),
            "training_data evaluation regions confusion",
        ),
        (
            model("Arm", [2, 3, 1]).data(spiral(20)).weights(&path),
            "training_data regions",
        ),
        (
            model("One", [1, 1]).data(line).weights(&one),
            "fit predicted",
        ),
    ];
    for (place, (model, figures)) in models.into_iter().enumerate() {
        let trained = model.train().unwrap();
        let names: Vec<&str> = trained.figures().iter().map(Figure::name).collect();
        assert_eq!(names.join(" "), figures);
        let report = folder.join(place.to_string());
        trained.report(&report).unwrap();
        let text = |name: &str| fs::read_to_string(report.join(name)).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text("results.json")).unwrap();
        assert_eq!(
            (&json["epochs"], &json["losses"]),
            (&0.into(), &serde_json::json!([]))
        );
        let lines = text("losses.csv").lines().count();
        assert_eq!(lines, 1 + usize::from(trained.loss().is_some()));
        let page = text("index.html");
        assert!(page.contains("Its weights are from <code>"), "{place}");
        assert!(
            !page.contains("id=\"losses\"") && !page.contains("epochs</dt>"),
            "{place}"
        );
        // Every macro of the paper is one of the results.
        let (paper, macros) = (text("paper.tex"), text("results.tex"));
        assert!(paper.contains("has the weights of \\texttt{"), "{paper}");
        let prefix = format!("\\{}", trained.name());
        for used in paper.split(&prefix).skip(1) {
            let name = used.split('{').next().unwrap();
            assert!(
                macros.contains(&format!("{{{prefix}{name}}}")),
                "{name}: {macros}"
            );
        }
    }
}
