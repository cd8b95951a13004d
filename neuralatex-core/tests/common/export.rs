//! Exports, and the script in them as it is run.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use super::process::LONGEST;
use neuralatex_core::prelude::*;
use serde_json::{Value as Json, json};

/// Runs scripts one after the other, so that PyTorch is imported once. Environments, too, are those of a run.
const DRIVER: &str = r#"
import contextlib, io, json, os, runpy, sys, torch
torch.set_num_threads(1)
told = []
for folder, arguments, environment in json.loads(sys.argv[1]):
    out, err, code = io.StringIO(), io.StringIO(), 0
    os.environ.update(environment)
    sys.argv = [folder + "/train.py", *arguments]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            runpy.run_path(sys.argv[0], run_name="__main__")
        except SystemExit as exit:
            code = exit.code
    for name in environment:
        del os.environ[name]
    told.append([code, out.getvalue(), err.getvalue()])
json.dump(told, sys.stdout)
"#;

/// A run of the script: its folder, its arguments, and its environment.
pub(crate) type Run<'r> = (&'r Path, &'r [&'r str], &'r [(&'r str, &'r str)]);

/// What a run told: its exit code, and its standard output and error.
pub(crate) type Told = (i32, String, String);

pub(crate) fn run_all(python: &str, runs: &[Run<'_>]) -> Vec<Told> {
    let runs = runs.iter().map(|(folder, arguments, environment)| {
        let environment: BTreeMap<_, _> = environment.iter().copied().collect();
        json!([folder, arguments, environment])
    });
    let runs = Json::Array(runs.collect()).to_string();
    let printed = super::python::run(python, DRIVER, &[Path::new(&runs)]);
    serde_json::from_slice(&printed).unwrap()
}

/// The script of an export as a command.
pub(crate) fn script(python: &str, folder: &Path) -> Command {
    let mut command = Command::new(python);
    command.arg(folder.join("train.py"));
    command
}

/// The kind, the shape and the numbers of a tensor.
pub(crate) type Tensor = (String, Vec<usize>, Vec<f64>);

/// The tensors of a file.
pub(crate) fn tensors(file: &Path) -> BTreeMap<String, Tensor> {
    let bytes = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let header: Json = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    let data = &bytes[8 + length..];
    let tensor = |(name, told): (&String, &Json)| {
        let at = |end: usize| told["data_offsets"][end].as_u64().unwrap() as usize;
        let bytes = &data[at(0)..at(1)];
        let numbers = match told["dtype"].as_str().unwrap() {
            "F32" => numbers(bytes, |b| f64::from(f32::from_le_bytes(b))),
            "F64" => numbers(bytes, f64::from_le_bytes),
            "I32" => numbers(bytes, |b| f64::from(i32::from_le_bytes(b))),
            kind => panic!("{kind}"),
        };
        let shape: Vec<usize> = serde_json::from_value(told["shape"].clone()).unwrap();
        assert_eq!(numbers.len(), shape.iter().product::<usize>(), "{name}");
        let kind = told["dtype"].as_str().unwrap().to_string();
        (name.clone(), (kind, shape, numbers))
    };
    let members = header.as_object().unwrap().iter();
    let tensors = members.filter(|(name, _)| *name != "__metadata__");
    tensors.map(tensor).collect()
}

fn numbers<const SIZE: usize>(bytes: &[u8], number: fn([u8; SIZE]) -> f64) -> Vec<f64> {
    let (numbers, rest) = bytes.as_chunks();
    assert!(rest.is_empty());
    numbers.iter().map(|bytes| number(*bytes)).collect()
}

/// The weights of layers in a file, in the order of their names.
pub(crate) fn weights(file: &Path) -> Vec<(String, Tensor)> {
    let tensors = tensors(file).into_iter();
    tensors
        .filter(|(name, _)| name.starts_with("layers."))
        .collect()
}

/// That a file of the script holds the weights of our training, and what that is.
#[track_caller]
pub(crate) fn assert_agrees(model: Model, folder: &Path, what: &str) -> Trained {
    let ours = model.train().unwrap();
    let file = folder.join("ours.safetensors");
    ours.save(&file).unwrap();
    let (ours_in, theirs_in) = (weights(&file), weights(&folder.join("weights.safetensors")));
    assert_eq!(ours_in.len(), theirs_in.len(), "{what}");
    for (one, other) in ours_in.iter().zip(&theirs_in) {
        let ((name, (kind, shape, numbers)), (name_2, (kind_2, shape_2, found))) = (one, other);
        assert_eq!((name, kind, shape), (name_2, kind_2, shape_2), "{what}");
        assert_near(numbers, found, &format!("{what}: {name}"));
    }
    ours
}

#[track_caller]
pub(crate) fn assert_near(expected: &[f64], found: &[f64], what: &str) {
    assert_eq!(expected.len(), found.len(), "{what}");
    for (expected, found) in expected.iter().zip(found) {
        let near = (expected - found).abs() <= 1e-4;
        assert!(near, "{what}: {found} should be {expected}");
    }
}

/// An empty folder, and an export in it.
pub(crate) fn exported(test: &str, model: &Model) -> PathBuf {
    let folder = super::folder(test);
    model.export(&folder).unwrap();
    folder
}

/// Runs the script until it has kept its state, and kills it.
#[track_caller]
pub(crate) fn kill(mut script: Command, state: &Path) {
    script.args(["--device", "cpu", "--save-every", "0"]);
    let mut child = script.stderr(Stdio::null()).spawn().unwrap();
    let begin = Instant::now();
    while !state.exists() {
        assert_eq!(child.try_wait().unwrap(), None, "it ended too early");
        if begin.elapsed() > LONGEST {
            child.kill().unwrap();
            panic!("it has kept no state after {LONGEST:?}");
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// How a run is asked to end.
#[derive(Clone, Copy)]
pub(crate) struct Asking {
    pub(crate) signal: &'static str,
    pub(crate) times: usize,
    /// All processes, or the last one.
    pub(crate) all: bool,
    /// Whether somebody still reads what the first process tells.
    pub(crate) is_read: bool,
}

/// By a person who waits.
pub(crate) const CTRL_C: Asking = Asking {
    signal: "INT",
    times: 1,
    all: true,
    is_read: true,
};

/// Runs the script in one process or several until its first epoch is done, and asks it to end. The exit codes, and what
/// was told after that epoch.
#[track_caller]
pub(crate) fn ask(commands: Vec<Command>, asking: Asking) -> Vec<(i32, String)> {
    let start = |mut command: Command| {
        let command = command.args(["--device", "cpu"]).stdout(Stdio::null());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let told = BufReader::new(child.stderr.take().unwrap());
        (child, Some(told))
    };
    let mut running: Vec<_> = commands.into_iter().map(start).collect();
    let all = running.iter().map(|(child, _)| child.id().to_string());
    let all: Vec<String> = all.collect();
    let kill = |signal: &str, whom: &[String]| {
        let sent = Command::new("kill")
            .args(["-s", signal])
            .args(whom)
            .status();
        assert!(sent.unwrap().success());
    };
    let end = killed_unless_done(&all);
    let told = running[0].1.as_mut().unwrap();
    let mut line = String::new();
    while !line.starts_with("epoch ") {
        line.clear();
        let read = told.read_line(&mut line).unwrap();
        assert_ne!(read, 0, "it ended too early");
    }
    if !asking.is_read {
        running[0].1 = None;
    }
    let whom = if asking.all { 0 } else { all.len() - 1 };
    for _ in 0..asking.times {
        kill(asking.signal, &all[whom..]);
    }
    let ends = running.into_iter().map(|(mut child, told)| {
        let mut rest = String::new();
        told.map(|mut told| told.read_to_string(&mut rest).unwrap());
        (child.wait().unwrap().code().unwrap_or(-1), rest)
    });
    let ends = ends.collect();
    let _ = end.send(());
    ends
}

/// Kills processes that take too long, or whose test has failed, so that nobody waits for what they tell.
fn killed_unless_done(all: &[String]) -> Sender<()> {
    let (done, is_done) = mpsc::channel();
    let all = all.to_vec();
    std::thread::spawn(move || {
        if is_done.recv_timeout(LONGEST).is_err() {
            let _ = Command::new("kill").args(["-s", "KILL"]).args(all).status();
        }
    });
    done
}
