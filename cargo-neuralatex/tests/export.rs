//! `export` on a workspace with both doors: nothing is trained, and both write the same bytes.

mod common;

use std::fs;
use std::path::Path;

use common::{Scratch, Told};
use neuralatex_core::prelude::*;

/// It would train for hours, and beside it stands another one that would.
const BY_MACRO: &str = r#"
    //! Models.
    neuralatex::train! {
        pub model Long<2, 16, 1> {
            data: moons(500), eval: moons(50), normalize: standard, activation: tanh,
            loss: |score, target| (1.0 - score * target).relu().powi(2),
            optimizer: adam(|epoch| 0.05 / epoch.sqrt()), epochs: 900000, checkpoint: "long.safetensors",
        }
        pub model Other<2, 16, 1> { data: moons(500), epochs: 900000 }
        pub model Wrong<2, 16, 1> { data: csv("nowhere.csv").label("a") }
    }
    #[cfg(feature = "more")]
    const _: () = assert!(Long::ACCURACY > 0.5, "it is not trained");
"#;

const BY_SCRIPT: &str = r#"
    use neuralatex_core::prelude::*;
    fn main() -> Result<()> {
        long("Long").compile()?;
        if std::env::var_os("CARGO_FEATURE_MORE").is_none() {
            return Ok(());
        }
        long("Tried").train()?.save("tried.safetensors")
    }
    fn long(name: &str) -> Model {
        model(name, [2, 16, 1])
            .data(moons(500))
            .eval(moons(50))
            .normalize(standard())
            .activation(tanh())
            .loss(custom(|score, target| (1.0 - score * target).relu().powi(2)))
            .optimizer(adam(|epoch: f64| 0.05 / epoch.sqrt()))
            .epochs(900000)
    }
"#;

/// As above, here and now.
fn long() -> Model {
    model("Long", [2, 16, 1])
        .data(moons(500))
        .eval(moons(50))
        .normalize(standard())
        .activation(tanh())
        .loss(custom(|s, t| (1.0 - s * t).relu().powi(2)))
        .optimizer(adam(|epoch: f64| 0.05 / epoch.sqrt()))
        .epochs(900_000)
}

const FILES: [&str; 5] = [
    "README.md",
    "data.safetensors",
    "specification.json",
    "start.safetensors",
    "train.py",
];

#[track_caller]
fn assert_same(one: &Path, other: &Path) {
    for folder in [one, other] {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| {
                let name = entry.expect("an entry").file_name();
                name.into_string().expect("text")
            })
            .collect();
        names.sort();
        assert_eq!(names, FILES);
    }
    for name in FILES {
        let [one, other] = [one, other].map(|folder| fs::read(folder.join(name)).expect("a file"));
        assert!(one == other, "{name}");
    }
}

#[test]
fn a_model_of_either_door_is_exported_and_nothing_is_trained() {
    let scratch = Scratch::new("export", &["one", "two"]);
    scratch.write("one/src/lib.rs", BY_MACRO);
    scratch.write("two/build.rs", BY_SCRIPT);
    let told = scratch.run("export Long -p one").expect(0);
    assert!(!told.err.contains("failed"), "{}", told.err);
    told.says(&[
        "one::Long is in long-export.",
        "    python long-export/train.py\n    torchrun --nproc_per_node 4 long-export/train.py\n",
        "    weights: \"weights.safetensors\",\n",
    ]);
    let first = scratch.path("long-export");
    let here = scratch.path("here");
    long().export(&here).expect("it is sound");
    assert_same(&first, &here);

    let told = scratch
        .run("export two::Long --to deep/down --json")
        .expect(0);
    let model = told.model("Long");
    assert_eq!(
        (&model["result"], &model["export"]),
        (&"written".into(), &"deep/down".into())
    );
    assert!(model.get("notes").is_none() && model.get("errors").is_none());
    assert_same(&first, &scratch.path("deep/down"));
    scratch.write("two/tried.safetensors", "is left alone");
    let told = scratch.run("export Tried -p two --features more").expect(0);
    told.says(&[
        "two::Tried is in tried-export.",
        "    .weights(\"weights.safetensors\")\n",
        "it has been exported, for which nothing is trained: the script ends here",
        "The export is complete",
    ]);
    let left = fs::read(scratch.path("two/tried.safetensors")).expect("a file");
    assert_eq!(left, b"is left alone");
    assert!(scratch.path("tried-export/train.py").exists());

    // Weights that were trained for something else stay, and are told of.
    scratch.write("long-export/weights.safetensors", "of hours");
    scratch.write("long-export/state.safetensors", "of hours");
    let told = scratch.run("export Long -p one").expect(0);
    let note = "is of an earlier export and not of this one";
    let state = "is of a run of an earlier export that was interrupted";
    told.says(&[
        "note: `weights.safetensors`",
        note,
        "note: `state.safetensors`",
        state,
    ]);
    let told = scratch.run("export Long -p one --json").expect(0);
    let notes = told.model("Long")["notes"].clone();
    let notes: Vec<&str> = notes
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|it| it.as_str())
        .collect();
    assert_eq!(notes.len(), 2);
    assert!(
        notes[0].contains(note) && notes[1].contains(state),
        "{notes:?}"
    );
    let read = |name: &str| fs::read_to_string(first.join(name)).expect("a file");
    assert!(read("README.md").contains(note) && read("README.md").contains(state));
    assert_eq!(read("state.safetensors"), "of hours");
    assert_eq!(read("weights.safetensors"), "of hours");

    // What the crate makes of numbers that are zeros does not matter.
    let told = scratch.run("export Long -p one --features more").expect(0);
    told.says(&[
        "it is not trained",
        "The export is complete",
        "one::Long is in",
    ]);
    refusals(&scratch);
}

fn refusals(scratch: &Scratch) {
    let told = scratch.run("export Wrong -p one").expect(1);
    told.says(&["one::Wrong\n", "there is no such file"]);
    let told = scratch.run("export Wrong -p one --json").expect(1);
    let wrong = told.model("Wrong");
    assert_eq!(wrong["result"], "failed");
    let error = wrong["errors"][0].as_str().expect("a text");
    assert!(error.contains("there is no such file"), "{error}");
    assert!(!scratch.path("wrong-export").exists());
    let refused = |line: &str, word: &str| {
        let Told { out, err, .. } = scratch.run(line).expect(2);
        assert!(err.contains(word) && out.is_empty(), "{word}: {err}");
    };
    refused(
        "export Lnog -p one",
        "unknown model `Lnog`, did you mean `Long`?",
    );
    scratch.write("notes/notes.txt", "mine");
    refused(
        "export Long --to notes",
        "the folder `notes` holds something else, such as `notes.txt`",
    );
    assert_eq!(
        fs::read_dir(scratch.path("notes"))
            .expect("a folder")
            .count(),
        1
    );
    refused(
        "export Long",
        "several models have this name: one::Long, two::Long",
    );
}
