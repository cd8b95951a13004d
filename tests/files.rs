//! Files of data through both doors, as Cargo builds them: a change is noticed, and what is wrong or
//! doubtful is told.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate of its own.
struct Crate(PathBuf);

/// The fields of a model that learns from the file, with others beside.
fn train(attributes: &str, fields: &str) -> String {
    format!(
        "{attributes}
neuralatex::train! {{
    {attributes_of_model}
    pub model Rows<_, 4, _> {{
        data: csv(\"data/rows.csv\").label(\"y\"),
        epochs: 5,
        {fields}
    }}
}}
fn main() {{ println!(\"{{}}\", Rows::DIGEST); }}
",
        attributes = if attributes.starts_with("#!") {
            attributes
        } else {
            ""
        },
        attributes_of_model = if attributes.starts_with("#!") {
            ""
        } else {
            attributes
        },
    )
}

/// The same in a build script.
fn script(methods: &str) -> String {
    format!(
        "use neuralatex_core::prelude::*;
fn main() -> Result<()> {{
    let data = csv(\"data/rows.csv\").label(\"y\");
    model(\"Rows\", [AUTO, 4, AUTO]).data(data).epochs(5){methods}.compile()
}}
"
    )
}

impl Crate {
    fn new(name: &str) -> Crate {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        let krate = Crate(folder);
        let root = env!("CARGO_MANIFEST_DIR");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
             [dependencies]\nneuralatex = {{ path = {root:?} }}\n\
             [build-dependencies]\nneuralatex-core = {{ path = \"{root}/neuralatex-core\" }}\n"
        );
        krate.write("Cargo.toml", &manifest);
        krate.rows(ROWS);
        krate
    }

    /// A crate that trains while it is compiled.
    fn of_macro(name: &str) -> Crate {
        let krate = Crate::new(name);
        krate.write("src/main.rs", &train("", QUIET.0));
        krate
    }

    /// A crate that trains before.
    fn of_script(name: &str) -> Crate {
        let krate = Crate::new(name);
        krate.write("build.rs", &script(QUIET.1));
        let main = "include!(concat!(env!(\"OUT_DIR\"), \"/rows.rs\"));\n\
                    fn main() { println!(\"{}\", Rows::DIGEST); }\n";
        krate.write("src/main.rs", main);
        krate
    }

    fn write(&self, path: &str, content: &str) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    fn rows(&self, content: &str) {
        self.write("data/rows.csv", content);
    }

    /// Builds and runs it: what it printed, or what Cargo told in place of that, and what Cargo told.
    fn run(&self) -> (Option<String>, String) {
        let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
        let output = Command::new(cargo)
            .args(["run", "--manifest-path"])
            .arg(self.0.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("users"))
            .output()
            .expect("cargo runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let printed = String::from_utf8_lossy(&output.stdout).trim().to_string();
        (output.status.success().then_some(printed), told)
    }

    #[track_caller]
    fn digest(&self) -> String {
        let (printed, told) = self.run();
        printed.unwrap_or_else(|| panic!("{told}"))
    }

    #[track_caller]
    fn error(&self) -> String {
        let (printed, told) = self.run();
        assert_eq!(printed, None, "{told}");
        told
    }
}

const ROWS: &str = "a,b,y\n1,0.5,no\n2,0.25,yes\n3,0.75,no\n4,0.5,yes\n";
/// Inputs of very different size, which is doubtful.
const LARGE: &str = "a,b,y\n1000,0.5,no\n2000,0.25,yes\n3000,0.75,no\n4000,0.5,yes\n";
const QUIET: (&str, &str) = ("allow: unscaled,", ".allow(unscaled())");

#[test]
fn a_cell_that_changes_is_trained_on_in_the_next_build() {
    let crates = [
        Crate::of_macro("files_macro"),
        Crate::of_script("files_script"),
    ];
    let digests = || crates.each_ref().map(Crate::digest);
    let first = digests();
    assert_eq!(first[0], first[1], "the doors agree");
    crates
        .iter()
        .for_each(|krate| krate.rows(&ROWS.replace("0.75", "0.76")));
    let second = digests();
    assert_ne!(first[0], second[0]);
    assert_eq!(second[0], second[1], "the doors agree");
    crates.iter().for_each(|krate| krate.rows(ROWS));
    assert_eq!(digests(), first);

    for krate in &crates {
        krate.rows(&ROWS.replace("3,", "3O,"));
        let told = krate.error();
        let cell = "`data/rows.csv`, line 4, column `a`: expected a number, found `3O`";
        assert!(told.contains(cell), "{told}");
        std::fs::rename(krate.0.join("data/rows.csv"), krate.0.join("data/row.csv")).unwrap();
        let told = krate.error();
        let near = "`data/rows.csv`: there is no such file, did you mean `data/row.csv`?";
        assert!(told.contains(near), "{told}");
        krate.rows(ROWS);
        assert_eq!(krate.digest(), first[0], "and back again");
    }
}

#[test]
fn an_unmet_requirement_is_told_in_the_same_words() {
    let through_macro = Crate::of_macro("files_unmet_macro");
    let fields = "eval: csv(\"data/rows.csv\"), optimizer: sgd(0.0), require: accuracy >= 1.0,";
    through_macro.write("src/main.rs", &train("", fields));
    let through_script = Crate::of_script("files_unmet_script");
    let methods =
        ".eval(csv(\"data/rows.csv\")).optimizer(sgd(0.0)).require(accuracy().at_least(1.0))";
    through_script.write("build.rs", &script(methods));
    let (of_macro, of_script) = (through_macro.error(), through_script.error());
    let line = of_macro
        .lines()
        .find_map(|line| line.strip_prefix("error: `accuracy"));
    let text = format!("`accuracy{}", line.unwrap_or_else(|| panic!("{of_macro}")));
    assert!(
        text.starts_with("`accuracy >= 1` is not met: reached 0.5 (2 of 4 rows)"),
        "{text}"
    );
    assert!(
        of_script.contains(&format!("model `Rows`: {text}")),
        "{of_script}"
    );
    assert!(of_script.contains("(exit status: 1)"), "{of_script}");
}

#[test]
fn advice_is_a_warning_that_can_be_silenced_or_denied() {
    let advice =
        "the inputs are of very different size: input `a` reaches 4000, input `b` only 0.75";
    let krate = Crate::of_script("files_advice_script");
    krate.rows(LARGE);
    krate.write("build.rs", &script(""));
    let told = krate.run().1;
    let warning = format!("warning: files_advice_script@0.0.0: model `Rows`: {advice}");
    assert!(told.contains(&warning), "{told}");
    krate.write("build.rs", &script(QUIET.1));
    let told = krate.run().1;
    assert!(!told.contains("warning"), "{told}");

    let krate = Crate::of_macro("files_advice_macro");
    krate.rows(LARGE);
    for (attributes, fields, expected) in [
        ("", "", Some("warning")),
        ("", QUIET.0, None),
        ("#[allow(deprecated)]", "", None),
        ("#![allow(deprecated)]", "", None),
        ("#![deny(warnings)]", "", Some("error")),
        ("#![deny(warnings)]", QUIET.0, None),
    ] {
        krate.write("src/main.rs", &train(attributes, fields));
        let (printed, told) = krate.run();
        assert_eq!(
            printed.is_some(),
            expected != Some("error"),
            "{attributes} {fields}: {told}"
        );
        let Some(level) = expected else {
            assert!(!told.contains("warning"), "{attributes} {fields}: {told}");
            continue;
        };
        let lines: Vec<&str> = told.lines().collect();
        let first = lines.iter().position(|line| line.contains(advice));
        let first = first.unwrap_or_else(|| panic!("{attributes} {fields}: {told}"));
        assert!(lines[first].starts_with(level), "{told}");
        let source = train(attributes, fields);
        let line = source
            .lines()
            .position(|line| line.contains("data:"))
            .unwrap()
            + 1;
        assert!(
            lines[first + 1].contains(&format!("src/main.rs:{line}:15")),
            "on `csv`: {told}"
        );
        assert_eq!(told.matches(advice).count(), 1, "{told}");
    }
}
