//! What passes between the core and the kernels of quantised networks, with the layout of C.

/// What a layer makes of its sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Then {
    Straight,
    Leaky,
    Curved,
    Scored,
}

/// A layer of a quantised network.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Layer {
    pub inputs: usize,
    pub outputs: usize,
    /// Neuron by neuron.
    pub weights: *const u8,
    /// The bias of each, and what its sum is multiplied by.
    pub neurons: *const [i32; 2],
    pub shift: u32,
    pub then: Then,
    /// Of a leaky ReLU, with a number for each neuron; else null.
    pub slope: i32,
    pub zeros: *const u8,
    /// Of a curve, else null.
    pub curve: *const [[i16; 2]; 128],
}

/// The scores of rows. All pointers are valid for the sizes that follow from the numbers here.
#[derive(Debug)]
#[repr(C)]
pub struct Integers<T> {
    pub layers: *const Layer,
    pub depth: usize,
    /// Row by row.
    pub inputs: *const T,
    pub rows: usize,
    pub columns: usize,
    /// Of each column.
    pub scales: *const T,
    pub offsets: *const T,
    pub score_scale: T,
    /// Room for the values of the widest layer, twice, and for the integers of the last one.
    pub values: [*mut i8; 2],
    pub reached: *mut i32,
    /// Row by row.
    pub scores: *mut T,
}

/// The kernels of quantised networks.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Quantized {
    pub single: unsafe extern "C" fn(*const Integers<f32>),
    pub double: unsafe extern "C" fn(*const Integers<f64>),
}
