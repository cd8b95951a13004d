//! Models with weights from elsewhere, as `cargo neuralatex` tells of them.

mod common;

use std::fs;

use common::Scratch;
use neuralatex_core::prelude::*;
use serde_json::json;

#[test]
fn given_weights_are_listed_and_shown_and_there_is_nothing_to_save() {
    let scratch = Scratch::new("given", &["given"]);
    let library = r#"
        neuralatex::train! {
            pub model Arm<2, 3, 1> { data: spiral(9), eval: spiral(9), weights: "arm.safetensors" }
            pub model Leg<2, 3, 1> { data: spiral(9), weights: "arm.safetensors" }
        }
    "#;
    scratch.write("given/src/lib.rs", library);
    let file = scratch.path("given/arm.safetensors");
    let trained = model("Elsewhere", [2, 3, 1]).data(spiral(9)).epochs(5);
    let trained = trained.train().expect("it trains");
    trained.save(&file).expect("a file");
    let listed = scratch.run("list --json").expect(0);
    let arm = listed.model("Arm");
    assert_eq!(arm["state"], "given");
    assert_eq!(arm["weights"], json!(file.to_string_lossy()));
    assert_eq!(arm["digest"], json!(trained.digest()));
    assert_eq!((&arm["epochs"], &arm["rows"]), (&json!(0), &json!(0)));
    assert_eq!(arm["record"]["path"], arm["weights"]);
    assert_eq!(listed.model("Leg")["loss"], json!(null));
    scratch
        .run("list")
        .expect(0)
        .says(&["given::Leg  2-3-1   13          0       not evaluated  given  "]);
    scratch.run("show Arm").expect(0).says(&[
        "  network     2-3-1, 13 parameters\n  weights     given/arm.safetensors\n  evaluated   18 rows, accuracy ",
        "    weights     \"arm.safetensors\"\n",
    ]);
    let told = "the model `given::Arm` has no checkpoint: its weights are those of `";
    scratch.run("save Arm").expect(2).says(&[told]);
    let told = "The weights of all models are given: there is nothing to train.";
    scratch.run("save").expect(0).says(&[told]);
    fs::remove_file(file).expect("a file");
    scratch
        .run("list")
        .expect(1)
        .says(&["there is no such file"]);
}

#[test]
fn a_network_that_is_named_as_a_checkpoint_is_told_for_what_it_is() {
    let scratch = Scratch::new("network", &["network"]);
    let library = r#"
        neuralatex::train! {
            pub model Arm<2, 3, 1> { data: spiral(9), eval: spiral(9), epochs: 2, quantize: i8 }
            pub model Leg<2, 3, 1> { data: spiral(9), epochs: 2, checkpoint: "leg.safetensors" }
        }
    "#;
    scratch.write("network/src/lib.rs", library);
    let file = scratch.path("network/leg.safetensors");
    let trained = model("Elsewhere", [2, 3, 1]).data(spiral(9)).epochs(5);
    let network = trained.train().expect("it trains").safetensors();
    fs::write(&file, &network).expect("a file");
    let told = "a network, and no checkpoint of a training: name it as `weights`";
    let listed = scratch.run("list --json").expect(1);
    let leg = listed.model("Leg");
    assert_eq!(leg["state"], "a network, and no checkpoint");
    let error = leg["errors"][0].as_str().expect("an error");
    assert!(error.contains(told) && !error.contains("delete"), "{error}");
    scratch.run("verify").expect(1).says(&[
        " foreign  network::Leg  network/leg.safetensors:\n          it is a network, and no checkpoint",
        "The checkpoint is not what training gives.\n",
    ]);
    scratch.run("save").expect(1).says(&["it stays as it is"]);
    assert_eq!(fs::read(&file).expect("a file"), network);

    // Beside it, one that is quantised.
    let quantized = |name: &str| listed.model(name)["quantize"].clone();
    assert_eq!(
        (quantized("Arm"), quantized("Leg")),
        (json!("i8"), json!(null))
    );
    scratch.run("list").expect(1).says(&[
        "network::Arm  2-3-1, i8  13 ",
        "  a network, and no checkpoint  ",
    ]);
    let shown = scratch.run("show Arm --json").expect(0).model("Arm");
    let before = &shown["not_quantized"];
    let floats = model("Arm", [2, 3, 1]).data(spiral(9)).eval(spiral(9));
    let floats = floats.epochs(2).train().expect("it trains");
    assert_eq!(before["accuracy"], json!(floats.accuracy()));
    assert_ne!(before["loss"], shown["loss"]);
    assert_eq!(listed.model("Leg")["not_quantized"], json!(null));
    let percent = 100.0 * floats.accuracy().expect("it is evaluated");
    let loss = before["loss"].as_f64().expect("a number");
    let told = format!("\n  not quantised  accuracy {percent:.2} %, loss {loss:?}\n");
    scratch.run("show Arm").expect(0).says(&[&told]);
}
