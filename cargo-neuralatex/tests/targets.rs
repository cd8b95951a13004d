//! Models are found wherever a crate has them, as far as it compiles.

mod common;

use std::fs;

use common::Scratch;

/// A program without an operating system, and a library with tests beside it.
fn firmware(name: &str) -> Scratch {
    let scratch = Scratch::new(name, &["firmware", "host"]);
    let workspace = fs::read_to_string(scratch.path("Cargo.toml")).expect("a file");
    scratch.write(
        "Cargo.toml",
        &format!("{workspace}[profile.dev]\npanic = \"abort\"\n"),
    );
    fs::remove_file(scratch.path("firmware/src/lib.rs")).expect("a file");
    scratch.write(
        "firmware/src/main.rs",
        r#"
        //! Without an operating system.
        #![no_std]
        #![no_main]
        neuralatex::train! {
            pub model Gate<2, 1> { data: xor(4), epochs: 2, checkpoint: "gate.safetensors" }
        }
        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
            loop {}
        }
        "#,
    );
    scratch.write(
        "host/tests/leaf.rs",
        r#"
        //! In a test.
        neuralatex::train! {
            pub model Leaf<2, 1> { data: xor(4), epochs: 2, checkpoint: "leaf.safetensors" }
        }
        "#,
    );
    scratch
}

/// Its tests cannot be compiled: the harness has a panic handler, too.
#[test]
fn a_crate_that_can_have_no_tests_is_saved_and_verified() {
    let scratch = firmware("firmware");
    let note = "note: tests within libraries or programs do not compile, as Cargo says above";
    let saved = scratch.run("save -p firmware").expect(0).says(&[note]);
    assert!(saved.out.contains("written"), "{}", saved.out);
    let told = scratch.run("verify -p firmware").expect(0).says(&[note]);
    assert!(told.out.contains("same  firmware::Gate"), "{}", told.out);
    // The tests of others are asked as well.
    let listed = scratch.run("list --json").expect(0).says(&[note]);
    assert_eq!(listed.model("Gate")["state"], "up to date");
    assert_eq!(listed.model("Leaf")["state"], "missing");
    let json = listed.json();
    assert_eq!(
        (&json["complete"], &json["tests"]),
        (&true.into(), &false.into())
    );

    // What is asked for has to compile.
    let told = scratch.run("verify --json --bins -p firmware").expect(0);
    assert_eq!(told.json()["tests"], true);
    assert!(!told.err.contains("note: tests"), "{}", told.err);
    scratch.run("verify --tests -p firmware").expect(2);
    let told = scratch.run("list --json --test leaf --release").expect(0);
    assert_eq!(told.json()["models"].as_array().map(Vec::len), Some(1));
    let told = scratch.run("verify Leaf -p firmware").expect(2);
    told.says(&[
        "Tests within libraries or programs do not compile, as Cargo says above, so that there may be others.",
    ]);

    // One that says that it has none is not asked for them.
    let manifest = fs::read_to_string(scratch.path("firmware/Cargo.toml")).expect("a file");
    let program = "[[bin]]\nname = \"firmware\"\ntest = false\n";
    scratch.write("firmware/Cargo.toml", &format!("{manifest}\n{program}"));
    let told = scratch.run("verify --json -p firm*").expect(0);
    assert_eq!(told.json()["tests"], true);
    assert!(!told.err.contains("error"), "{}", told.err);

    // A test that may have a model has to compile.
    scratch.write("host/tests/leaf.rs", "this is no Rust");
    let told = scratch.run("verify --json").expect(2);
    assert_eq!(told.json()["complete"], false);
}

/// With a profile that names the package in another way than this program would.
#[test]
fn scripts_that_write_the_code_themselves_are_asked_once_for_each_model() {
    let scratch = Scratch::new("scripts", &["by-script"]);
    let workspace = fs::read_to_string(scratch.path("Cargo.toml")).expect("a file");
    let profile = "[profile.dev.package.\"by-script@0.0.0\"]\nopt-level = 1\n";
    scratch.write("Cargo.toml", &(workspace + profile));
    scratch.write(
        "by-script/build.rs",
        r#"
        use neuralatex_core::prelude::*;
        fn main() -> Result<()> {
            let own = model("Own", [2, 1]).data(xor(4)).epochs(2).checkpoint("own.safetensors").train()?;
            let path = format!("{}/own.rs", std::env::var("OUT_DIR").unwrap());
            std::fs::write(path, own.code()).unwrap();
            Ok(())
        }
        "#,
    );
    scratch.write(
        "by-script/src/lib.rs",
        r#"include!(concat!(env!("OUT_DIR"), "/own.rs"));"#,
    );
    // Cargo, which has run the script, has to run it again.
    scratch.build();
    let own = scratch.run("list --json").expect(0).model("Own");
    assert_eq!(
        (&own["state"], &own["epochs"]),
        (&"missing".into(), &2.into())
    );
    // Where nothing may be trained, it is told that the file is missing.
    let empty = scratch.path("empty");
    let mut command = scratch.command(&["list", "--json"]);
    command.env("NEURALATEX_FROZEN", "1");
    let output = command.env("NEURALATEX_CACHE_DIR", &empty).output();
    let own = common::told(output.expect("it runs"))
        .expect(2)
        .model("Own");
    assert_eq!(own["state"], "missing", "{own:#}");
    let error = own["errors"][0].as_str().expect("an error");
    assert!(error.contains("is not there, or not complete"), "{error}");
    scratch
        .run("save")
        .expect(0)
        .says(&["own.safetensors  written"]);
    scratch.build();
    scratch
        .run("verify")
        .expect(0)
        .says(&["same  by-script::Own"]);
    let path = scratch.path("by-script/own.safetensors");
    let mut content = fs::read(&path).expect("a file");
    *content.last_mut().expect("a byte") ^= 1;
    fs::write(&path, content).expect("a file");
    scratch
        .run("verify")
        .expect(1)
        .says(&["differs  by-script::Own"]);
    // A build would fail with it, though the script goes on to others.
    let listed = scratch.run("list --json").expect(1).model("Own");
    assert_eq!(listed["state"], "damaged");
    assert!(listed["epochs"].is_null(), "{listed:#}");
    assert!(listed["errors"][0].is_string(), "{listed:#}");

    // Of several that were tried, one is compiled.
    scratch.write(
        "by-script/build.rs",
        r#"
        use neuralatex_core::prelude::*;
        fn main() -> Result<()> {
            let tried = |rate: f64| {
                let own = model("Own", [2, 1]).data(xor(4)).optimizer(sgd(rate)).epochs(2);
                own.checkpoint("tried.safetensors").train()
            };
            tried(0.1)?;
            tried(0.2)?.compile()?;
            tried(0.3)?;
            tried(0.2).map(|_| ())
        }
        "#,
    );
    let listed = scratch.run("list --json").expect(0);
    assert_eq!(listed.json()["models"].as_array().map(Vec::len), Some(1));
    let own = listed.model("Own");
    assert!(own["page"].is_string(), "{own:#}");
    scratch
        .run("save")
        .expect(0)
        .says(&["tried.safetensors  written"]);
    scratch.run("verify").expect(0);
}
