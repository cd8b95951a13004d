//! `list`, `save` and `show` on workspaces of users, for people and for machines.

mod common;

use std::fs;

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
    // A build would fail with the first.
    scratch.run("list -p by-script").expect(1).says(&[
        "model            layers  parameters  epochs  result",
        "by-script::Moon  -       -           -       failed",
        "  stale  ",
        "  5 of 7 epochs  ",
    ]);
    let told = scratch.run("verify Ring -p by-script").expect(1);
    // First what the rest follows from.
    told.says(&["ring.safetensors:\n          epochs: the file has 5, training gives 7"]);
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
