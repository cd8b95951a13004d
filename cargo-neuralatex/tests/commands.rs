//! `list`, `save`, `show` and `clean` on workspaces of users, for people and for machines.

mod common;

use std::fs;
use std::process::Stdio;

use common::{Scratch, both_doors, told};
use serde_json::json;

#[test]
fn models_of_both_doors_are_listed_saved_and_shown() {
    let scratch = both_doors("commands");
    let listed = scratch.run("list --json").expect(0);
    let json = listed.json();
    assert_eq!(json["complete"], true);
    let models = json["models"].as_array().expect("a list");
    let names = models
        .iter()
        .map(|model| model["model"].as_str().expect("a name"));
    let names: Vec<&str> = names.collect();
    // The paper's spiral of neuralatex itself is none of this workspace.
    let expected = ["Moon", "Ring", "Iris", "Iris", "Plain", "Leaf", "Petal"];
    assert_eq!(names, expected, "{json:#}");
    let plain = listed.model("Plain");
    assert_eq!(plain["layers"], json!([2, 3, 1]));
    assert_eq!(plain["parameters"], 13);
    assert_eq!(
        (&plain["epochs"], &plain["evaluated"]),
        (&json!(5), &json!(20))
    );
    assert!(
        plain["accuracy"].is_f64() && plain["record"]["bytes"].is_u64(),
        "{plain:#}"
    );
    assert_eq!(
        (&plain["state"], &plain["door"]),
        (&json!("none"), &json!("macro"))
    );
    let moon = listed.model("Moon");
    assert_eq!(
        (&moon["state"], &moon["door"]),
        (&json!("missing"), &json!("build-script"))
    );

    scratch.run("save Moon by_script::Ring").expect(0).says(&[
        "by-script::Moon  by-script/deep/down/moon.safetensors  written",
        "by-script::Ring  by-script/ring.safetensors            written",
    ]);
    assert!(
        !scratch.path("flowers/models").exists(),
        "only those that are named"
    );
    let again = scratch.run("save --json Moon").expect(0);
    assert_eq!(again.model("Moon")["result"], "unchanged");
    assert_eq!(again.json()["models"].as_array().map(Vec::len), Some(1));

    let _more = scratch.replace("by-script/build.rs", "epochs(5)", "epochs(7)");
    let _other = scratch.replace("by-script/build.rs", "restarts(3)", "restarts(2)");
    scratch.run("list -p by-script").expect(0).says(&[
        "model            layers  parameters  epochs  result",
        "by-script::Moon  2-4-1   17          4       ",
        "  stale  ",
        "  5 of 7 epochs  ",
    ]);
    let told = scratch.run("verify Ring -p by-script").expect(1);
    told.says(&["tensor `losses`: the file has F64 [5], training gives F64 [7]"]);
    let told = scratch.run("save -p by-script").expect(0);
    assert_eq!(told.out.matches("renewed").count(), 2, "{}", told.out);
    let ring = scratch.run("list --json -p by-script").expect(0);
    let ring = ring.model("Ring");
    assert_eq!(ring["state"], "up to date");
    // Its numbers are those of the file, whose size and age are told.
    assert_eq!(ring["record"]["path"], ring["checkpoint"]);
    let bytes = fs::metadata(scratch.path("by-script/ring.safetensors")).expect("a file");
    assert_eq!(ring["record"]["bytes"], bytes.len());

    let shown = told_in("C.UTF-8", &scratch).expect(0).says(&[
        "flowers::Plain\n  network     2-3-1, 13 parameters\n  trained     20 rows, 5 epochs\n",
        "    data        spiral(10).",
        "\nloss\n",
        " epoch ",
    ]);
    assert!(
        shown.out.contains('\u{2819}') || shown.out.contains('\u{2809}'),
        "{}",
        shown.out
    );
    assert!(told_in("C", &scratch).expect(0).out.is_ascii());
    let shown = scratch.run("show --json Plain").expect(0).model("Plain");
    assert_eq!(shown["specification"]["epochs"], "5");
    assert_eq!(shown["losses"].as_array().map(Vec::len), Some(5));
    let page = shown["page"].as_str().expect("a page");
    assert!(fs::exists(page).expect("a folder"), "{page}");
    #[cfg(target_os = "linux")]
    opens(&scratch, page);

    for (line, words) in [
        ("show Plian", "unknown model `Plian`, did you mean `Plain`?"),
        (
            "verify flowers::Irs",
            "unknown model `flowers::Irs`, did you mean `flowers::Iris`?",
        ),
        (
            "save Plain",
            "    checkpoint: \"models/plain.safetensors\",",
        ),
        (
            "list --manifest-path nowhere/Cargo.toml",
            "`cargo metadata` failed",
        ),
        ("list -p nothing", "`cargo check` failed"),
        ("lsit", "unknown command `lsit`, did you mean `list`?"),
    ] {
        let told = scratch.run(line).expect(2);
        assert!(
            told.err.contains(words) && told.out.is_empty(),
            "{line}: {}",
            told.err
        );
    }
}

fn told_in(locale: &str, scratch: &Scratch) -> common::Told {
    let mut command = scratch.command(&["show", "Plain", "-q"]);
    told(command.env("LC_ALL", locale).output().expect("it runs"))
}

/// With an opener that writes down what it is to open.
#[cfg(target_os = "linux")]
fn opens(scratch: &Scratch, page: &str) {
    use std::os::unix::fs::PermissionsExt;
    scratch.write("bin/xdg-open", "#!/bin/sh\necho \"$1\" >\"$0.told\"\n");
    let opener = scratch.path("bin/xdg-open");
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).expect("a mode");
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", scratch.path("bin").display());
    let mut command = scratch.command(&["show", "--open", "Plain", "-q"]);
    told(command.env("PATH", path).output().expect("it runs")).expect(0);
    let opened = fs::read_to_string(scratch.path("bin/xdg-open.told")).expect("a file");
    assert_eq!(opened.trim(), page);
}

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

#[test]
fn clean_removes_records_and_nothing_else() {
    let scratch = Scratch::new("clean", &["one"]);
    let source = "//! One.\nneuralatex::train! { pub model One<2, 1> { data: xor(4), epochs: 2 } }";
    scratch.write("one/src/lib.rs", source);
    let store = scratch.path("store");
    let run = |line: &str| {
        let arguments: Vec<&str> = line.split(' ').collect();
        let mut command = scratch.command(&arguments);
        told(
            command
                .env("NEURALATEX_CACHE_DIR", &store)
                .output()
                .expect("it runs"),
        )
    };
    run("list").expect(0);
    let count = || fs::read_dir(&store).expect("a folder").count();
    assert!(count() >= 3, "a training, its code, and the counter");
    for name in [
        "Cargo.lock",
        "notes.txt",
        "my.training",
        "my.code",
        "a.tmp",
        "b.state",
    ] {
        scratch.write(&format!("store/{name}"), "mine");
    }
    let digest = "0".repeat(64);
    fs::create_dir(store.join(format!("{digest}.code"))).expect("a folder");
    let mut left = 7;
    #[cfg(unix)]
    {
        let link = store.join(format!("{digest}.training"));
        std::os::unix::fs::symlink(scratch.path("Cargo.toml"), link).expect("a link");
        left += 1;
    }
    scratch.write(&format!("store/{digest}.state"), "12345");
    let cleaned = run("clean --json").expect(0).json();
    let cleaned = &cleaned["stores"][0];
    assert_eq!(cleaned["folder"], json!(store.to_string_lossy()));
    assert!(
        cleaned["files"].as_u64() >= Some(4) && cleaned["bytes"].as_u64() > Some(500),
        "{cleaned}"
    );
    assert_eq!(count(), left);
    assert!(scratch.path("Cargo.toml").exists());
    run("clean").expect(0).says(&["Nothing to remove in "]);
    run("list").expect(0);
    run("clean").expect(0).says(&["Removed ", " KiB, in "]);
    #[cfg(unix)]
    {
        run("list").expect(0);
        fs::rename(&store, scratch.path("elsewhere")).expect("a folder");
        std::os::unix::fs::symlink(scratch.path("elsewhere"), &store).expect("a link");
        let before = count();
        run("clean").expect(2).says(&["it is a link, or no folder"]);
        assert_eq!(count(), before);
    }
}
