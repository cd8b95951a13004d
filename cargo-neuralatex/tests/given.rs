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
