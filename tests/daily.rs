//! A working day: what was trained once is not trained again by any command of Cargo's, whichever door it
//! came through.

mod day;

use std::fs;
use std::process::Command;

use day::{Crate, files, library};

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
    // Nor is anything wrong where nothing can be stored.
    for (script, why) in [
        (
            "mount -t tmpfs -o size=4k,mode=700 tmpfs \"$STORE\"",
            "No space left",
        ),
        (
            "mount -t tmpfs -o ro,mode=700 tmpfs \"$STORE\"",
            "Read-only file system",
        ),
    ] {
        crate_.touch();
        let arguments = ["test", "--lib", "--", "--nocapture"];
        let Some((succeeds, told)) = crate_.mounted(script, &arguments) else {
            assert!(std::env::var_os("CI").is_none(), "CI can mount");
            eprintln!("SKIPPED in part: no file system can be mounted here");
            break;
        };
        assert!(
            succeeds && told.contains(&format!("RESULT {digest}")),
            "{told}"
        );
        // One for each door.
        assert_eq!(told.matches("nothing is stored in").count(), 2, "{told}");
        assert!(told.contains(why), "{told}");
    }
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
}

/// The target of this machine, by its name.
fn host() -> &'static str {
    let output = Command::new("rustc").arg("-vV").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.unwrap().to_string().leak()
}
