//! What `compile` does in a build script: a file, and lines for Cargo. The tests run this program
//! again as the script, since a variable of the environment is for a whole process.

use std::path::Path;
use std::process::{Command, Output};

use neuralatex_core::prelude::*;

fn specification() -> Model {
    let model = model("SpiralArm", [2, 3, 1]).data(spiral(5)).epochs(2);
    model.checkpoint("arm.txt").optimizer(sgd(0.1))
}

/// The script; when the tests are run, it has nothing to do.
#[test]
fn script() {
    if std::env::var_os("NEURALATEX_TEST_SCRIPT").is_some() {
        if std::env::var_os("NEURALATEX_TEST_TRAIN").is_some() {
            specification().train().unwrap().compile().unwrap();
        }
        let tell = |result: Result<()>| match result {
            Ok(()) => println!("done"),
            Err(error) => println!("failed: {error}"),
        };
        tell(specification().compile());
        let same_file = model("Spiral_Arm", [2, 1]).data(spiral(5)).epochs(1);
        tell(same_file.compile());
        tell(specification().compile());
        tell(specification().epochs(3).compile());
    }
}

fn run_script(out: Option<&Path>) -> String {
    let Output { status, stdout, .. } = script_with(out, &[]);
    assert!(status.success());
    String::from_utf8(stdout).unwrap()
}

fn script_with(out: Option<&Path>, environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["script", "--exact", "--nocapture"]);
    command
        .env("NEURALATEX_TEST_SCRIPT", "1")
        .env("NEURALATEX_CACHE", "off")
        .env("CARGO_MANIFEST_DIR", "/crate");
    match out {
        Some(folder) => command.env("OUT_DIR", folder),
        None => command.env_remove("OUT_DIR"),
    };
    command.envs(environment.iter().copied()).output().unwrap()
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn it_writes_the_code_and_tells_cargo_what_to_watch() {
    let out = folder("compile");
    let printed = run_script(Some(&out));
    for line in [
        "cargo::rerun-if-changed=/crate/arm.txt",
        "cargo::rerun-if-env-changed=NEURALATEX_LOG",
        "done",
    ] {
        assert!(
            printed.lines().any(|printed| printed == line),
            "{line} in {printed}"
        );
    }
    let file = out.join("spiral_arm.rs");
    let code = specification().train().unwrap().code();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), code);

    // A file that is right already keeps its time, so that Cargo has nothing to build.
    let written = std::fs::metadata(&file).unwrap().modified().unwrap();
    run_script(Some(&out));
    assert_eq!(
        std::fs::metadata(&file).unwrap().modified().unwrap(),
        written
    );
    assert_eq!(
        std::fs::read_dir(&out).unwrap().count(),
        1,
        "and nothing is left beside it"
    );
}

#[test]
fn a_second_model_does_not_write_over_the_file_of_a_first() {
    let out = folder("compile_twice");
    let printed = run_script(Some(&out));
    let error = "failed: model `Spiral_Arm`: its file would be that of the model `SpiralArm`";
    assert!(printed.contains(error), "{printed}");
    let error = "failed: model `SpiralArm`: another model of this script has the same name";
    assert!(printed.contains(error), "{printed}");
    let done = printed.lines().filter(|line| *line == "done").count();
    assert_eq!(done, 2, "the same model may be compiled again: {printed}");
    let code = std::fs::read_to_string(out.join("spiral_arm.rs")).unwrap();
    assert_eq!(code, specification().train().unwrap().code());
}

#[test]
fn outside_of_a_build_script_it_says_so() {
    let printed = run_script(None);
    assert!(
        printed.contains("failed: model `SpiralArm`: `compile` writes into `OUT_DIR`"),
        "{printed}"
    );
}

#[test]
fn a_folder_that_is_not_there_is_an_error_with_the_path() {
    let printed = run_script(Some(&folder("compile_missing").join("none")));
    assert!(
        printed.contains("failed: model `SpiralArm`: cannot write `"),
        "{printed}"
    );
    assert!(printed.contains("spiral_arm.rs"), "{printed}");
}

/// Cargo hides what a script writes to standard error.
#[test]
fn variables_that_make_no_sense_are_warnings_of_cargo_each_once() {
    let wrong = [("NEURALATEX_THREADS", "many"), ("NEURALATEX_LOG", "lo\nud")];
    let lines = [
        "cargo::warning=NEURALATEX_THREADS is `many`, expected a whole number from 1 to 256",
        "cargo::warning=NEURALATEX_LOG is `lo\\nud`, expected `off`, `low`, `med` or `high`",
        "cargo::rerun-if-env-changed=NEURALATEX_THREADS",
    ];
    let out = folder("compile_variables");
    let told = |out, more: &[(&str, &str)]| {
        let Output { stdout, stderr, .. } = script_with(out, &[&wrong[..], more].concat());
        let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
        let times = |line: &&str| stdout.lines().filter(|printed| printed == line).count();
        (lines.each_ref().map(times), stderr)
    };
    let (times, stderr) = told(Some(&out), &[]);
    assert_eq!((times, stderr.as_str()), ([1; 3], ""));

    // What was told before is told to Cargo as soon as this turns out to be a script.
    let (times, stderr) = told(Some(&out), &[("NEURALATEX_TEST_TRAIN", "1")]);
    assert_eq!((times, stderr.lines().count()), ([1; 3], 2), "{stderr}");

    // Elsewhere nobody trains in vain.
    let (times, stderr) = told(None, &[]);
    assert_eq!((times, stderr.as_str()), ([0; 3], ""));
}
