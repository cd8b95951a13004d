//! `NEURALATEX_LOG` shows on standard error what happens, as much as its level asks for, and of
//! which model.

use std::process::Command;

use neuralatex_core::prelude::*;

/// Set for the processes in which the work is done, since a level is read once for each.
const WORKER: &str = "NEURALATEX_LOG_TEST_WORKER";

fn work() {
    let graph = Graph::new();
    let w = graph.parameter(2.0);
    for _ in 0..2 {
        let loss = w * 3.0;
        loss.backward();
        loss.step(0.25).unwrap();
    }
    Mlp::new(&Graph::new(), 1, &[1], paper());
    let trained = |name: &str| {
        let rows = points([([1.0], 1), ([2.0], -1)]);
        let model = model(name, [1, 1]).data(rows).optimizer(sgd(0.1));
        model.epochs(2).batch(1).seed(7)
    };
    trained("Logged").train().unwrap();
    let several = trained("Several").restarts(2).stop(loss_below(99.0));
    several.train().unwrap();
}

/// What this test's own process prints to standard error at a level.
fn stderr_at(level: Option<&str>) -> String {
    let name = "the_log_says_as_much_as_its_level_asks_for";
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", name, "--nocapture"]);
    command.env(WORKER, "1").env_remove("NEURALATEX_LOG");
    if let Some(level) = level {
        command.env("NEURALATEX_LOG", level);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains("1 passed"), "{out}");
    assert!(
        !out.contains("DEBUG"),
        "standard output is for others: {out}"
    );
    String::from_utf8(output.stderr).unwrap()
}

const LOW: [&str; 6] = [
    "DEBUG: Logged: Loss for epoch 1 = ",
    "DEBUG: Logged: Loss for epoch 2 = ",
    "DEBUG: Several, seed 7: Loss for epoch 1 = ",
    "DEBUG: Several, seed 7: Stopped after epoch 1",
    "DEBUG: Several, seed 8: Loss for epoch 1 = ",
    "DEBUG: Several, seed 8: Stopped after epoch 1",
];
const MED: [&str; 4] = [
    "Value: 3 - *, first forward pass, data 6.0",
    "Value: 3 - *, subsequent forward pass, data 3.75",
    "Value: 3 - backward, compute graph length is 3",
    "Neuron(self: ",
];
const HIGH: [&str; 2] = [
    "Value: 3 - *, updating 1's grad using 0.0 + 3.0",
    "Value: 3 - *, updating 2's grad using 0.0 + 2.0",
];

#[test]
fn the_log_says_as_much_as_its_level_asks_for() {
    if std::env::var_os(WORKER).is_some() {
        return work();
    }
    let said =
        |text: &str, messages: &[&str]| messages.iter().filter(|m| text.contains(*m)).count();
    for (level, expected) in [
        (None, [0, 0, 0]),
        (Some(""), [0, 0, 0]),
        (Some("off"), [0, 0, 0]),
        (Some("low"), [6, 0, 0]),
        (Some("med"), [6, 4, 0]),
        (Some("high"), [6, 4, 2]),
        (Some("HIGH"), [6, 4, 2]),
    ] {
        let text = stderr_at(level);
        let found = [said(&text, &LOW), said(&text, &MED), said(&text, &HIGH)];
        assert_eq!(found, expected, "{level:?}: {text}");
        assert_eq!(text.is_empty(), expected == [0; 3], "{level:?}: {text}");
        let marked = text.lines().all(|line| line.starts_with("DEBUG: "));
        assert!(marked, "{level:?}: {text}");
    }
}

#[test]
fn an_unknown_level_is_named_with_those_that_there_are() {
    let text = stderr_at(Some("loud"));
    let expected = ["`loud`", "`off`", "`low`", "`med`", "`high`"];
    assert!(expected.iter().all(|word| text.contains(word)), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
}

/// A model of which not every epoch is kept.
#[test]
fn the_log_changes_nothing_of_what_is_generated() {
    const NAME: &str = "the_log_changes_nothing_of_what_is_generated";
    let long = || {
        model("Long", [2, 3, 1])
            .data(moons(9))
            .eval(moons(9))
            .epochs(700)
    };
    let code = |trained: Trained| trained.code();
    if std::env::var_os(WORKER).is_some() {
        let path = std::env::var("NEURALATEX_LOG_TEST_FILE").unwrap();
        return std::fs::write(path, code(long().train().unwrap())).unwrap();
    }
    let path = std::env::temp_dir().join(format!("neuralatex-log-{}", std::process::id()));
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", NAME])
        .env(WORKER, "1")
        .env("NEURALATEX_LOG_TEST_FILE", &path)
        .env("NEURALATEX_LOG", "low")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let logged = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    assert!(logged == code(long().train().unwrap()));
}
