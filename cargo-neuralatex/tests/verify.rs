//! `verify` passes where committed models are what training gives, on any machine, and nowhere else.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{Scratch, both_doors};
use sha2::{Digest, Sha256};

/// Those that name one.
const MODELS: usize = 6;

#[test]
fn what_was_saved_is_verified_here_and_elsewhere_and_every_change_is_caught() {
    let scratch = both_doors("verify");
    scratch.run("verify").expect(1).says(&[
        "missing  flowers::Iris  flowers/models/iris.safetensors:",
        "6 of 6 checkpoints are not what training gives",
    ]);
    scratch.run("save -q").expect(0);
    let told = scratch.run("verify").expect(0);
    let told = told.says(&["All 6 checkpoints are what training gives, bit for bit."]);
    assert_eq!(
        told.out.matches("    same  ").count(),
        MODELS,
        "{}",
        told.out
    );

    let iris = "flowers/models/iris.safetensors";
    let verify = "verify flowers::Iris -p flowers";
    {
        let _one_bit = scratch.change(iris, |bytes| *bytes.last_mut().expect("bytes") ^= 1);
        scratch.run(verify).expect(1).says(&[
            "differs  flowers::Iris  flowers/models/iris.safetensors:",
            "`sha256`: ",
            "tensor `optimizer.second.layers.1.weight`: 1 of 8 numbers differs: at [1, 3] the file has ",
            "1 of 2 checkpoints is not what training gives",
        ]);
    }
    {
        let _one_bit = scratch.replace("flowers/models/petal.txt", "(3,0.", "(3,1.");
        scratch.run("verify Petal").expect(1).says(&[
            "differs  petal::Petal  flowers/models/petal.txt:",
            "line 3: 1 of 4 numbers differs: at epoch 3 the file has 1.",
        ]);
    }
    {
        let _one_cell = scratch.replace("flowers/iris.csv", "\n3.5,", "\n3.6,");
        scratch.run(verify).expect(1).says(&[
            "`data`: its rows are not those that the file is from",
            "tensor `losses`: ",
        ]);
        let listed = scratch.run("list --json -p flowers").expect(1);
        let json = listed.json();
        let states: Vec<(&str, &str)> = json["models"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|model| {
                (
                    model["checkpoint"].as_str().unwrap_or(""),
                    model["state"].as_str().unwrap_or(""),
                )
            })
            .collect();
        let state = |end: &str| {
            states
                .iter()
                .find(|(path, _)| path.ends_with(end))
                .expect(end)
                .1
        };
        assert_eq!(state("iris.safetensors"), "stale");
        assert_eq!(state("other.safetensors"), "up to date");
        assert_eq!(state(""), "stale");
        listed.says(&["its rows are not those that the file is from"]);
    }
    {
        let _field = scratch.replace("flowers/src/lib.rs", "batch: 4", "batch: 6");
        let told = scratch.run(verify).expect(1);
        told.says(&["`batch`: the file is from `4`, now it is `6`"]);
    }
    {
        let _name = scratch.replace(
            "flowers/src/lib.rs",
            "model Iris<2, 4, 2>",
            "model Rose<2, 4, 2>",
        );
        let told = scratch.run("verify Rose --json -p flowers").expect(1);
        let rose = told.model("Rose");
        assert_eq!(rose["result"], "differs");
        let differences = serde_json::json!(["`model`: the file is from `Iris`, now it is `Rose`"]);
        assert_eq!(rose["differences"], differences);
    }
    {
        let _script = scratch.replace("by-script/build.rs", "restarts(3)", "restarts(2)");
        scratch.run("verify -p by-script").expect(1).says(&[
            "`restarts`: the file is from `3 from seed 0",
            "same  by-script::Ring",
        ]);
    }

    let moved = scratch.copied("verify-elsewhere");
    moved
        .run("verify -q")
        .expect(0)
        .says(&["All 6 checkpoints"]);
}

#[test]
fn hostile_files_are_told_and_renewed() {
    let scratch = Scratch::new("hostile", &["hostile"]);
    let names = [
        "Cut", "Garbage", "Huge", "Folder", "Loop", "Device", "Link", "Text", "Epochs",
    ];
    let file = |name: &str| match name {
        "Text" => "hostile/text.txt".to_string(),
        _ => format!("hostile/{}.safetensors", name.to_lowercase()),
    };
    let models = names.map(|name| {
        let file = file(name).replace("hostile/", "");
        format!("pub model {name}<2, 1> {{ data: xor(4), epochs: 2, checkpoint: {file:?} }}\n")
    });
    let source = format!("//! Files.\nneuralatex::train! {{ {} }}", models.concat());
    scratch.write("hostile/src/lib.rs", &source);
    scratch.run("save").expect(0);
    let path = |name: &str| scratch.path(&file(name));
    let right = fs::read(path("Link")).expect("a file");
    let cut = fs::read(path("Cut")).expect("a file");
    fs::write(path("Cut"), &cut[..cut.len() - 1]).expect("a file");
    fs::write(path("Garbage"), "no checkpoint").expect("a file");
    fs::write(
        path("Huge"),
        [&u64::MAX.to_le_bytes()[..], &right[8..]].concat(),
    )
    .expect("a file");
    fs::write(path("Text"), b"0.25\n2\n(1,\xff\xff").expect("a file");
    fs::remove_file(path("Folder")).expect("a file");
    fs::create_dir(path("Folder")).expect("a folder");
    let mut wrong = vec!["Cut", "Garbage", "Huge", "Text", "Folder"];
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        for (name, target) in [("Loop", "loop.safetensors"), ("Device", "/dev/zero")] {
            fs::remove_file(path(name)).expect("a file");
            symlink(target, path(name)).expect("a link");
            wrong.push(name);
        }
        // One to the right content is as good as that.
        fs::rename(path("Link"), scratch.path("content")).expect("a file");
        symlink(scratch.path("content"), path("Link")).expect("a link");
    }
    let told = scratch.run("verify --json").expect(1);
    for name in names {
        let found = told.model(name);
        let result = match name {
            "Garbage" | "Folder" => "foreign",
            name if wrong.contains(&name) => "damaged",
            _ => "same",
        };
        assert_eq!(found["result"], result, "{found:#}");
    }
    // A build refuses them as well.
    let listed = scratch.run("list --json").expect(1);
    for name in names {
        let state = match name {
            "Garbage" => "no checkpoint",
            "Folder" => "a folder",
            name if wrong.contains(&name) => "damaged",
            _ => "up to date",
        };
        assert_eq!(listed.model(name)["state"], state, "{name}");
    }
    // What cannot be saved is not advised to be.
    scratch.run("verify Folder").expect(1).says(&[
        " foreign  hostile::Folder  hostile/folder.safetensors:\n          it is a folder: name a file in it",
        "The checkpoint is not what training gives.\n",
    ]);
    // All can be renewed, apart from the folder and from what may be somebody else's.
    let saved = scratch.run("save --json").expect(1);
    for name in names {
        let found = saved.model(name);
        let result = match name {
            "Folder" | "Garbage" => "failed",
            "Epochs" => "unchanged",
            _ => "renewed",
        };
        assert_eq!(found["result"], result, "{found:#}");
    }
    let error = saved.model("Folder")["errors"][0].to_string();
    assert!(
        error.contains("` is a folder: name a file in it"),
        "{error}"
    );
    assert_eq!(fs::read(path("Link")).expect("a file"), right);
    let is_link = fs::symlink_metadata(path("Link"))
        .expect("a file")
        .is_symlink();
    assert!(!is_link, "a link is replaced, not followed");
    fs::remove_dir(path("Folder")).expect("an empty folder");
    assert_eq!(fs::read(path("Garbage")).expect("a file"), b"no checkpoint");
    fs::remove_file(path("Garbage")).expect("a file");
    scratch.run("save").expect(0).says(&["written"]);
    let left = fs::read_dir(scratch.path("hostile")).expect("a folder");
    let left = left.filter(|entry| {
        let name = entry.as_ref().expect("an entry").file_name();
        name.to_string_lossy().ends_with(".tmp")
    });
    assert_eq!(left.count(), 0);
    scratch.run("verify").expect(0);
}

/// A record whose seal is right, and whose numbers are not: `save` cannot know.
#[test]
fn what_is_in_the_store_has_no_say() {
    let scratch = Scratch::new("store", &["one"]);
    let source = "//! One.\nneuralatex::train! { pub model One<2, 1> { data: xor(4), epochs: 2, \
                  checkpoint: \"one.safetensors\" } }";
    scratch.write("one/src/lib.rs", source);
    let store = scratch.path("kept");
    let run = |line: &str| {
        let mut command = scratch.command(&[line]);
        let output = command.env("NEURALATEX_CACHE_DIR", &store).output();
        common::told(output.expect("it runs"))
    };
    run("save").expect(0).says(&["written"]);
    run("verify").expect(0);
    let entries = fs::read_dir(&store).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    // There is that of the paper's spiral as well; a record begins with its key, which tells of the rows.
    let is_it = |path: &PathBuf| {
        let is_training = path.extension().is_some_and(|end| end == "training");
        let content = fs::read(path).expect("a file");
        is_training && String::from_utf8_lossy(&content).contains("data: xor(4)")
    };
    let paths: Vec<PathBuf> = paths.filter(is_it).collect();
    let [path] = &paths[..] else {
        panic!("{paths:?}")
    };
    let mut record = fs::read(path).expect("a file");
    record.truncate(record.len() - 64);
    // The format in a line, then the key, the seed and the weights, each behind its length.
    let mut place = "neuralatex record 1\n".len();
    for _ in 0..2 {
        let length = record[place..place + 8].try_into().expect("a length");
        place += 8 + usize::try_from(u64::from_le_bytes(length)).expect("a length");
    }
    record[place + 8] ^= 1;
    let seal = Sha256::digest(&record);
    record.extend(
        seal.iter()
            .flat_map(|byte| format!("{byte:02x}").into_bytes()),
    );
    fs::write(path, record).expect("a file");
    run("verify").expect(0);
    run("save").expect(0).says(&["renewed"]);
    let told = run("verify").expect(1);
    told.says(&["tensor `layers.0.weight`: 1 of 2 numbers differs: at [0, 0]"]);
}
