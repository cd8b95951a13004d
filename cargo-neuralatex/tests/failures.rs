//! What fails is told beside what does not, with exit codes.

mod common;

use std::process::Stdio;

use common::Scratch;
use serde_json::json;

#[test]
fn what_fails_is_told_beside_what_does_not() {
    let scratch = Scratch::new("failing", &["sound", "broken", "by-script"]);
    let source = |requirement: &str| {
        format!(
            "//! Models.
            neuralatex::train! {{
                pub model Sound<2, 1> {{ data: xor(4), epochs: 2, checkpoint: \"sound.safetensors\" }}
                pub model Strict<2, 1> {{
                    data: xor(4), epochs: 2, checkpoint: \"strict.safetensors\", {requirement}
                }}
            }}
            /// Is there all the same.
            pub const COUNT: usize = Strict::PARAMETERS;"
        )
    };
    scratch.write("sound/src/lib.rs", &source("require: loss <= 0.0001"));
    scratch.write("broken/src/lib.rs", "compile_error!(\"this is wrong\");");
    let listed = scratch.run("list --json -p sound").expect(1);
    assert_eq!(listed.model("Sound")["state"], "missing");
    let strict = listed.model("Strict");
    let error = strict["errors"][0].as_str().expect("an error");
    assert!(error.contains("loss"), "{error}");
    // Another crate does not compile.
    let told = scratch.run("list").expect(2);
    assert!(told.err.contains("this is wrong") && told.err.contains("`cargo check` failed"));
    assert!(told.out.contains("sound::Sound   2-1"), "{}", told.out);
    assert!(told.out.contains("sound::Strict  -"), "{}", told.out);
    let saved = scratch.run("save -p sound").expect(1);
    let saved = saved.says(&["sound.safetensors   written", "strict.safetensors  failed"]);
    assert!(saved.out.contains("\nsound::Strict\n  "), "{}", saved.out);
    scratch.run("verify Sound -p sound").expect(0);
    scratch
        .run("verify -p sound")
        .expect(1)
        .says(&["failed  sound::Strict"]);
    scratch
        .run("verify")
        .expect(2)
        .says(&["same  sound::Sound"]);
    scratch
        .run("show Strict -p sound")
        .expect(1)
        .says(&["sound::Strict\n"]);

    // The library and its tests have the same model, and come to different ends with it.
    let long = "//! Long.\nneuralatex::train! { pub model Long<2, 16, 1> {
        data: moons(500), epochs: 900000, checkpoint: \"long.safetensors\"
    } }";
    scratch.write("sound/src/lib.rs", long);
    let mut command = scratch.command(&["verify", "-p", "sound"]);
    let hurried = command.env("NEURALATEX_BUDGET", "0.3").output();
    let hurried = common::told(hurried.expect("it runs")).expect(1);
    assert_eq!(
        hurried.out.matches("failed  sound::Long").count(),
        1,
        "{}",
        hurried.out
    );
    assert!(
        hurried
            .out
            .contains("training ended at `NEURALATEX_BUDGET`")
    );
    assert!(
        !hurried.out.contains("goes on from there"),
        "{}",
        hurried.out
    );

    // A script that ends with its error.
    scratch.write(
        "by-script/build.rs",
        r#"
        use neuralatex_core::prelude::*;
        fn main() -> Result<()> {
            let model = model("Never", [2, 1]).data(xor(4)).epochs(2).require(loss().at_most(0.0001));
            model.checkpoint("never.safetensors").train()?.compile()
        }
        "#,
    );
    scratch
        .run("verify -p by-script")
        .expect(2)
        .says(&["failed  by-script::Never"]);

    // Two models in one file.
    let both = source("").replace("strict.safetensors", "sound.safetensors");
    scratch.write("sound/src/lib.rs", &both);
    scratch
        .run("save -p sound")
        .expect(2)
        .says(&["`sound::Sound` and `sound::Strict` both name the checkpoint"]);

    // None.
    scratch.write("sound/src/lib.rs", "");
    scratch
        .run("save -p sound")
        .expect(0)
        .says(&["This workspace has no model."]);
    scratch
        .run("list -p sound")
        .expect(0)
        .says(&["This workspace has no model."]);
    scratch
        .run("verify -p sound")
        .expect(1)
        .says(&["This workspace has no model."]);
    let plain =
        "//! One.\nneuralatex::train! { pub model Sound<2, 1> { data: xor(4), epochs: 2 } }";
    scratch.write("sound/src/lib.rs", plain);
    let example =
        "as this in that of `sound::Sound`:\n    checkpoint: \"models/sound.safetensors\",";
    scratch.run("save -p sound").expect(0).says(&[example]);
    // Where nothing is verified, nothing is proved.
    scratch.run("verify -p sound").expect(1).says(&[example]);
    let told = scratch.run("verify --json -p sound").expect(1);
    assert_eq!(told.json()["models"], json!([]));

    // Whoever has stopped reading is no reason to panic.
    for (line, code) in [("list", 0), ("verify", 1), ("help", 0)] {
        let checkpoint = "epochs: 2, checkpoint: \"none.safetensors\"";
        scratch.write("sound/src/lib.rs", &plain.replace("epochs: 2", checkpoint));
        let mut command = scratch.command(&[line, "-q", "-p", "sound"]);
        if line == "help" {
            command = scratch.command(&[line]);
        }
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.expect("it runs");
        drop(child.stdout.take());
        let told = common::told(child.wait_with_output().expect("it ends")).expect(code);
        assert!(!told.err.contains("panicked"), "{}", told.err);
    }
}
