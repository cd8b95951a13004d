//! What rivals that answer share: the networks, the clock, and what is written.

use crate::{Layer, floats, now, path, start};

const NETWORKS: [(&str, &[usize]); 4] = [
    ("spiral", &[2, 4, 4, 1]),
    ("digits", &[64, 32, 10]),
    ("mnist", &[784, 128, 10]),
    ("motion", &[6, 64, 8, 4]),
];
const ROWS: usize = 256;

/// What a library is to answer for.
pub struct Task {
    pub layers: Vec<Layer>,
    pub inputs: usize,
    pub outputs: usize,
    pub rows: usize,
    /// The network as a file, for so many rows.
    pub onnx: std::path::PathBuf,
}

/// A network of a library, for a fixed number of rows.
pub trait Answers {
    /// Takes rows, which is not timed.
    fn give(&mut self, rows: &[f32]);
    /// Answers for the rows, perhaps with another first number. Gives the first score.
    fn run(&mut self, first: Option<f32>) -> f32;
    fn scores(&self) -> Vec<f32>;
}

/// Times a library: one row, where the next depends on the last answer, and many.
pub fn infer<A: Answers>(who: &str, how: &str, network: impl Fn(&Task) -> A) {
    for (name, sizes) in NETWORKS {
        let inputs = floats(&format!("{name}.inputs"));
        for (what, rows) in [("one", 1), ("many", ROWS)] {
            let task = Task {
                layers: start(name, sizes),
                inputs: sizes[0],
                outputs: sizes[sizes.len() - 1],
                rows,
                onnx: path("BENCH_DATA", &format!("{name}.{what}.onnx")),
            };
            let mut network = network(&task);
            let mut bytes = Vec::new();
            for given in inputs.chunks(rows * task.inputs) {
                network.give(given);
                network.run(None);
                bytes.extend(network.scores().into_iter().flat_map(f32::to_le_bytes));
            }
            let scores = path("BENCH_WEIGHTS", &format!("{who}.{what}.{name}"));
            std::fs::write(scores, bytes).expect("there is room");
            let times = samples(&mut network, rows);
            println!(
                r#"{{"who": "{who}", "how": "{how}", "task": "{name}", "what": "{what}", "samples": {times:?}}}"#
            );
        }
    }
}

/// The time of a row, in slices of a millisecond.
fn samples(network: &mut impl Answers, rows: usize) -> Vec<f64> {
    let mut score = 0.0;
    let mut time = |repeats: usize| {
        let start = now();
        for _ in 0..repeats {
            score = network.run((rows == 1).then_some(0.3 + score * 1e-9));
        }
        (now() - start) / repeats as f64
    };
    time(20);
    let repeats = (1e-3 / time(100)).max(1.0) as usize;
    (0..101).map(|_| time(repeats) / rows as f64).collect()
}
