//! A model that would train for hours ends at its budget, through both doors, and is seen until then.

use std::path::{Path, PathBuf};
use std::process::Command;

/// An empty store.
fn store(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("watched")
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// What Cargo tells of the crate, which does not build: at a terminal, if there is `script`.
fn build(store: &Path, variables: &[(&str, &str)]) -> (String, bool) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cargo = std::env::var("CARGO").unwrap_or("cargo".to_string());
    let manifest = root.join("tests/crates/watched/Cargo.toml");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("users");
    let line = format!(
        "'{cargo}' check --color never --manifest-path '{}' --target-dir '{}'",
        manifest.display(),
        target.display()
    );
    let run = |program: &str, arguments: &[&str]| {
        Command::new(program)
            .args(arguments)
            .env("NO_COLOR", "1")
            .env_remove("CI")
            .env_remove("NEURALATEX_PROGRESS")
            .env_remove("NEURALATEX_BUDGET")
            .env_remove("NEURALATEX_CACHE")
            .env("NEURALATEX_CACHE_DIR", store)
            .envs(variables.iter().copied())
            .output()
    };
    let shown = run("script", &["-qec", &line, "/dev/null"]);
    let is_shown = shown.is_ok();
    let output = shown
        .or_else(|_| run("sh", &["-c", &line]))
        .expect("cargo runs");
    let told = [output.stdout, output.stderr].concat();
    let told = String::from_utf8_lossy(&told).replace("\r\n", "\n");
    assert!(!output.status.success(), "{told}");
    if !is_shown {
        assert!(std::env::var_os("CI").is_none(), "CI has `script`");
        eprintln!("SKIPPED in part: there is no `script`, so that nothing is seen at a terminal");
    }
    (told, is_shown)
}

/// The line below one that is shown, with what is underlined there.
fn underlined<'t>(told: &'t str, line: &str) -> Vec<&'t str> {
    let lines: Vec<&str> = told.lines().collect();
    let pairs = lines.windows(2).filter(|pair| pair[0].ends_with(line));
    pairs.map(|pair| pair[1].trim_matches([' ', '|'])).collect()
}

#[test]
fn a_training_that_takes_too_long_is_an_error_on_its_budget() {
    // One that has none of its own has that of all models; its name is to blame.
    let (told, is_shown) = build(&store("macro"), &[("NEURALATEX_BUDGET", "1.5s")]);
    let of_all = "error: training ended at `NEURALATEX_BUDGET` of 1.5 s, after epoch ";
    assert_eq!(told.matches(of_all).count(), 2, "{told}");
    assert_eq!(
        underlined(&told, "        budget: seconds(0.9),"),
        ["^^^^^^^^^^^^"]
    );
    assert_eq!(
        underlined(&told, "    model Bounded<2, 16, 1> {"),
        ["^^^^^^^"]
    );
    assert!(told.contains(" of 1000000 and "), "{told}");
    assert!(told.contains("; the whole would take about "), "{told}");
    assert!(told.contains("`cargo neuralatex save Bounded`"), "{told}");
    if is_shown {
        assert!(told.contains("    Training Long 2-16-1 ["), "{told}");
        assert!(told.contains("    Training Bounded 2-16-1 ["), "{told}");
    }
    assert!(!told.contains("Trained"), "{told}");
}

#[test]
fn so_it_is_in_a_build_script() {
    let store = store("script");
    let script = [("WATCHED_SCRIPT", "1")];
    let (told, is_shown) = build(&store, &script);
    let error = "model `Long`: training ended at its budget of 0.9 s, after epoch ";
    assert_eq!(told.matches(error).count(), 1, "{told}");
    if is_shown {
        assert!(told.contains("    Training Long 2-16-1 ["), "{told}");
    }
    // The next build goes on from there, and says so.
    assert!(told.contains("the next build goes on from there"), "{told}");
    let after = |told: &str| -> usize {
        let (_, rest) = told.split_once(", after epoch ").unwrap();
        rest.split(' ').next().unwrap().parse().unwrap()
    };
    let higher = [script[0], ("NEURALATEX_BUDGET", "1.3")];
    let (again, _) = build(&store, &higher);
    assert!(after(&again) > after(&told), "{told}\n{again}");
    let (logged, _) = build(&store, &[script[0], ("NEURALATEX_LOG", "low")]);
    let first = logged.split_once("Loss for epoch ").unwrap().1;
    let first: usize = first.split(' ').next().unwrap().parse().unwrap();
    assert!(first > after(&told), "{first}: it did not begin anew");
}
