//! In an editor a model has its types, and its mistakes are told, without anything being trained.

mod analyzer;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use analyzer::Analyzer;

const FLOWERS: &str = "petal_length,petal_width,species
1.4,0.2,setosa\n1.3,0.3,setosa\n1.5,0.1,setosa\n4.7,1.4,versicolor\n4.5,1.5,versicolor\n4.9,1.6,versicolor\n";
const BIRDS: &str = "wing,beak,tail,kind
190.5,7.1,40.0,eagle\n201.0,6.8,42.0,eagle\n12.0,0.9,5.0,robin\n11.5,1.0,5.5,robin\n";

const LIBRARY: &str = r#"//! A model of a file, and one that would train for days.

use neuralatex::train;

train! {
    /// Kinds, by what was measured.
    pub model Iris<_, 4, _> {
        data: csv("data/rows.csv").label("LABEL"),
        eval: hold_out(0.4),
        loss: cross_entropy,
        epochs: 7,
    }
    /// The arm of a spiral.
    pub model Slow<2, 500, 500, 1> {
        data: spiral(5000),
        eval: spiral(5000),
        epochs: 1_000_000,
        batch: 1,
    }
}

/// What is measured.
pub fn kind() -> IrisClass {
    let measured = IrisInput { FIELDS };
    let input = measured.to_array();
    let probabilities = Iris::probabilities(input);
    let found = Iris::predict(input);
    let accuracy = Iris::ACCURACY + Slow::ACCURACY + f64::from(probabilities[0]);
    let arm = Slow::predict([0.5, accuracy as f32]);
    let known = IrisClass::KNOWN;
    if arm == 1 { known } else { found }
}
"#;

/// A crate with a model of a file.
struct Crate {
    folder: PathBuf,
    file: PathBuf,
    text: String,
}

impl Crate {
    fn new(root: &Path, name: &str, rows: &str, words: [(&str, &str); 3]) -> Crate {
        let folder = root.join(name);
        let file = folder.join("src/lib.rs");
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::create_dir_all(folder.join("data")).unwrap();
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
             [dependencies]\nneuralatex = {{ path = {:?} }}\n\n[workspace]\n",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = words
            .into_iter()
            .fold(LIBRARY.to_string(), |text, (word, by)| {
                text.replace(word, by)
            });
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        fs::write(folder.join("data/rows.csv"), rows).unwrap();
        fs::write(&file, &text).unwrap();
        Crate { folder, file, text }
    }

    /// With a model that can be trained, alone.
    fn without_slow(mut self) -> Crate {
        let (start, rest) = self
            .text
            .split_once("    /// The arm of a spiral.")
            .unwrap();
        let (_, end) = rest.split_once("batch: 1,\n    }\n").unwrap();
        self.text = format!("{start}{end}")
            .replace(" + Slow::ACCURACY", "")
            .replace("Slow::predict([0.5, accuracy as f32])", "accuracy as i32")
            + "\n/// Which training this is.\npub const TRAINED: &str = Iris::DIGEST;\n";
        fs::write(&self.file, &self.text).unwrap();
        self
    }

    /// That of the model, once it is built.
    fn digest(&self, target: &Path) -> String {
        let test = "#[test]\nfn tell() { println!(\"DIGEST {}\", TRAINED); }\n";
        fs::write(&self.file, self.text.clone() + test).unwrap();
        let output = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
            .args(["test", "--lib", "--target-dir"])
            .arg(target)
            .args(["--", "--nocapture"])
            .current_dir(&self.folder)
            .env_remove("NEURALATEX_CACHE_DIR")
            .output()
            .unwrap();
        fs::write(&self.file, &self.text).unwrap();
        let told = String::from_utf8_lossy(&output.stdout);
        let line = told.lines().find_map(|line| line.split_once("DIGEST "));
        let (_, digest) = line.unwrap_or_else(|| panic!("{output:?}"));
        digest.to_string()
    }

    /// The errors once the text is another.
    fn errors_with(&self, analyzer: &mut Analyzer, version: u32, from: &str, to: &str) -> String {
        assert!(self.text.contains(from), "{from}");
        analyzer.change(&self.file, version, &self.text.replace(from, to));
        analyzer.errors(&self.file).join("\n")
    }
}

/// That some words are offered, and others are not.
fn assert_offered(offered: &[String], expected: &[&str], others: &[&str]) {
    let has = |word: &&str| offered.iter().any(|offered| offered == word);
    assert!(expected.iter().all(&has), "{expected:?}: {offered:?}");
    assert!(!others.iter().any(has), "{others:?}: {offered:?}");
}

#[test]
fn editors_know_models_that_were_never_trained() {
    let Some(program) = analyzer::program() else {
        assert!(
            std::env::var_os("CI").is_none(),
            "`rustup component add rust-analyzer rust-src`"
        );
        eprintln!(
            "SKIPPED: there is no rust-analyzer; `rustup component add rust-analyzer rust-src`"
        );
        return;
    };
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("analyzer");
    let of_flowers = [
        ("LABEL", "species"),
        ("FIELDS", "petal_length: 1.4, petal_width: 0.2"),
        ("KNOWN", "Setosa"),
    ];
    let of_birds = [
        ("LABEL", "kind"),
        ("FIELDS", "wing: 190.0, beak: 7.0, tail: 41.0"),
        ("KNOWN", "Eagle"),
    ];
    let flowers = Crate::new(&root, "flowers", FLOWERS, of_flowers);
    let birds = Crate::new(&root, "birds", BIRDS, of_birds);
    let built = Crate::new(&root, "built", FLOWERS, of_flowers);
    let built = built.without_slow();
    let digest = built.digest(&root.join("target"));
    let folders = [&*flowers.folder, &*birds.folder, &*built.folder];
    let mut analyzer = Analyzer::start(&program, &root, &folders, &root.join("target"));
    for crate_ in [&flowers, &birds, &built] {
        analyzer.open(&crate_.file, &crate_.text);
        assert_eq!(analyzer.errors(&crate_.file), [""; 0], "of right code");
    }

    let mut offered =
        |crate_: &Crate, behind: &str| analyzer.completions(&crate_.file, &crate_.text, behind);
    let items = [
        "ACCURACY",
        "CLASSES",
        "CONFUSION",
        "WEIGHTS",
        "LOSSES",
        "TRAINED",
        "predict",
        "probabilities",
    ];
    for crate_ in [&flowers, &birds] {
        assert_offered(&offered(crate_, "found = Iris::"), &items, &["R2"]);
        assert_offered(
            &offered(crate_, "arm = Slow::"),
            &["ACCURACY", "predict"],
            &["probabilities"],
        );
    }
    // One server, and two crates with models of the same name.
    assert_offered(
        &offered(&flowers, "IrisClass::"),
        &["Setosa", "Versicolor", "ALL"],
        &["Eagle"],
    );
    assert_offered(
        &offered(&birds, "IrisClass::"),
        &["Eagle", "Robin", "ALL"],
        &["Setosa"],
    );

    let mut hover =
        |crate_: &Crate, behind: &str| analyzer.hover(&crate_.file, &crate_.text, behind);
    for (crate_, inputs, field) in [(&flowers, 2, "petal_length"), (&birds, 3, "wing")] {
        for (behind, expected) in [
            ("let found", "let found: IrisClass".to_string()),
            ("let input", format!("let input: [f32; {inputs}]")),
            (
                "let probabilities",
                "let probabilities: [f32; 2]".to_string(),
            ),
            ("let arm", "let arm: i32".to_string()),
            (&format!("IrisInput {{ {field}"), format!("{field}: f32")),
        ] {
            let said = hover(crate_, behind);
            assert!(said.contains(&expected), "{behind}: {said}");
        }
    }

    // What a build has trained is there with its numbers.
    let said = hover(&built, "Iris::DIGEST");
    assert!(said.contains(&digest), "{digest}: {said}");

    let mistakes = [
        ("epochs: 7", "epoch: 7", "`epoch`"),
        (
            "hold_out(0.4)",
            "hold_out(1.4)",
            "`hold_out` takes a share of the rows",
        ),
        ("rows.csv", "raws.csv", "raws.csv"),
        ("petal_width: 0.2", "petal_with: 0.2", "no such field"),
        (
            "IrisClass::Setosa",
            "IrisClass::Eagle",
            "no such associated item",
        ),
    ];
    for ((from, to, said), version) in mistakes.into_iter().zip(1..) {
        let errors = flowers.errors_with(&mut analyzer, version, from, to);
        assert!(errors.contains(said), "{to}: {errors}");
    }
    let errors = flowers.errors_with(&mut analyzer, 99, "", "");
    assert_eq!(errors, "", "once all is right again");
}
