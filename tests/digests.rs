//! One specification, one result: whatever the threads, the kernels, the optimisation, the door.

mod specifications;

use std::path::Path;
use std::process::Command;

use specifications::{result, specifications};

const CHANGED: &str =
    "a changed digest is a change that CHANGELOG.md must name before it is written down here";

/// In this process, with what its environment asks for.
#[test]
fn digests_never_change() {
    let results = specifications().into_iter().map(|each| {
        let trained = each.model.train().expect("the model trains");
        let found = result(&trained.digest(), trained.losses());
        ((each.name, found), (each.name, each.result.to_string()))
    });
    let (found, expected): (Vec<_>, Vec<_>) = results.unzip();
    assert_eq!(found, expected, "{CHANGED}");
}

/// Runs the test above in a process with this environment, and returns what it told.
fn digests_with(environment: &[(&str, &str)]) -> String {
    let this = std::env::current_exe().expect("this program is a file");
    let output = Command::new(this)
        .args(["--exact", "digests_never_change", "--nocapture"])
        .envs(environment.iter().copied())
        .output()
        .expect("this program runs");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{environment:?}:\n{told}");
    let ran = String::from_utf8_lossy(&output.stdout).contains("1 passed");
    assert!(ran, "{environment:?}: nothing was run");
    told
}

#[test]
fn threads_do_not_change_a_digest() {
    for threads in ["1", "2", "5"] {
        let told = digests_with(&[("NEURALATEX_THREADS", threads)]);
        assert_eq!(told, "", "{threads} threads");
    }
}

#[test]
fn kernels_do_not_change_a_digest() {
    // Asked for what does not exist, the core tells what there is.
    let told = digests_with(&[("NEURALATEX_KERNEL", "none of them")]);
    let (_, kernels) = told.trim().rsplit_once(": ").expect("a list");
    let kernels: Vec<&str> = kernels.split(", ").collect();
    assert!(kernels.contains(&"portable"), "{kernels:?}");
    // Cargo sets it from the configuration of the workspace.
    #[cfg(target_arch = "x86_64")]
    if std::env::var("NEURALATEX_PREBUILT").is_ok_and(|value| value == "all") {
        assert_eq!(
            kernels.contains(&"avx2"),
            is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            "{kernels:?}"
        );
    } else {
        eprintln!("SKIPPED: kernels of other processors, for which NEURALATEX_PREBUILT=all asks");
    }
    for kernel in kernels {
        let told = digests_with(&[("NEURALATEX_KERNEL", kernel), ("NEURALATEX_THREADS", "3")]);
        assert_eq!(told, "", "{kernel}");
    }
}

/// Builds a crate that trains through both doors, with the core at a level of optimisation and in
/// this environment, and looks at what it prints.
fn build_with(level: &str, environment: &[(&str, &str)]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--message-format=json", "--config"])
        .arg(format!(
            "profile.dev.package.neuralatex-core.opt-level={level}"
        ))
        .arg("--manifest-path")
        .arg(root.join("tests/crates/digests/Cargo.toml"))
        .arg("--target-dir")
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("users"))
        .env("NEURALATEX_CACHE", "off")
        .envs(environment.iter().copied())
        .output()
        .expect("cargo runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{environment:?}:\n{told}");

    let messages: Vec<serde_json::Value> = output
        .stdout
        .split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    let core = messages
        .iter()
        .filter(|message| message["target"]["name"] == "neuralatex_core");
    let levels: Vec<&str> = core
        .filter_map(|message| message["profile"]["opt_level"].as_str())
        .collect();
    assert!(!levels.is_empty(), "the core was built");
    assert!(levels.iter().all(|found| *found == level), "{levels:?}");

    let program = messages
        .iter()
        .find_map(|message| message["executable"].as_str());
    let output = Command::new(program.expect("the crate is a program"))
        .output()
        .expect("it runs");
    let expected: Vec<String> = ["script", "macros"]
        .iter()
        .flat_map(|door| {
            let line = move |each: specifications::Expected| {
                format!("{door} {} {}", each.name, each.result)
            };
            specifications().into_iter().map(line)
        })
        .collect();
    let printed = String::from_utf8_lossy(&output.stdout);
    let printed: Vec<&str> = printed.lines().collect();
    assert_eq!(printed, expected, "{level}, {environment:?}: {CHANGED}");
}

#[test]
fn optimisation_and_doors_do_not_change_a_digest() {
    build_with("0", &[("NEURALATEX_PREBUILT", "on")]);
    build_with("3", &[("NEURALATEX_PREBUILT", "all")]);
}

/// At a level of its own, so that it does not undo what the test above has built.
#[test]
fn kernels_that_are_an_ordinary_module_do_not_change_a_digest() {
    build_with("1", &[("NEURALATEX_PREBUILT", "off")]);
}
