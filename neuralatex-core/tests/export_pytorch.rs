//! The script of an export ends with the weights of our own training: same start, same batches, to 1e-4.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use common::export::*;
use common::process::{LONGEST, outputs};
use common::python::torch;
use neuralatex_core::prelude::*;

/// Numbers to predict, of one input.
fn curve(rows: usize) -> Source {
    let row = |random: &mut Random| {
        let x = random.uniform(-2.0, 2.0);
        ([x], [x.sin(), 0.5 * x * x])
    };
    from_fn(rows, row).into()
}

/// All that closures may do, without a kink or a pole where scores are.
fn everything() -> Loss {
    custom(|s, t| {
        let near = (s - t).abs().min(f64::INFINITY).min(3.0).max(-s * s);
        let smooth = (s * 0.1).tanh() + (t * s).sigmoid() + (s * 0.2).sin() * (s * 0.3).cos();
        let roots = (near * near + 1.0).sqrt() + (near + 2.0).ln() + (-near).exp();
        let powers = s.powi(2) / 4.0 + (s * s + 1.0).powf(1.5) + (s * s + 1.0).powf(s * 0.1);
        smooth + roots + powers + (1.0 - s * t).relu()
    })
}

/// Every optimiser, loss and activation, both precisions, rows in order and mixed, last batches that are
/// smaller, a batch of all rows and one of a single row, every normalisation, rules that end it, restarts.
fn models() -> Vec<(&'static str, Model)> {
    let arms = |name| {
        model(name, [2, 8, 4, 1])
            .data(spiral(30).seed(1))
            .eval(spiral(20).seed(2))
    };
    let groups = |name| {
        let model = model(name, [3, 10, 4]).data(blobs(25).classes(4).dimensions(3).seed(3));
        model.eval(blobs(15).classes(4).dimensions(3).seed(3))
    };
    let lines = |name| model(name, [1, 12, 2]).data(curve(70)).eval(curve(33));
    let shares = from_fn(50, |random| {
        let [x, y] = [random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)];
        ([x, y], [0.5 + 0.5 * x * y, 0.25])
    });
    vec![
        ("paper", common::models::paper_spiral()),
        (
            "nesterov",
            lines("A")
                .activation(tanh())
                .optimizer(
                    sgd(exponential(0.05, 0.9))
                        .momentum(0.9)
                        .nesterov()
                        .weight_decay(0.01)
                        .clip(0.5),
                )
                .precision(Precision::F64)
                .batch(16)
                .epochs(15),
        ),
        (
            "momentum",
            arms("A")
                .optimizer(sgd(0.05).momentum(0.5))
                .shuffle(false)
                .batch(7)
                .epochs(8),
        ),
        (
            "adam",
            groups("A")
                .activation(silu())
                .normalize(standard())
                .seed(u64::MAX)
                .batch(24)
                .epochs(12),
        ),
        (
            "adamw",
            arms("A")
                .loss(cross_entropy())
                .activation([gelu(), sigmoid()])
                .optimizer(adamw(cosine(0.02, 0.001).warmup(3)).clip(0.3))
                .epochs(10),
        ),
        (
            "rmsprop",
            lines("A")
                .loss(huber(0.7))
                .activation(leaky_relu(0.1))
                .optimizer(rmsprop(0.005).weight_decay(0.01))
                .normalize(min_max())
                .precision(Precision::F64)
                .epochs(20),
        ),
        (
            "mae",
            lines("A")
                .loss(mae())
                .activation(identity())
                .optimizer(adam(0.01).weight_decay(0.1))
                .epochs(6),
        ),
        (
            "labels",
            model("A", [2, 6, 2])
                .data(shares)
                .loss(binary_cross_entropy())
                .activation(tanh())
                .epochs(9),
        ),
        (
            "each class",
            groups("A")
                .loss(binary_cross_entropy())
                .optimizer(sgd(0.3))
                .batch(9)
                .epochs(7),
        ),
        ("one hot", groups("A").loss(mse()).batch(1).epochs(2)),
        (
            "linear",
            model("A", [2, 1])
                .data(moons(40))
                .optimizer(sgd(0.1))
                .batch(1000),
        ),
        (
            "closure",
            arms("A")
                .loss(everything())
                .activation(tanh())
                .precision(Precision::F64)
                .epochs(6),
        ),
        (
            "patience",
            groups("A")
                .optimizer(sgd(2.0))
                .precision(Precision::F64)
                .stop([patience(2), loss_below(1e-6)])
                .restarts(2),
        ),
        (
            "bound",
            lines("A")
                .activation(tanh())
                .stop(loss_below(0.2))
                .epochs(300),
        ),
    ]
}

#[test]
fn the_script_ends_with_the_weights_of_our_training() {
    let Some(python) = torch("numpy") else { return };
    let mut cases = Vec::new();
    for (name, model) in models() {
        let folder = exported(&format!("export_pytorch/{name}"), &model);
        let log = folder.join("log.csv").display().to_string();
        cases.push((name, model, folder, log));
    }
    let mut arguments = Vec::new();
    for (.., log) in &cases {
        arguments.push(["--device", "cpu", "--losses", log]);
    }
    let mut runs: Vec<Run<'_>> = Vec::new();
    for ((_, _, folder, _), arguments) in cases.iter().zip(&arguments) {
        runs.push((folder, arguments, &[]));
    }
    let told = run_all(&python, &runs);
    for ((name, model, folder, log), (code, out, err)) in cases.iter().zip(told) {
        assert_eq!(code, 0, "{name}: {err}");
        let is_first_of_two = *name == "patience";
        assert_eq!(err.contains("the best of 2 seeds"), is_first_of_two);
        let ours = assert_agrees(model.clone().restarts(1), folder, name);
        let log = fs::read_to_string(log).unwrap();
        let loss = |line: &str| line.split(',').nth(2).unwrap().parse().unwrap();
        let losses: Vec<f64> = log.lines().skip(1).map(loss).collect();
        assert_near(ours.losses(), &losses, name);
        if ["patience", "bound"].contains(name) {
            assert!(err.contains("a rule of `stop` ends it"), "{err}");
        }
        assert!(out.contains("    weights: \"weights.safetensors\","));
        assert!(!folder.join("state.safetensors").exists());
        let Some(loss) = ours.loss() else { continue };
        let told = out.lines().nth(1).unwrap();
        let after = |word: &str| -> Option<f64> {
            let rest = told.split_once(word)?.1;
            rest.split([' ', ',']).next()?.parse().ok()
        };
        assert_near(&[loss], &[after("loss ").unwrap()], name);
        assert_eq!(ours.accuracy(), after("accuracy "), "{name}: {told}");
    }
}

/// A specification that was changed trains another network, and its file says so.
#[test]
fn weights_tell_the_activations_that_they_were_trained_with() {
    let Some(python) = torch("numpy") else { return };
    let bare = || {
        let model = model("Bent", [2, 4, 4, 1]).data(spiral(20));
        model.activation([leaky_relu(0.1), tanh()])
    };
    let folder = exported("export_changed", &bare().epochs(2));
    let run = || {
        let runs: [Run<'_>; 1] = [(&folder, &["--device", "cpu"], &[])];
        let (code, _, err) = run_all(&python, &runs).remove(0);
        assert_eq!(code, 0, "{err}");
        bare().weights(folder.join("weights.safetensors")).train()
    };
    run().unwrap();
    let specification = folder.join("specification.json");
    let text = fs::read_to_string(&specification).unwrap();
    for (was, is, told) in [
        (
            r#""slope":0.1"#,
            r#""slope":0.25"#,
            "leaky_relu(0.25), tanh",
        ),
        (
            r#""name":"tanh""#,
            r#""name":"gelu""#,
            "leaky_relu(0.1), gelu",
        ),
    ] {
        assert!(text.contains(was), "{text}");
        fs::write(&specification, text.replace(was, is)).unwrap();
        let error = run().unwrap_err().to_string();
        assert!(error.contains("`activation`: the file is from"), "{error}");
        assert!(error.contains(told), "{error}");
    }
}

/// Shares of batches that are not equal, and an empty one: a batch of 9 and a last one of a single row.
#[test]
fn two_processes_end_with_the_weights_of_one() {
    let Some(python) = torch("numpy") else { return };
    for (name, optimizer) in [
        ("clip", sgd(0.2).momentum(0.9).clip(0.2)),
        ("adam", adam(0.01)),
    ] {
        let rows = blobs(25).classes(4).dimensions(3);
        let model = model("Two", [3, 10, 4])
            .data(rows.clone())
            .eval(rows)
            .optimizer(optimizer);
        let model = model
            .activation(silu())
            .normalize(standard())
            .batch(9)
            .epochs(6)
            .stop(patience(5));
        let folder = exported(&format!("export_two/{name}"), &model);
        together(&python, &folder);
        assert_agrees(model, &folder, name);
    }
}

/// Runs two processes: by PyTorch's own launcher, or, where that of version 1 fails with later versions of
/// Python, with the variables that it sets.
fn together(python: &str, folder: &Path) {
    let version = b"import torch; print(torch.__version__.startswith('1.'))";
    let is_old = common::python::run(python, std::str::from_utf8(version).unwrap(), &[]);
    let mut commands = Vec::new();
    if is_old.starts_with(b"True") {
        eprintln!(
            "SKIPPED: torchrun, which fails in this version; its processes are started by hand"
        );
        commands.extend(two_by_hand(python, folder));
    } else {
        let mut command = Command::new(python);
        command.args([
            "-m",
            "torch.distributed.run",
            "--standalone",
            "--nproc_per_node",
            "2",
        ]);
        command
            .arg(folder.join("train.py"))
            .env("OMP_NUM_THREADS", "1");
        commands.push(command);
    }
    for command in &mut commands {
        command.args(["--device", "cpu"]);
    }
    for output in outputs(commands, LONGEST) {
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}");
    }
}

/// Two processes with the variables that PyTorch's launcher sets.
fn two_by_hand(python: &str, folder: &Path) -> [Command; 2] {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port().to_string();
    ["0", "1"].map(|rank| {
        let mut command = script(python, folder);
        command.envs([("RANK", rank), ("LOCAL_RANK", rank), ("WORLD_SIZE", "2")]);
        command.envs([("MASTER_ADDR", "127.0.0.1"), ("MASTER_PORT", &port)]);
        command.env("OMP_NUM_THREADS", "1");
        command
    })
}

/// One of PyTorch's once did not.
#[test]
#[cfg(unix)]
#[should_panic(expected = "it took longer than 300ms and was killed: it hangs\n")]
fn a_process_that_does_not_end_is_killed() {
    let mut hangs = Command::new("sh");
    hangs.args(["-c", "echo it hangs >&2; exec sleep 60"]);
    let ends = Command::new("true");
    outputs(vec![ends, hangs], Duration::from_millis(300));
}

/// Killed in the middle, after some epochs; in the end the state is gone.
#[test]
fn a_run_that_was_killed_goes_on() {
    let Some(python) = torch("numpy") else { return };
    let plain = model("Long", [2, 16, 1])
        .data(moons(100))
        .batch(10)
        .epochs(60);
    let watched = plain.clone().eval(moons(50)).stop(patience(1000));
    let rolling = plain.optimizer(sgd(0.02).momentum(0.9)).activation(tanh());
    for (name, model) in [
        ("adam", watched.precision(Precision::F64)),
        ("sgd", rolling),
    ] {
        let folder = exported(&format!("export_killed/{name}"), &model);
        let state = folder.join("state.safetensors");
        kill(script(&python, &folder), &state);
        assert!(!folder.join("weights.safetensors").exists());
        assert_is_no_network(&model, &state);
        let runs: [Run<'_>; 1] = [(&folder, &["--device", "cpu"], &[])];
        let (code, _, err) = run_all(&python, &runs).remove(0);
        assert_eq!(code, 0, "{err}");
        assert!(err.starts_with("goes on after epoch "), "{err}");
        assert!(!state.exists());
        assert_agrees(model, &folder, name);
    }
}

/// Runs the script of an export.
fn run(python: &str, folder: &Path, arguments: &[&str]) -> Told {
    let arguments = [&["--device", "cpu"], arguments].concat();
    run_all(python, &[(folder, &arguments, &[])]).remove(0)
}

#[test]
fn a_state_that_is_not_what_was_written_is_refused() {
    let Some(python) = torch("numpy") else { return };
    let model = model("Damaged", [2, 4, 1]).data(moons(20)).epochs(100_000);
    let folder = exported("export_damaged", &model);
    let state = folder.join("state.safetensors");
    kill(script(&python, &folder), &state);
    let bytes = fs::read(&state).unwrap();
    let last = bytes.len() - 1;
    // A number, and the length of the header.
    for (place, words) in [
        (
            last,
            "the numbers of state.safetensors are not those that were written: `--fresh`",
        ),
        (
            7,
            "state.safetensors cannot be read (MemoryError): `--fresh`",
        ),
    ] {
        let mut bytes = bytes.clone();
        bytes[place] ^= 0x40;
        fs::write(&state, &bytes).unwrap();
        let (code, _, err) = run(&python, &folder, &[]);
        assert_eq!(code, 1, "{err}");
        assert!(err.contains(words), "{err}");
    }
}

#[test]
fn what_has_been_trained_is_not_trained_again() {
    let Some(python) = torch("numpy") else { return };
    let model = model("Done", [2, 4, 1]).data(moons(20)).epochs(3);
    let folder = exported("export_done", &model);
    let weights = folder.join("weights.safetensors");
    let (code, _, err) = run(&python, &folder, &["--out", "weights.pt"]);
    assert!(
        code == 1 && err.contains("ends in `.safetensors`, not to weights.pt"),
        "{err}"
    );
    for (arguments, is_trained) in [(&[][..], true), (&[], false), (&["--fresh"], true)] {
        let before = fs::metadata(&weights).and_then(|file| file.modified()).ok();
        let (code, _, err) = run(&python, &folder, arguments);
        assert_eq!(code, 0, "{err}");
        assert_eq!(err.contains("epoch 3 of 3"), is_trained, "{err}");
        let told = "has been trained from this specification: `--fresh` trains again\n";
        assert_eq!(err.ends_with(told), !is_trained, "{err}");
        let now = fs::metadata(&weights).unwrap().modified().unwrap();
        assert_eq!(before != Some(now), is_trained);
    }
    // Nothing is known of the epochs any more.
    let log = folder.join("log.csv");
    let logged = ["--losses", log.to_str().unwrap()];
    let (code, _, err) = run(&python, &folder, &logged);
    assert!(
        code == 1 && err.contains("log.csv: `--fresh` trains again"),
        "{err}"
    );
    // Nor is a part of the file what was trained.
    let whole = fs::read(&weights).unwrap();
    for length in [400, whole.len() - 40] {
        fs::write(&weights, &whole[..length]).unwrap();
        let (code, _, err) = run(&python, &folder, &logged);
        assert_eq!(code, 0, "{err}");
        assert_eq!(fs::read(&weights).unwrap(), whole);
    }
    assert!(log.is_file());
    let (code, _, err) = run(&python, &folder, &logged);
    assert!(code == 0 && !err.contains("epoch 3"), "{err}");
}

#[test]
#[cfg(unix)]
fn a_fresh_run_that_was_asked_to_end_goes_on_without_being_fresh() {
    let Some(python) = torch("numpy") else { return };
    let model = model("Fresh", [2, 16, 1])
        .data(moons(1000))
        .batch(10)
        .epochs(400);
    let folder = exported("export_fresh", &model);
    let mut command = script(&python, &folder);
    command.arg("--fresh");
    let (code, err) = ask(vec![command], CTRL_C).remove(0);
    let told = "the same command, without `--fresh`, goes on from state.safetensors\n";
    assert!(code == 130 && err.ends_with(told), "{err}");
}

/// By Ctrl-C, and as those who share out machines do, who ask one process of several: all end after the same epoch, the
/// state is kept although it is not time for it yet, and in the end the weights are those of a run at once. A Ctrl-C
/// ends `tee` too, so that nobody reads any more.
#[test]
#[cfg(unix)]
fn a_run_that_was_asked_to_end_goes_on() {
    let Some(python) = torch("numpy") else { return };
    let model = model("Long", [2, 16, 1])
        .data(moons(100))
        .precision(Precision::F64)
        .batch(10)
        .epochs(400);
    for (count, signal, all, is_read) in [
        (1, "INT", true, true),
        (1, "INT", true, false),
        (1, "TERM", true, true),
        (2, "TERM", false, true),
        (2, "INT", true, false),
    ] {
        let name = format!("{signal} of {count}, {all}, {is_read}");
        let folder = exported(&format!("export_asked/{name}"), &model);
        let commands = match count {
            1 => vec![script(&python, &folder)],
            _ => two_by_hand(&python, &folder).into(),
        };
        let asking = Asking {
            signal,
            all,
            is_read,
            ..CTRL_C
        };
        let ends = ask(commands, asking);
        let codes: Vec<i32> = ends.iter().map(|(code, _)| *code).collect();
        let code = if signal == "INT" { 130 } else { 143 };
        assert_eq!(codes, vec![code; count], "{name}: {ends:?}");
        let told = "interrupted: the same command goes on from state.safetensors\n";
        assert!(ends[0].1.ends_with(told) || !is_read, "{name}: {ends:?}");
        let runs: [Run<'_>; 1] = [(&folder, &["--device", "cpu"], &[])];
        let (code, _, err) = run_all(&python, &runs).remove(0);
        assert_eq!(code, 0, "{err}");
        assert!(err.starts_with("goes on after epoch "), "{err}");
        assert_agrees(model.clone(), &folder, &name);
    }
}

/// `torchrun` hands a Ctrl-C on to its processes, which have had it already.
#[test]
#[cfg(unix)]
fn a_process_that_was_started_beside_others_keeps_its_state_when_it_is_asked_twice() {
    let Some(python) = torch("numpy") else { return };
    let model = model("Twice", [2, 64, 1])
        .data(moons(5000))
        .batch(10)
        .epochs(400);
    let folder = exported("export_asked_twice", &model);
    let mut command = script(&python, &folder);
    command.envs([("RANK", "0"), ("LOCAL_RANK", "0"), ("WORLD_SIZE", "1")]);
    let asking = Asking { times: 2, ..CTRL_C };
    let (code, told) = ask(vec![command], asking).remove(0);
    assert_eq!(code, 130, "{told}");
    assert!(folder.join("state.safetensors").exists(), "{told}");
}

/// Neither as weights nor as a checkpoint, and nobody is told to delete it.
fn assert_is_no_network(model: &Model, state: &Path) {
    let checkpoint = model.clone().checkpoint(state);
    let plain = neuralatex_core::prelude::model("Long", [2, 16, 1]).data(moons(100));
    for model in [checkpoint, plain.weights(state)] {
        let error = model.train().unwrap_err().to_string();
        let told = "it is the state of an export's `train.py` that was interrupted";
        assert!(error.contains(told) && !error.contains("delete"), "{error}");
    }
}
