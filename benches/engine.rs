//! The engine and the paper's experiment beside micrograd: `cargo bench`.
//!
//! Every time is the best of several, and micrograd does the same work on the same numbers in
//! the same run. Both have to arrive at the same losses, or the benchmark fails. A ratio says
//! how many times as long micrograd takes.

use std::collections::BTreeSet;
use std::env;
use std::f64::consts::{PI, TAU};
use std::fs::{self, File};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use neuralatex_core::prelude::*;
use serde_json::{Value as Json, json};

const LAYERS: [usize; 4] = [2, 4, 4, 1];
const EPOCHS: u32 = 35;
const ROWS: usize = 100;
/// The operations of one row: a product and a sum for each of 28 weights, 8 ReLUs, 4 for the
/// loss. Our graph has 9 more, as its neurons start their sums at 0; they are not counted.
const OPERATIONS: usize = 2 * 28 + 8 + 4;

/// Runs go on for this long, and there are at least so many.
const SECONDS: f64 = 1.0;
const RUNS: usize = 5;

/// How far our losses may lie from micrograd's.
const TOLERANCE: f64 = 1e-9;

fn main() {
    let asked = |argument: &str| env::args().any(|given| given == argument);
    // `cargo test --benches` starts this program too, but without `--bench`.
    if !asked("--bench") {
        return;
    }
    if asked("experiment") {
        println!("{}", experiment());
        return;
    }
    let reference = micrograd();
    engine_table(reference.as_ref());
    experiment_table(reference.as_ref());
    build_table();
}

// The tables.

fn engine_table(reference: Option<&Json>) {
    let count = reference.map(|reference| number(&reference["operations"]));
    assert_eq!(count.unwrap_or(OPERATIONS as f64), OPERATIONS as f64);
    let nodes_per_second = |seconds: f64| {
        let nodes = OPERATIONS * ROWS;
        format!("{:.2} M nodes/s", nodes as f64 / seconds / 1e6)
    };
    let (weights, data) = (weights(), data());
    let refreshed = refreshed(&weights, &data);
    let trained = trained(&weights, &data);
    head("2-4-4-1 network and its loss", reference);
    for (what, ours, theirs) in [
        ("forward, refreshed", refreshed, "forward"),
        ("forward, looked up", looked_up(&weights, &data), "forward"),
        ("backward", trained - refreshed, "backward"),
        ("both, as in training", trained, "both"),
        ("both, new nodes", rebuilt(&weights, &data), "both"),
    ] {
        let theirs = reference.map(|reference| number(&reference[theirs]));
        line(what, ours, theirs, nodes_per_second);
    }
}

fn experiment_table(reference: Option<&Json>) {
    let milliseconds = |seconds: f64| format!("{:.2} ms", seconds * 1e3);
    let optimised = experiment();
    let unoptimised = experiment_at_opt_level_0();
    head("35 epochs, 100 points, evaluation", reference);
    for (what, ours, theirs) in [
        ("optimised", &optimised, "seconds"),
        ("opt-level 0", &unoptimised, "seconds"),
        (
            "optimised, Python's gc left on",
            &optimised,
            "collecting_seconds",
        ),
    ] {
        let theirs = reference.map(|reference| number(&reference[theirs]));
        line(what, number(&ours["seconds"]), theirs, milliseconds);
    }
    let Some(reference) = reference else { return };
    for (what, ours) in [("optimised", optimised), ("opt-level 0", unoptimised)] {
        let difference = difference(&ours, reference);
        assert!(
            difference <= TOLERANCE && ours["correct"] == reference["correct"],
            "{what}: not the same computation\n{ours}\n{reference}"
        );
        println!("{what}: no loss is further than {difference:.0e} from micrograd's");
    }
}

fn build_table() {
    println!("\npackage neuralatex");
    println!("{:<36}{:>20}", "crates, itself included", crates());
    let seconds = format!("{:.1} s", clean_build());
    println!("{:<36}{seconds:>20}", "clean cargo build");
}

fn head(what: &str, reference: Option<&Json>) {
    let version = reference.and_then(|reference| reference["version"].as_str());
    let micrograd = format!("micrograd {}", version.unwrap_or_default());
    let ours = "neuralatex";
    println!("\n{what:<36}{ours:>20}{micrograd:>20}{:>10}", "ratio");
}

fn line(what: &str, ours: f64, theirs: Option<f64>, show: impl Fn(f64) -> String) {
    let (reference, ratio) = match theirs {
        Some(theirs) => (show(theirs), format!("{:.0}", theirs / ours)),
        None => ("skipped".to_string(), String::new()),
    };
    println!("{what:<36}{:>20}{reference:>20}{ratio:>10}", show(ours));
}

// The work.

type Point = ([f64; 2], i32);

/// The paper's two arms: its formula, and the random numbers of TeX's pgfmath.
fn arms(seed: u64) -> Vec<Point> {
    let mut state = seed;
    let mut draw = || {
        state = state * 69_621 % 2_147_483_647;
        (state % 100_001) as f64 / 100_000.0
    };
    let mut point = |label: i32| {
        let theta = TAU * draw();
        let radius = 0.5 + 0.5 * theta;
        let angle = if label < 0 { theta } else { theta + PI };
        let x = radius * angle.cos() + (draw() - 0.5) * 0.5;
        let y = radius * angle.sin() + (draw() - 0.5) * 0.5;
        ([x, y], label)
    };
    (0..ROWS).map(|row| point([-1, 1][row % 2])).collect()
}

fn data() -> Vec<Point> {
    arms(12_345)
}

fn evaluation() -> Vec<Point> {
    arms(54_321)
}

/// The paper's start weights.
fn weights() -> Vec<f64> {
    let graph = Graph::new();
    let mlp = Mlp::new(&graph, LAYERS[0], &LAYERS[1..], paper());
    let parameters = mlp.parameters();
    parameters.iter().map(|weight| weight.data()).collect()
}

fn rate(epoch: f64) -> f64 {
    1.0 - 0.9 * (epoch - 1.0) / 100.0
}

/// The whole experiment: its seconds, the loss of each epoch and at last of the evaluation,
/// and how many points of that are right.
fn experiment() -> Json {
    let model = model("Spiral", LAYERS)
        .data(points(data()))
        .eval(points(evaluation()))
        .loss(max_margin())
        .optimizer(sgd(rate))
        .init(paper())
        .epochs(EPOCHS as usize)
        .batch(ROWS)
        .precision(Precision::F64);
    let train = || model.clone().train().expect("the model trains");
    let seconds = best(train);
    let trained = train();
    let mut losses = trained.losses().to_vec();
    losses.extend(trained.loss());
    json!({ "seconds": seconds, "losses": losses, "correct": trained.correct() })
}

/// The same by this program without optimisation, as Cargo compiles what runs in a build.
fn experiment_at_opt_level_0() -> Json {
    let core = "profile.dev.package.neuralatex-core.opt-level=0";
    let printed = output(
        cargo("bench", "opt-level-0")
            .args(["-p", "neuralatex", "--bench", "engine"])
            .args(["--profile", "dev", "--config", core])
            .args(["--", "experiment"]),
    );
    serde_json::from_str(&printed).expect("the experiment prints JSON")
}

/// Forward over nodes that are there, for all rows.
fn refreshed(weights: &[f64], data: &[Point]) -> f64 {
    let graph = Graph::new();
    let mlp = mlp(&graph, weights);
    let leaves = leaves(&graph);
    let loss = loss_of(&mlp, leaves);
    best(|| {
        for point in data {
            set(leaves, point);
            loss.refresh();
            black_box(loss.data());
        }
    })
}

/// Forward by running the network again, which looks its nodes up.
fn looked_up(weights: &[f64], data: &[Point]) -> f64 {
    let graph = Graph::new();
    let mlp = mlp(&graph, weights);
    let leaves = leaves(&graph);
    best(|| {
        for point in data {
            set(leaves, point);
            black_box(loss_of(&mlp, leaves).data());
        }
    })
}

/// Forward and backward over nodes that are there, and clearing what the next row must not see.
fn trained(weights: &[f64], data: &[Point]) -> f64 {
    let graph = Graph::new();
    let mlp = mlp(&graph, weights);
    let leaves = leaves(&graph);
    let loss = loss_of(&mlp, leaves);
    best(|| {
        for point in data {
            set(leaves, point);
            loss.refresh();
            loss.backward();
            loss.zero_non_parameters().expect("after backward");
            black_box(loss.data());
        }
        loss.zero().expect("after backward");
    })
}

/// Forward and backward with new nodes for each row, as micrograd does it.
fn rebuilt(weights: &[f64], data: &[Point]) -> f64 {
    best(|| {
        let graph = Graph::new();
        let mlp = mlp(&graph, weights);
        for point in data {
            let leaves = leaves(&graph);
            set(leaves, point);
            loss_of(&mlp, leaves).backward();
        }
    })
}

fn mlp<'g>(graph: &'g Graph, weights: &[f64]) -> Mlp<'g> {
    Mlp::new(graph, LAYERS[0], &LAYERS[1..], values(weights))
}

/// The inputs and the target of a row.
fn leaves(graph: &Graph) -> [Value<'_>; 3] {
    [0.0; 3].map(|zero| graph.value(zero))
}

fn set([x, y, target]: [Value<'_>; 3], &(inputs, label): &Point) {
    x.set_data(inputs[0]);
    y.set_data(inputs[1]);
    target.set_data(label.into());
}

fn loss_of<'g>(mlp: &Mlp<'g>, [x, y, target]: [Value<'g>; 3]) -> Value<'g> {
    let score = mlp.forward(&[x, y])[0];
    (1.0 - score * target).relu() * (1.0 / ROWS as f64)
}

/// The shortest of several runs, in seconds.
fn best<T>(mut run: impl FnMut() -> T) -> f64 {
    let start = Instant::now();
    let mut times = Vec::new();
    while times.len() < RUNS || start.elapsed().as_secs_f64() < SECONDS {
        let start = Instant::now();
        black_box(run());
        times.push(start.elapsed().as_secs_f64());
    }
    times.into_iter().fold(f64::INFINITY, f64::min)
}

// The reference.

/// What micrograd takes for the same work; `None`, said aloud, where it is not to be had.
fn micrograd() -> Option<Json> {
    let packages = scratch("micrograd");
    let python = || {
        let mut python = Command::new("python3");
        python.env("PYTHONPATH", &packages);
        python
    };
    let works = |command: &mut Command| command.status().is_ok_and(|status| status.success());
    let mut import = python();
    import
        .args(["-c", "import micrograd"])
        .stderr(Stdio::null());
    let mut install = python();
    install.args(["-m", "pip", "install", "--quiet", "micrograd", "--target"]);
    if !works(&mut import) && !works(install.arg(&packages)) {
        let why = "micrograd: there is no python3 that has it, or whose pip can install it";
        assert!(env::var_os("CI").is_none(), "{why}");
        println!("SKIPPED {why}");
        return None;
    }
    let task = json!({
        "layers": LAYERS,
        "weights": weights(),
        "data": data(),
        "eval": evaluation(),
        "rates": (1..=EPOCHS).map(|epoch| rate(epoch.into())).collect::<Vec<_>>(),
        "seconds": SECONDS,
        "runs": RUNS,
    });
    let file = scratch("micrograd_spiral.json");
    fs::write(&file, task.to_string()).expect("the target directory can be written");
    let input = File::open(&file).expect("the file was just written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/micrograd_spiral.py");
    let printed = output(python().arg(script).stdin(input));
    Some(serde_json::from_str(&printed).expect("the script prints JSON"))
}

/// The largest difference between the losses of two outcomes.
fn difference(ours: &Json, theirs: &Json) -> f64 {
    let losses = |outcome: &Json| -> Vec<f64> {
        let losses = outcome["losses"].as_array().expect("a list of losses");
        losses.iter().map(number).collect()
    };
    let (ours, theirs) = (losses(ours), losses(theirs));
    assert_eq!(ours.len(), theirs.len(), "a loss for each epoch");
    let pairs = ours.iter().zip(&theirs);
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn number(json: &Json) -> f64 {
    json.as_f64().expect("a number")
}

// Cargo.

fn crates() -> usize {
    let printed = output(
        Command::new(env!("CARGO"))
            .args(["tree", "-e", "normal,build", "--prefix", "none"])
            .args(["-p", "neuralatex"]),
    );
    let names = printed.lines().map(|line| line.trim_end_matches(" (*)"));
    names.collect::<BTreeSet<_>>().len()
}

/// The seconds of a build from nothing but sources; `cargo tree` has downloaded them before.
fn clean_build() -> f64 {
    let directory = scratch("clean-build");
    if directory.exists() {
        fs::remove_dir_all(&directory).expect("the last clean build can be removed");
    }
    let start = Instant::now();
    output(cargo("build", "clean-build").args(["-p", "neuralatex"]));
    start.elapsed().as_secs_f64()
}

/// A Cargo command with a target directory of its own.
fn cargo(command: &str, directory: &str) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([command, "--quiet", "--target-dir"]);
    cargo.arg(scratch(directory));
    cargo
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// What a command prints; it has to succeed.
fn output(command: &mut Command) -> String {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", output.status);
    String::from_utf8(output.stdout).expect("programs print UTF-8")
}
