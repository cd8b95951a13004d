//! What is to be seen of a training while it goes on: one line at a terminal, and one that stays.
#![cfg(target_os = "linux")]

use std::process::Command;
use std::time::Instant;

use neuralatex_core::bench::Prepared;
use neuralatex_core::prelude::*;

/// Set for the processes that train, since a terminal is one for each.
const WORKER: &str = "NEURALATEX_PROGRESS_TEST_WORKER";

fn moons_for(epochs: usize) -> Model {
    let name = std::env::var(WORKER).unwrap();
    model(name, [2, 16, 1])
        .card(false)
        .data(moons(500).noise(0.1))
        .optimizer(sgd(0.01))
        .epochs(epochs)
}

/// How many epochs take about two seconds, however fast the machine is.
fn epochs_of_two_seconds(model: fn(usize) -> Model) -> usize {
    let mut epochs = 1000;
    let time = loop {
        let model = Prepared::new(&model(epochs)).unwrap();
        let start = Instant::now();
        model.train();
        match start.elapsed().as_secs_f64() {
            ..0.2 => epochs *= 2,
            time => break time,
        }
    };
    (epochs as f64 * 2.0 / time) as usize
}

/// Trains as a build script would.
fn work() {
    let epochs = epochs_of_two_seconds(moons_for);
    let result = match std::env::var_os("FAILS") {
        Some(_) => moons_for(100_000).budget(seconds(1.2)).train(),
        None => moons_for(epochs).eval(moons(50)).train(),
    };
    assert_eq!(result.is_err(), std::env::var_os("FAILS").is_some());
    moons_for(2).train().unwrap();
}

/// Runs models with these names at once, at a terminal or without one; what it shows, and what came
/// through a pipe.
fn run(at_terminal: bool, names: &[&str], variables: &[(&str, &str)]) -> Option<(String, String)> {
    let test = "one_line_at_a_terminal_and_one_that_stays";
    run_test(test, at_terminal, names, variables)
}

/// The same in another test than the first.
fn run_test(
    test: &str,
    at_terminal: bool,
    names: &[&str],
    variables: &[(&str, &str)],
) -> Option<(String, String)> {
    let this = std::env::current_exe().unwrap();
    let one = |name: &&str| {
        let piped = format!(
            "{WORKER}={name} '{}' --exact {test} --nocapture",
            this.display()
        );
        // As Cargo does, which has its own use for what programs write.
        format!("( {piped} 2>&1 | sed 's/^/piped: /' >&2 ) &")
    };
    let commands: Vec<String> = names.iter().map(one).collect();
    let all = format!("{} wait", commands.join(" "));
    let piped = std::env::temp_dir().join(format!("progress-{}-{}", std::process::id(), names[0]));
    let all = format!("( {all} ) 2> '{}'", piped.display());
    // Of its own: one that is kept would let what was interrupted go on, and end, after some runs.
    let store = piped.with_extension("store");
    let _ = std::fs::remove_dir_all(&store);
    let mut command = match at_terminal {
        true => Command::new("script"),
        false => Command::new("setsid"),
    };
    match at_terminal {
        true => command.args(["-qec", &all, "/dev/null"]),
        false => command.args(["sh", "-c", &all]),
    };
    for variable in ["CI", "NEURALATEX_PROGRESS", "NEURALATEX_BUDGET", "FAILS"] {
        command.env_remove(variable);
    }
    let output = command
        .env("NO_COLOR", "1")
        .env("SHELL", "/bin/sh")
        .envs([("OUT_DIR", "."), ("HOST", "this"), ("NUM_JOBS", "1")])
        .env("NEURALATEX_CACHE_DIR", &store)
        .envs(variables.iter().copied())
        .output();
    let Ok(output) = output else {
        assert!(std::env::var_os("CI").is_none(), "CI has `script`");
        eprintln!("SKIPPED: there is no `script`, so that nothing is seen at a terminal");
        return None;
    };
    let through_pipe = std::fs::read_to_string(&piped).unwrap();
    std::fs::remove_file(piped).unwrap();
    let _ = std::fs::remove_dir_all(store);
    let passed = through_pipe.matches("1 passed").count();
    assert_eq!(passed, names.len(), "{through_pipe}");
    let told = through_pipe.replace("piped: ", "");
    Some((String::from_utf8(output.stdout).unwrap(), told))
}

/// What was drawn, each time from the beginning of the line; what is not whole is not accepted.
fn drawn<'s>(shown: &'s str, names: &[&str]) -> (Vec<&'s str>, Vec<&'s str>) {
    let (mut live, mut lasting) = (Vec::new(), Vec::new());
    let mut pieces = shown.split("\r\x1b[2K");
    assert_eq!(pieces.next(), Some(""), "{shown:?}");
    for piece in pieces.filter(|piece| !piece.is_empty()) {
        let is_live = |name: &&&str| {
            let start = format!("\x1b[?7l    Training {name} 2-16-1 ");
            piece.starts_with(&start) && piece.ends_with(" left\x1b[?7h")
        };
        let is_lasting = |name: &&&str| {
            let start = format!("     Trained {name} 2-16-1: accuracy ");
            piece.starts_with(&start) && piece.ends_with(" s\r\n")
        };
        if names.iter().find(is_live).is_some() {
            assert_eq!(piece.matches("epoch ").count(), 1, "{piece:?}");
            live.push(piece);
        } else {
            assert!(names.iter().find(is_lasting).is_some(), "{piece:?}");
            lasting.push(piece);
        }
    }
    (live, lasting)
}

#[test]
fn one_line_at_a_terminal_and_one_that_stays() {
    if std::env::var_os(WORKER).is_some() {
        return work();
    }
    let Some((shown, told)) = run(true, &["Moons"], &[]) else {
        return;
    };
    let (live, lasting) = drawn(&shown, &["Moons"]);
    assert!(live.len() >= 3, "{shown:?}");
    assert_eq!(
        lasting.len(),
        1,
        "a short training is not told of: {shown:?}"
    );
    assert!(shown.ends_with(lasting[0]), "{shown:?}");
    assert!(!told.contains("Train"), "{told}");

    // None of them is longer than the terminal is wide, which has 80 columns if it does not say.
    for line in &live {
        let line = line.replace("\x1b[?7l", "").replace("\x1b[?7h", "");
        assert!(line.chars().count() < 80, "{line:?}");
    }

    // What fails leaves nothing behind.
    let (shown, _) = run(true, &["Moons"], &[("FAILS", "1")]).unwrap();
    let (live, lasting) = drawn(&shown, &["Moons"]);
    assert!(!live.is_empty() && lasting.is_empty(), "{shown:?}");
    assert!(shown.ends_with("\r\x1b[2K"), "{shown:?}");

    // Several at once.
    let names = ["One", "Two", "Three"];
    let (shown, _) = run(true, &names, &[]).unwrap();
    let (live, lasting) = drawn(&shown, &names);
    assert!(!live.is_empty(), "{shown:?}");
    for name in names {
        let is_its = |line: &&&str| line.contains(&format!("Trained {name} "));
        assert_eq!(lasting.iter().filter(is_its).count(), 1, "{shown:?}");
    }
}

#[test]
fn nobody_is_told_where_nobody_looks() {
    for (at_terminal, variables) in [
        (true, &[("CI", "true")][..]),
        (true, &[("NEURALATEX_PROGRESS", "off")]),
        (true, &[("RUST_ANALYZER_INTERNALS_DO_NOT_USE", "this")]),
        (true, &[("TERM", "dumb")]),
        // Not a build.
        (true, &[("HOST", "")]),
        (false, &[]),
        (false, &[("NEURALATEX_PROGRESS", "auto")]),
    ] {
        let Some((shown, told)) = run(at_terminal, &["Quiet"], variables) else {
            continue;
        };
        assert_eq!(shown, "", "{variables:?}");
        assert!(!told.contains("Train"), "{variables:?}: {told}");
    }
}

/// A program that is called `cargo`, with these words and with its standard error there, which has a model
/// trained; what is seen at the terminal.
fn below_cargo(words: &str, errors: &str) -> Option<String> {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("progress-cargo-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let cargo = folder.join("cargo");
    let worker = "one_line_at_a_terminal_and_one_that_stays --exact --nocapture";
    let this = std::env::current_exe().unwrap();
    let script = format!(
        "#!/bin/sh\n{WORKER}=Below sh -c \"exec '{}' {worker} >/dev/null 2>&1\"\nexit $?\n",
        this.display()
    );
    std::fs::write(&cargo, script).unwrap();
    std::fs::set_permissions(&cargo, PermissionsExt::from_mode(0o755)).unwrap();
    let line = format!("'{}' {words} 2>{errors}", cargo.display());
    let output = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .env_remove("CI")
        .env_remove("NEURALATEX_PROGRESS")
        .env_remove("NEURALATEX_BUDGET")
        .envs([("NO_COLOR", "1"), ("SHELL", "/bin/sh"), ("TERM", "xterm")])
        .envs([("OUT_DIR", "."), ("HOST", "this"), ("NUM_JOBS", "1")])
        .output()
        .ok()?;
    std::fs::remove_dir_all(folder).unwrap();
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Whoever has Cargo run and reads what it tells may have drawn something of its own.
#[test]
fn the_terminal_is_left_alone_where_cargo_does_not_use_it() {
    let Some(seen) = below_cargo("build", "/dev/tty") else {
        assert!(std::env::var_os("CI").is_none(), "CI has `script`");
        return eprintln!("SKIPPED: there is no `script`");
    };
    assert_eq!(drawn(&seen, &["Below"]).1.len(), 1, "{seen:?}");
    for (words, errors) in [
        ("build", "/dev/null"),
        ("build -q", "/dev/tty"),
        ("--quiet build", "/dev/tty"),
    ] {
        assert_eq!(below_cargo(words, errors).unwrap(), "", "{words} {errors}");
    }
}

#[test]
fn plain_lines_have_no_escape_codes() {
    let plain = ("NEURALATEX_PROGRESS", "plain");
    let whole = |text: &str| {
        let lines: Vec<&str> = text.lines().filter(|line| line.contains("Train")).collect();
        assert!(lines.len() >= 2, "{text:?}");
        let (last, others) = lines.split_last().unwrap();
        assert!(
            last.starts_with("     Trained Plain 2-16-1: accuracy "),
            "{text:?}"
        );
        for line in others {
            assert!(
                line.starts_with("    Training Plain 2-16-1: epoch "),
                "{text:?}"
            );
        }
        assert!(!text.contains('\x1b'), "{text:?}");
    };
    for variables in [&[plain][..], &[plain, ("CI", "true")]] {
        if let Some((shown, told)) = run(true, &["Plain"], variables) {
            whole(&shown);
            assert!(!told.contains("Train"), "{told}");
        }
    }
    if let Some((shown, told)) = run(false, &["Plain"], &[plain]) {
        assert_eq!(shown, "");
        whole(&told);
    }
}

#[test]
fn what_makes_no_sense_is_passed_over() {
    let variables = [
        ("NEURALATEX_PROGRESS", "loud"),
        ("NEURALATEX_BUDGET", "soon"),
    ];
    let Some((shown, told)) = run(true, &["Odd"], &variables) else {
        return;
    };
    assert!(shown.contains("     Trained Odd 2-16-1: "), "{shown:?}");
    for expected in [
        "NEURALATEX_PROGRESS is `loud`, expected `auto`, `plain` or `off`",
        "NEURALATEX_BUDGET is `soon`, expected seconds, or such as `90s`, `10m`, `2h`, or `off`",
    ] {
        assert_eq!(told.matches(expected).count(), 1, "{told}");
    }
}

/// All right as long as it is not quantised: one row lies so far off that the others are one step.
fn blurred(epochs: usize) -> Model {
    let row = |n: i32| ([f64::from(n) / 1000.0], i32::from(n >= 500));
    let rows = move || (0..1000).map(row);
    model("Blurred", [1, 1])
        .data(points(rows().chain([([1e4], 1)])))
        .eval(points(rows()))
        .init(values([1.0, -0.4995]))
        .optimizer(sgd(0.0))
        .epochs(epochs)
        .quantize(i8())
}

#[test]
fn of_integers_the_last_line_tells_their_own_accuracy() {
    if std::env::var_os(WORKER).is_some() {
        let trained = blurred(epochs_of_two_seconds(blurred)).train().unwrap();
        assert_eq!(trained.accuracy(), Some(0.5));
        assert!(trained.code().contains("ACCURACY_FLOAT: f64 = 1.0;"));
        return;
    }
    let test = "of_integers_the_last_line_tells_their_own_accuracy";
    let plain = [("NEURALATEX_PROGRESS", "plain")];
    let Some((_, told)) = run_test(test, false, &["Blurred"], &plain) else {
        return;
    };
    assert!(
        told.contains("     Trained Blurred 1-1: accuracy 50 %, "),
        "{told}"
    );
}
