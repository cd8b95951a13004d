//! What builds write about models: where it is told, when there is something new, and never so that a
//! build fails.

mod browser;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use browser::{Browser, CONTRAST};
use serde_json::json;

/// A copy of the crate in `tests/crates/report`, with a target directory of its own.
struct Crate {
    folder: PathBuf,
    target: PathBuf,
}

impl Crate {
    fn new(name: &str) -> Crate {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("reports")
            .join(name);
        let _ = fs::remove_dir_all(&folder);
        let from = root.join("tests/crates/report");
        for file in [
            "Cargo.toml",
            "build.rs",
            "src/lib.rs",
            "src/main.rs",
            "examples/shown.rs",
        ] {
            let to = folder.join(file);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            let text = fs::read_to_string(from.join(file)).unwrap();
            let text = text.replace("../../..", &root.to_string_lossy());
            fs::write(to, text).unwrap();
        }
        // All that does not change is shared: only the crate itself is compiled anew.
        let target = folder.parent().unwrap().join("target");
        let crate_ = Crate { folder, target };
        let _ = fs::remove_dir_all(crate_.reports());
        crate_
    }

    fn reports(&self) -> PathBuf {
        self.target.join("neuralatex")
    }

    /// Runs Cargo, and gives what it wrote to standard error.
    fn cargo(&self, arguments: &[&str], variables: &[(&str, &str)]) -> String {
        let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
        let output = Command::new(cargo)
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env_remove("NEURALATEX_REPORT")
            .envs(variables.iter().copied())
            .output()
            .expect("cargo runs");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{text}");
        text
    }

    /// Runs Cargo at a terminal, and gives what is to be seen there; `None` if there is no such program.
    fn at_terminal(&self, arguments: &[&str]) -> Option<String> {
        let cargo = std::env::var("CARGO").unwrap_or("cargo".into());
        let output = Command::new("script")
            .args([
                "-qec",
                &format!("'{cargo}' {}", arguments.join(" ")),
                "/dev/null",
            ])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("NO_COLOR", "1")
            .env_remove("CI")
            .env_remove("NEURALATEX_REPORT")
            .output();
        let Ok(output) = output else {
            assert!(std::env::var_os("CI").is_none(), "CI has `script`");
            eprintln!(
                "SKIPPED: there is no `script`, so that what is told at a terminal is not seen"
            );
            return None;
        };
        assert!(output.status.success());
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Has it compiled again.
    fn touch(&self) {
        for file in ["src/lib.rs", "build.rs"] {
            let path = self.folder.join(file);
            let text = fs::read_to_string(&path).unwrap() + "// Once more.\n";
            fs::write(path, text).unwrap();
        }
    }
}

/// All files below a folder with when they were written.
fn files(folder: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(self::files(&path)),
            false => {
                let changed = path.metadata().unwrap().modified().unwrap();
                files.insert(path, changed);
            }
        }
    }
    files
}

/// The page over all models can be read, and leads to each.
fn look_at_index(path: &Path) {
    let Some(mut browser) = Browser::start("index") else {
        return;
    };
    for is_dark in [true, false] {
        browser.dark(is_dark);
        browser.open(path);
        assert_eq!(browser.evaluate(CONTRAST), json!([]), "dark: {is_dark}");
        browser.assert_quiet();
    }
    browser.size(320, 800);
    assert_eq!(
        browser.evaluate("document.documentElement.scrollWidth"),
        320
    );
    browser.screenshot(&path.with_file_name("index.png"), false);
    browser.click("a[href='re-port/Built/index.html']");
    browser.wait_until("document.querySelector('h1')?.textContent === 'Built'");
}

/// The folders of all models of the crate.
const MODELS: [&str; 6] = [
    "re-port/Built",
    "re-port/Built-2",
    "re-port/Expanded",
    "re-port/Expanded-2",
    "re-port-bin/Expanded",
    "shown/Expanded",
];

/// One test, since the folder of reports is one for all crates of a target directory.
#[test]
fn builds_write_reports_below_the_target_directory() {
    let crate_ = Crate::new("user");
    crate_.cargo(&["generate-lockfile"], &[]);
    let sources = files(&crate_.folder);
    crate_.cargo(&["build", "--examples", "--bins", "--lib"], &[]);

    // Each model has its folder.
    let reports = crate_.reports();
    let of = |name: &str| reports.join(name);
    for model in MODELS {
        for file in [
            "index.html",
            "results.json",
            "losses.csv",
            "model.onnx",
            "model.safetensors",
            "results.tex",
            "paper.tex",
        ] {
            assert!(of(model).join(file).is_file(), "{model}/{file}");
        }
    }
    assert!(
        fs::read_to_string(of("re-port/Expanded-2/results.json"))
            .unwrap()
            .contains("circles(20)")
    );

    // One page tells of all of them, and links to them.
    let index = fs::read_to_string(of("index.html")).unwrap();
    for model in MODELS {
        assert!(
            index.contains(&format!("\"{model}/index.html\"")),
            "{model}"
        );
    }

    look_at_index(&of("index.html"));

    // Nothing else was written.
    assert_eq!(files(&crate_.folder), sources);

    // Training the same again draws nothing again.
    let before = files(&reports);
    crate_.touch();
    crate_.cargo(&["build", "--examples", "--bins", "--lib"], &[]);
    crate_.cargo(&["check"], &[]);
    let after = files(&reports);
    let changed: Vec<_> = after
        .iter()
        .filter(|(path, time)| before.get(*path) != Some(*time))
        .collect();
    assert!(
        changed.iter().all(|(path, _)| path.ends_with(".lock")),
        "{changed:?}"
    );

    // A file that is gone, and an older drawing, are drawn again.
    fs::remove_file(of("re-port/Built/index.html")).unwrap();
    let stamp = of("re-port/Expanded/.report");
    let text = fs::read_to_string(&stamp)
        .unwrap()
        .replacen("key ", "key 0", 1);
    fs::write(&stamp, text + "file figures/gone.svg\n").unwrap();
    fs::write(
        of("re-port/Expanded/figures/gone.svg"),
        "a figure of another time",
    )
    .unwrap();
    fs::write(of("re-port/Expanded/losses.csv"), "old").unwrap();
    crate_.touch();
    crate_.cargo(&["build"], &[]);
    assert!(of("re-port/Built/index.html").is_file());
    assert!(!of("re-port/Expanded/figures/gone.svg").exists());
    assert!(
        fs::read_to_string(of("re-port/Expanded/losses.csv"))
            .unwrap()
            .starts_with("epoch,")
    );

    // None is written if none is wanted.
    fs::remove_dir_all(&reports).unwrap();
    crate_.touch();
    crate_.cargo(&["build"], &[("NEURALATEX_REPORT", "off")]);
    assert!(!reports.exists());

    // Nor for a crate that Cargo has unpacked itself.
    fs::write(crate_.folder.join(".cargo-ok"), "").unwrap();
    crate_.touch();
    crate_.cargo(&["build"], &[]);
    assert!(!of("re-port").exists());
    fs::remove_file(crate_.folder.join(".cargo-ok")).unwrap();

    // What makes no sense is passed over with a warning.
    crate_.touch();
    let told = crate_.cargo(&["build"], &[("NEURALATEX_REPORT", "maybe")]);
    assert!(
        told.contains("NEURALATEX_REPORT is `maybe`, expected `on` or `off`"),
        "{told}"
    );
    assert!(of("re-port/Built/index.html").is_file());

    // Whoever sits at a terminal is told of a new page, once.
    fs::remove_dir_all(&reports).unwrap();
    crate_.touch();
    let page = of("re-port/Built/index.html")
        .to_string_lossy()
        .into_owned();
    if let Some(told) = crate_.at_terminal(&["build"]) {
        assert_eq!(told.matches(&format!("Report {page}")).count(), 1, "{told}");
        let again = crate_.at_terminal(&["build"]).unwrap();
        crate_.touch();
        let once_more = crate_.at_terminal(&["build"]).unwrap();
        assert!(
            !again.contains("Report") && !once_more.contains("Report"),
            "{again}{once_more}"
        );
    }

    // Where nothing can be written, the build goes on and says why there is no report.
    let _ = fs::remove_dir_all(&reports);
    fs::write(&reports, "in the way").unwrap();
    crate_.touch();
    let told = crate_.cargo(&["build"], &[]);
    assert!(told.contains("no report of `Built`"), "{told}");
    assert!(told.contains("no report of `Expanded`"), "{told}");
    fs::remove_file(&reports).unwrap();
}
