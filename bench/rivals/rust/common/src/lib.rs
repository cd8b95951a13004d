//! What the rivals in Rust share: the tasks, the clock, and what is written.

pub mod infer;

use std::ffi::{c_int, c_long};
use std::path::PathBuf;

#[repr(C)]
struct Timespec {
    seconds: c_long,
    nanoseconds: c_long,
}

unsafe extern "C" {
    fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
}

/// Seconds that this process has spent on processors.
fn now() -> f64 {
    const PROCESS: c_int = if cfg!(target_os = "macos") { 12 } else { 2 };
    let mut time = Timespec {
        seconds: 0,
        nanoseconds: 0,
    };
    // SAFETY: it writes the time, and nothing else.
    assert_eq!(unsafe { clock_gettime(PROCESS, &mut time) }, 0);
    time.seconds as f64 + 1e-9 * time.nanoseconds as f64
}

fn path(folder: &str, name: &str) -> PathBuf {
    PathBuf::from(std::env::var(folder).expect("see bench/run")).join(name)
}

fn words(name: &str) -> Vec<[u8; 4]> {
    let bytes = std::fs::read(path("BENCH_DATA", name)).expect("see bench/data.py");
    bytes.as_chunks().0.to_vec()
}

pub fn floats(name: &str) -> Vec<f32> {
    words(name).into_iter().map(f32::from_le_bytes).collect()
}

pub fn whole(name: &str) -> Vec<usize> {
    let numbers = words(name).into_iter().map(u32::from_le_bytes);
    numbers.map(|number| number as usize).collect()
}

/// One layer's weights, output by output, and its biases.
#[derive(Clone)]
pub struct Layer {
    pub inputs: usize,
    pub outputs: usize,
    pub weights: Vec<f32>,
    pub biases: Vec<f32>,
}

/// The start weights of a network.
pub fn start(name: &str, sizes: &[usize]) -> Vec<Layer> {
    let numbers = floats(&format!("{name}.weights"));
    let mut rest = &numbers[..];
    let layer = |sizes: &[usize]| {
        let (inputs, outputs) = (sizes[0], sizes[1]);
        let neurons;
        (neurons, rest) = rest.split_at((inputs + 1) * outputs);
        let neurons = neurons.chunks(inputs + 1);
        Layer {
            inputs,
            outputs,
            weights: neurons
                .clone()
                .flat_map(|neuron| &neuron[..inputs])
                .copied()
                .collect(),
            biases: neurons.map(|neuron| neuron[inputs]).collect(),
        }
    };
    sizes.windows(2).map(layer).collect()
}

/// The spirals, with the rate of each epoch.
pub fn spirals() -> [(&'static str, Vec<f64>); 2] {
    let falling = (0..35).map(|epoch| 1.0 - 0.9 * f64::from(epoch) / 100.0);
    [
        ("spiral-35", falling.collect()),
        ("spiral-1000", vec![0.1; 1000]),
    ]
}

/// A task with classes.
pub struct Classes {
    pub start: Vec<Layer>,
    columns: usize,
    batch: usize,
    inputs: Vec<f32>,
    classes: Vec<usize>,
    order: Vec<usize>,
}

impl Classes {
    /// None if its data is not there.
    pub fn read(task: &str, sizes: [usize; 3], batch: usize) -> Option<Classes> {
        path("BENCH_DATA", &format!("{task}.weights"))
            .exists()
            .then(|| Classes {
                start: start(task, &sizes),
                columns: sizes[0],
                batch,
                inputs: floats(&format!("{task}.train.inputs")),
                classes: whole(&format!("{task}.train.classes")),
                order: whole(&format!("{task}.order")),
            })
    }

    /// The inputs and the classes of each batch of all epochs.
    pub fn batches(&self) -> impl Iterator<Item = (Vec<f32>, Vec<usize>)> {
        self.order.chunks(self.batch).map(|rows| {
            let mut inputs = Vec::with_capacity(rows.len() * self.columns);
            for row in rows {
                inputs.extend_from_slice(&self.inputs[row * self.columns..][..self.columns]);
            }
            (inputs, rows.iter().map(|&row| self.classes[row]).collect())
        })
    }
}

/// Times a training: at least three times and 0.3 seconds, after one to warm up.
pub fn measure(who: &str, task: &str, mut train: impl FnMut() -> Vec<Layer>) {
    train();
    let (mut samples, mut layers) = (Vec::new(), Vec::new());
    let start = now();
    while samples.len() < 3 || now() - start < 0.3 {
        let start = now();
        layers = train();
        samples.push(now() - start);
    }
    println!(r#"{{"who": "{who}", "task": "{task}", "samples": {samples:?}}}"#);
    let mut bytes = Vec::new();
    for layer in layers {
        for (weights, bias) in layer.weights.chunks(layer.inputs).zip(layer.biases) {
            let neuron = weights.iter().copied().chain([bias]);
            bytes.extend(neuron.flat_map(f32::to_le_bytes));
        }
    }
    std::fs::write(path("BENCH_WEIGHTS", &format!("{who}.{task}")), bytes).expect("there is room");
}
