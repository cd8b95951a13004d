//! A working day: what was trained once is not trained again by any command of Cargo's, whichever door it
//! came through, and committed models are used as they are.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate of its own, with its own target directory.
struct Crate {
    folder: PathBuf,
    target: PathBuf,
}

const FIELDS: &str = "
        data: csv(\"data/rows.csv\").label(\"kind\"),
        eval: hold_out(0.3),
        normalize: standard,
        epochs: 40,
";

fn library(fields: &str) -> String {
    format!(
        "//! A crate.
include!(concat!(env!(\"OUT_DIR\"), \"/built.rs\"));
neuralatex::train! {{
    /// From a macro.
    pub model Expanded<2, 4, 1> {{{FIELDS}{fields}}}
}}
#[test]
fn both_doors_give_the_same() {{
    assert_eq!(Built::DIGEST, Expanded::DIGEST);
    println!(\"RESULT {{}}\", Expanded::DIGEST);
}}
"
    )
}

const SCRIPT: &str = "use neuralatex_core::prelude::*;
fn main() -> Result<()> {
    model(\"Built\", [2, 4, 1])
        .data(csv(\"data/rows.csv\").label(\"kind\"))
        .eval(hold_out(0.3))
        .normalize(standard())
        .epochs(40)
        .compile()
}
";

impl Crate {
    fn new(name: &str) -> Crate {
        let root = env!("CARGO_MANIFEST_DIR");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("daily")
            .join(name);
        let _ = fs::remove_dir_all(&folder);
        // What does not change is compiled once for all of them.
        let target = folder.with_file_name("target");
        let crate_ = Crate { folder, target };
        let _ = fs::remove_dir_all(crate_.store());
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
             [dependencies]\nneuralatex = {{ path = {root:?} }}\n\
             [build-dependencies]\nneuralatex-core = {{ path = \"{root}/neuralatex-core\" }}\n"
        );
        crate_.write("Cargo.toml", &manifest);
        crate_.write("src/lib.rs", &library(""));
        crate_.write("build.rs", SCRIPT);
        let row = |n: usize| {
            let x = n as f64 * 0.37 % 2.0;
            let y = n as f64 * 0.71 % 2.0;
            let kind = if (x - 1.0) * (y - 1.0) > 0.0 {
                "same"
            } else {
                "other"
            };
            format!("{x:.2},{y:.2},{kind}\n")
        };
        let rows: String = (0..60).map(row).collect();
        crate_.write("data/rows.csv", &format!("x,y,kind\n{rows}"));
        crate_
    }

    fn store(&self) -> PathBuf {
        self.target.join("neuralatex-cache")
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Has both doors work again, and changes nothing.
    fn touch(&self) {
        for file in ["src/lib.rs", "build.rs"] {
            let text = fs::read_to_string(self.folder.join(file)).unwrap();
            self.write(file, &(text + "// Once more.\n"));
        }
    }

    /// The names of the models of this crate that were trained.
    fn trained(&self) -> Vec<String> {
        trained_in(&self.store())
    }

    fn run(&self, arguments: &[&str], variables: &[(&str, &str)]) -> (bool, String) {
        let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
        let output = Command::new(cargo)
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("NEURALATEX_LOG", "low")
            .env_remove("NEURALATEX_CACHE")
            .env_remove("NEURALATEX_CACHE_DIR")
            .envs(variables.iter().copied())
            .output()
            .expect("cargo runs");
        let [out, told] =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        (output.status.success(), out + &told)
    }

    #[track_caller]
    fn cargo(&self, arguments: &[&str], variables: &[(&str, &str)]) -> String {
        let (succeeds, told) = self.run(arguments, variables);
        assert!(succeeds, "{arguments:?} {variables:?}:\n{told}");
        told
    }

    #[track_caller]
    fn fails(&self, arguments: &[&str], variables: &[(&str, &str)]) -> String {
        let (succeeds, told) = self.run(arguments, variables);
        assert!(!succeeds, "{arguments:?} {variables:?}:\n{told}");
        told
    }

    /// What its test prints.
    #[track_caller]
    fn digest(&self, variables: &[(&str, &str)]) -> String {
        let told = self.cargo(&["test", "--lib", "--", "--nocapture"], variables);
        let line = told.lines().find_map(|line| line.split_once("RESULT "));
        line.expect("a digest").1.to_string()
    }
}

/// The names of models that were trained for a store, but for the paper's spiral.
fn trained_in(store: &Path) -> Vec<String> {
    let log = fs::read_to_string(store.join("trainings.log")).unwrap_or_default();
    let names = log.lines().filter_map(|line| line.rsplit(' ').next());
    let names = names.filter(|name| *name != "Spiral");
    names.map(str::to_string).collect()
}

/// All files below a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => drop(found.insert(path.clone(), fs::read(&path).unwrap())),
        }
    }
    found
}

/// One test, since the target directory is one for all.
#[test]
fn a_model_is_trained_once_in_a_working_day() {
    let crate_ = Crate::new("day");
    crate_.cargo(&["generate-lockfile"], &[]);
    let sources = files(&crate_.folder);
    crate_.cargo(&["build"], &[]);
    // Both doors want the same numbers.
    assert_eq!(crate_.trained().len(), 1, "{:?}", crate_.trained());
    assert_eq!(
        files(&crate_.folder),
        sources,
        "no build writes into the sources"
    );
    let has_clippy = Command::new("cargo").args(["clippy", "--version"]).output();
    let has_clippy = has_clippy.is_ok_and(|output| output.status.success());
    if !has_clippy {
        assert!(std::env::var_os("CI").is_none(), "CI has clippy");
        eprintln!("SKIPPED in part: clippy is not installed");
    }
    let commands: [&[&str]; 7] = [
        &["build"],
        &["check"],
        &["test", "--no-run"],
        &["doc", "--no-deps"],
        &["clippy"],
        &["build", "--release"],
        &["check", "--target", host()],
    ];
    for command in commands {
        if command[0] == "clippy" && !has_clippy {
            continue;
        }
        crate_.touch();
        let told = crate_.cargo(command, &[]);
        assert!(
            told.contains("Expanded: From the store"),
            "{command:?}: {told}"
        );
        assert_eq!(crate_.trained().len(), 1, "{command:?}");
    }
    let digest = crate_.digest(&[]);
    // Doc comments, and what is required, change the code and train nothing.
    let library_ = fs::read_to_string(crate_.folder.join("src/lib.rs")).unwrap();
    crate_.write(
        "src/lib.rs",
        &library_.replace("From a macro.", "In other words."),
    );
    let code = crate_.cargo(&["rustdoc", "--lib"], &[]);
    assert!(!code.contains("error"));
    crate_.write(
        "src/lib.rs",
        &library("        require: accuracy >= 0.0,\n"),
    );
    assert_eq!(crate_.digest(&[]), digest);
    assert_eq!(crate_.trained().len(), 1);
    // Where nothing is stored, the same is trained.
    crate_.touch();
    assert_eq!(crate_.digest(&[("NEURALATEX_CACHE", "off")]), digest);
    // What was wrong with a variable is not told again when it is right.
    // The macro alone works again.
    crate_.write("src/lib.rs", &library("        require: accuracy > 0.0,\n"));
    let warning = "NEURALATEX_CACHE is `maybe`, expected `on` or `off`";
    let told = crate_.cargo(&["check"], &[("NEURALATEX_CACHE", "maybe")]);
    assert!(told.contains(warning), "{told}");
    let told = crate_.cargo(&["check"], &[]);
    assert!(!told.contains(warning), "{told}");
    // A store elsewhere serves another target directory.
    let elsewhere = crate_.folder.with_file_name("elsewhere");
    let _ = fs::remove_dir_all(&elsewhere);
    let moved = [("NEURALATEX_CACHE_DIR", elsewhere.to_str().unwrap())];
    crate_.touch();
    assert_eq!(crate_.digest(&moved), digest);
    assert!(elsewhere.join("trainings.log").is_file());
    assert_eq!(crate_.trained().len(), 1);
    // A cell is another training, for both doors.
    let rows = fs::read_to_string(crate_.folder.join("data/rows.csv")).unwrap();
    crate_.write("data/rows.csv", &rows.replacen("0.37,", "0.99,", 1));
    assert_ne!(crate_.digest(&[]), digest);
    assert_eq!(crate_.trained().len(), 2);

    committed(&crate_, &rows);
}

/// A model with a checkpoint beside its sources.
fn committed(crate_: &Crate, rows: &str) {
    crate_.write("data/rows.csv", rows);
    let named = "        checkpoint: \"models/expanded.safetensors\",\n";
    let script = SCRIPT.replace(
        ".compile()",
        ".checkpoint(\"models/built.safetensors\").compile()",
    );
    crate_.write("build.rs", &script);
    crate_.write("src/lib.rs", &library(named));
    fs::create_dir_all(crate_.folder.join("models")).unwrap();
    // Nothing is there yet: a frozen build says what to do, where the store does not have it either.
    let frozen = [("NEURALATEX_FROZEN", "1")];
    let empty = crate_.folder.with_file_name("empty");
    let _ = fs::remove_dir_all(&empty);
    let cold = [frozen[0], ("NEURALATEX_CACHE_DIR", empty.to_str().unwrap())];
    let told = crate_.fails(&["check"], &cold);
    assert!(told.contains("which NEURALATEX_FROZEN forbids"), "{told}");
    assert!(told.contains("cargo neuralatex save Built"), "{told}");
    // A program saves them as `cargo neuralatex save` does.
    let save = |name: &str| {
        use neuralatex_core::prelude::*;
        let folder = &crate_.folder;
        let rows = csv(folder.join("data/rows.csv")).label("kind");
        let model = model(name, [2, 4, 1]).data(rows).eval(hold_out(0.3));
        let model = model.normalize(standard()).epochs(40);
        let file = format!("models/{}.safetensors", name.to_lowercase());
        model.train().unwrap().save(folder.join(file)).unwrap();
    };
    save("Built");
    save("Expanded");
    // The paper's spiral, which is nobody's to commit, is trained even so: its script runs again.
    let noisier = [cold[0], cold[1], ("NEURALATEX_LOG", "med")];
    let told = crate_.cargo(&["check", "-vv"], &noisier);
    assert!(told.contains("Spiral: "), "{told}");
    let sources = files(&crate_.folder);
    crate_.touch();
    let told = crate_.cargo(&["check"], &cold);
    assert!(!told.contains("Loss for epoch"), "{told}");
    assert_eq!(trained_in(&empty), [""; 0], "nothing was trained");
    let digest = crate_.digest(&cold);
    assert_eq!(files(&crate_.folder).len(), sources.len());

    // Another batch: it is told which field has changed, through both doors.
    crate_.write(
        "build.rs",
        &script.replace(".epochs(40)", ".epochs(40).batch(7)"),
    );
    let told = crate_.fails(&["check"], &[]);
    for words in [
        "models/built.safetensors",
        "`batch`: the file is from `32`, now it is `7`",
        "`cargo neuralatex save Built` renews it",
        "NEURALATEX_STALE=retrain",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    crate_.write("build.rs", &script);
    crate_.write(
        "src/lib.rs",
        &library(&format!("{named}        seed: 3,\n")),
    );
    let told = crate_.fails(&["check"], &[]);
    assert!(
        told.contains("`seed`: the file is from `0`, now it is `3`"),
        "{told}"
    );
    // A frozen build does not train, whatever else it is told.
    let both = [cold[0], cold[1], ("NEURALATEX_STALE", "retrain")];
    let told = crate_.fails(&["check"], &both);
    assert!(told.contains("which NEURALATEX_FROZEN forbids"), "{told}");
    // It is trained anew where that is wanted, with a warning, and is an error again where it is not.
    let told = crate_.cargo(&["check"], &[("NEURALATEX_STALE", "retrain")]);
    assert!(
        told.contains("is passed over, since NEURALATEX_STALE is `retrain`"),
        "{told}"
    );
    crate_.fails(&["check"], &[]);
    crate_.write("src/lib.rs", &library(named));
    // A cell of the data.
    crate_.write("data/rows.csv", &rows.replacen("0.37,", "0.99,", 1));
    let told = crate_.fails(&["check"], &[]);
    assert!(
        told.contains("`data`: its rows are not those that the file is from"),
        "{told}"
    );
    crate_.write("data/rows.csv", rows);
    crate_.touch();
    assert_eq!(crate_.digest(&cold), digest);

    // Fewer epochs than wanted: it goes on from there, to the same bits.
    let more = library(named).replace("epochs: 40", "epochs: 60");
    let straight = library("").replace("epochs: 40", "epochs: 60");
    crate_.write("build.rs", &SCRIPT.replace("epochs(40)", "epochs(60)"));
    crate_.write("src/lib.rs", &straight);
    let digest = crate_.digest(&[]);
    crate_.write("src/lib.rs", &more);
    let told = crate_.cargo(&["test", "--lib", "--", "--nocapture"], &[]);
    assert!(told.contains(&format!("RESULT {digest}")), "{told}");
    assert!(
        told.contains("Loss for epoch 41") && !told.contains("Loss for epoch 40 "),
        "{told}"
    );
}

/// The target of this machine, by its name.
fn host() -> &'static str {
    let output = Command::new("rustc").arg("-vV").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.unwrap().to_string().leak()
}
