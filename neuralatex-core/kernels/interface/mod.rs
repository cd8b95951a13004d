//! What passes between the trainer and its kernels: plain data with the layout of C.
//!
//! Rows stand in *panels*: `LANES` rows side by side, feature after feature, so that one vector
//! holds one feature of all rows of a panel.
//!
//! Every layer's parameters begin at a whole vector. Those of a *narrow* layer, with few inputs, stand
//! in the paper's order: neuron by neuron, weights then bias. Those of a *wide* layer begin each
//! neuron's weights at a whole vector, and its biases follow after all weights. The places between
//! are 0 and stay so: their gradients are, since they meet inputs that are 0 or are not computed.

pub mod integers;
pub mod reading;

use core::ffi::c_void;
use core::sync::atomic::{AtomicBool, AtomicUsize};

use integers::Quantized;
use reading::Reading;

/// How many numbers of a type a vector holds: 64 bytes in every form, as one, two or four
/// registers.
pub const fn lanes<T>() -> usize {
    64 / size_of::<T>()
}

/// What is done to the sums of a layer.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(u32)]
pub enum Activation {
    Identity,
    Relu,
    LeakyRelu,
    Tanh,
    Sigmoid,
    Silu,
    Gelu,
}

/// What training makes small.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(u32)]
pub enum Loss {
    MaxMargin,
    Mse,
    Mae,
    Huber,
    BinaryCrossEntropy,
    CrossEntropy,
    Formula,
}

/// How weights follow gradients.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(u32)]
pub enum Method {
    Sgd,
    Momentum,
    Nesterov,
    Adam,
    AdamW,
    RmsProp,
}

/// One layer and what is kept of it while a chunk of rows is worked on.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Layer<T> {
    pub inputs: usize,
    pub outputs: usize,
    pub activation: Activation,
    /// Of a leaky ReLU, below 0.
    pub slope: T,
    /// Where its weights begin, and how far those of two neighbours are apart.
    pub weights: usize,
    pub weights_step: usize,
    /// The same for its biases.
    pub biases: usize,
    pub biases_step: usize,
    /// Panels of as many features as the next layer's `stride`, or of `outputs`.
    pub values: *mut T,
    /// Panels of `outputs` features: the derivatives of the loss by the sums.
    pub errors: *mut T,
    /// Panels of `outputs` features: the derivatives of the activation, where they cannot be told
    /// from the values; else null.
    pub slopes: *mut T,
    pub wide: bool,
    /// The inputs of a wide layer row by row, each `stride` numbers long, where it is the first or
    /// trained; else null. The gradients of a narrow layer are summed across lanes.
    pub rows: *mut T,
    /// The features of a panel of inputs: for a wide layer, whole vectors.
    pub stride: usize,
}

/// The rows of a set of data.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Data<T> {
    pub inputs: *const T,
    pub columns: usize,
    pub rows: usize,
    /// Taken off each input, which is then multiplied by `scale`; null if inputs stay as they are.
    pub shift: *const T,
    pub scale: *const T,
    /// The output that stands for the class of each row; null where there are targets.
    pub classes: *const u32,
    /// The target of an output that stands for the class, and that of the others.
    pub targets_of_class: [T; 2],
    pub targets: *const T,
}

/// One step of a recorded loss: an operation on the score (0), the target (1) or earlier steps.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C)]
pub struct Step {
    pub operation: Operation,
    pub operands: [u32; 2],
    /// Of a number; of a power with a whole constant as exponent, that exponent.
    pub number: f64,
}

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Operation {
    Number,
    Add,
    Subtract,
    Multiply,
    Divide,
    WholePower,
    Power,
    Minimum,
    Maximum,
    Relu,
    Tanh,
    Sigmoid,
    Exp,
    Ln,
    Sqrt,
    Abs,
    Sin,
    Cos,
}

/// A recorded loss.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Formula {
    pub steps: *const Step,
    pub length: usize,
    pub result: usize,
    /// For functions that the kernels have not got: powers, sines and cosines.
    pub host: extern "C" fn(Operation, f64, f64) -> f64,
}

/// What a loss is computed from, beside scores and targets.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Criterion<T> {
    pub loss: Loss,
    /// Of a Huber loss.
    pub delta: T,
    pub formula: Formula,
}

/// A training, or a part of one. All pointers are valid for the sizes that follow from the
/// numbers here, and used by nobody else until the kernel returns.
#[derive(Debug)]
#[repr(C)]
pub struct Job<T> {
    pub layers: *const Layer<T>,
    pub depth: usize,
    /// As many numbers in each of these as the layers take; `first` and `second` are what the
    /// optimiser remembers, null where it does not.
    pub weights: *mut T,
    pub gradients: *mut T,
    pub first: *mut T,
    pub second: *mut T,
    pub numbers: usize,
    /// Panels of the inputs and of the targets, and the loss of each row of a chunk.
    pub inputs: *mut T,
    pub targets: *mut T,
    pub row_losses: *mut T,
    /// For each thread `2 (length + 2)` vectors.
    pub formula_values: *mut T,
    pub data: Data<T>,
    /// The order in which rows are taken, null for their own. If `shuffle` is set, each epoch
    /// begins by mixing it anew, from the key and the stream.
    pub order: *mut u32,
    pub batch: usize,
    /// The most rows that are worked on at a time.
    pub chunk: usize,
    pub criterion: Criterion<T>,
    pub method: Method,
    pub momentum: f64,
    pub weight_decay: f64,
    /// The largest norm of a batch's gradient; infinity if it is not bounded.
    pub clip: f64,
    /// For each epoch of the whole training.
    pub rates: *const f64,
    pub losses: *mut f64,
    /// From this epoch, counted from 0, to before that one.
    pub epochs: [usize; 2],
    pub shuffle: bool,
    pub key: [u32; 8],
    pub stream: u64,
    pub after: After,
    pub barrier: Barrier,
    /// Called now and then by a thread that waits.
    pub rest: extern "C" fn(),
}

/// Asked by the first thread after some epochs, while the others wait, whether to go on.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct After {
    pub call: Option<unsafe extern "C" fn(*mut c_void, usize) -> bool>,
    pub context: *mut c_void,
    /// After each that is a multiple of one of these, of which 0 asks for none.
    pub every: [usize; 2],
    /// Looked at by the first thread during an epoch: whether to end in its middle. Null if nobody may
    /// want that.
    pub abort: *const AtomicBool,
}

/// Where threads wait for each other.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Barrier {
    /// How many threads there are; set before any of them begins.
    pub threads: AtomicUsize,
    pub waiting: AtomicUsize,
    pub round: AtomicUsize,
    /// The number of epochs that are done, and how the last one ended.
    pub done: AtomicUsize,
    pub outcome: AtomicUsize,
}

/// How epochs ended.
pub mod outcome {
    pub const SOUND: usize = 0;
    pub const LOSS_DIVERGED: usize = 1;
    pub const WEIGHT_DIVERGED: usize = 2;
    pub const STOPPED: usize = 3;
    /// In the middle of an epoch, of which nothing is left.
    pub const ABORTED: usize = 4;
}

/// The scores of rows, with the arithmetic of generated code.
#[derive(Debug)]
#[repr(C)]
pub struct Forward<T> {
    pub layers: *const Layer<T>,
    pub depth: usize,
    pub weights: *const T,
    pub inputs: *mut T,
    pub data: Data<T>,
    pub chunk: usize,
    /// Row by row.
    pub scores: *mut T,
}

/// The losses of rows from their scores, in `f64` whatever these are.
#[derive(Debug)]
#[repr(C)]
pub struct Losses<T> {
    /// Row by row.
    pub scores: *const T,
    pub data: Data<T>,
    pub outputs: usize,
    pub criterion: Criterion<f64>,
    /// `3 outputs + 1` vectors of `f64`, and `2 (length + 2)` for a formula.
    pub room: *mut f64,
}

/// A matrix product for tests: `c = a · b`.
#[derive(Debug)]
#[repr(C)]
pub struct Product<T> {
    pub a: *const T,
    pub b: *const T,
    pub c: *mut T,
    pub rows: usize,
    pub columns: usize,
    pub depth: usize,
}

/// A step of an optimiser for tests, on parameters that lie anywhere.
#[derive(Debug)]
#[repr(C)]
pub struct Update<T> {
    pub weights: *mut T,
    pub gradients: *const T,
    pub first: *mut T,
    pub second: *mut T,
    pub length: usize,
    pub method: Method,
    pub momentum: f64,
    pub weight_decay: f64,
    pub rate: f64,
    pub step: u64,
}

/// An activation for tests, with its derivatives, on vectors that lie anywhere.
#[derive(Debug)]
#[repr(C)]
pub struct Activate<T> {
    pub values: *mut T,
    pub slopes: *mut T,
    pub vectors: usize,
    pub activation: Activation,
    pub slope: T,
}

/// The kernels for one type of numbers.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Kernels<T> {
    /// Runs epochs; called by each of the job's threads with its number.
    pub train: unsafe extern "C" fn(*const Job<T>, usize),
    pub forward: unsafe extern "C" fn(*const Forward<T>),
    /// The sum of the losses of all rows, in their order.
    pub losses: unsafe extern "C" fn(*const Losses<T>) -> f64,
    pub product: unsafe extern "C" fn(*const Product<T>),
    pub update: unsafe extern "C" fn(*const Update<T>),
    pub activate: unsafe extern "C" fn(*const Activate<T>),
    /// What columns have in common: for each its least and its largest number, its sum, and the sum
    /// of the squares of the distances from given means.
    pub statistics: unsafe extern "C" fn(*const Data<T>, *const f64, *mut [f64; 4]),
    /// Rounds so many numbers; the index of the first that is not finite then, or their number.
    pub round: unsafe extern "C" fn(*const f64, *mut T, usize) -> usize,
    /// Writes so many numbers as `f64`.
    pub widen: unsafe extern "C" fn(*const T, *mut f64, usize),
}

/// All kernels of one form.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Form {
    /// Puts so many rows in the order of a stream of random numbers with this key.
    pub shuffle: unsafe extern "C" fn(*mut u32, usize, *const [u32; 8], u64),
    /// Takes so many blocks into the state of a SHA-256.
    pub digest: unsafe extern "C" fn(*mut [u32; 8], *const [u8; 64], usize),
    pub single: Kernels<f32>,
    pub double: Kernels<f64>,
    /// In the portable form alone: others would have the same.
    pub reading: Option<&'static Reading>,
    /// As above.
    pub quantized: Option<&'static Quantized>,
}
