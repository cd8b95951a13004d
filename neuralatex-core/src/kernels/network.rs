//! A network's layers as the kernels take them, with the memory that rows pass through.

use super::Number;
use super::interface::{Activation, Data, Layer, lanes};
use super::memory::Buffer;

/// The shape of a network: the sizes of its layers, and what is done to the sums of each but the
/// inputs.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) sizes: Vec<usize>,
    pub(crate) activations: Vec<(Activation, f64)>,
}

/// Rows and what belongs to them, as the kernels read them.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'d, T> {
    pub(crate) inputs: &'d [T],
    pub(crate) columns: usize,
    /// What is taken off each column, and what it is multiplied by then.
    pub(crate) normalization: Option<(&'d [T], &'d [T])>,
    pub(crate) answers: Answers<'d, T>,
}

/// What a network should answer.
#[derive(Clone, Copy)]
pub(crate) enum Answers<'d, T> {
    /// The class of each row by its place; and the targets of its own output and of others.
    Classes(&'d [u32], [T; 2]),
    /// Row by row, one number for each output.
    Targets(&'d [T]),
    Unknown,
}

impl<T: Number> Rows<'_, T> {
    pub(crate) fn count(&self) -> usize {
        self.inputs.len() / self.columns.max(1)
    }

    /// Whether it is known what a network should answer.
    pub(crate) fn has_answers(&self) -> bool {
        !matches!(self.answers, Answers::Unknown)
    }

    /// As the kernels take them.
    ///
    /// # Panics
    /// If there are not as many answers as rows.
    pub(crate) fn data(&self, outputs: usize) -> Data<T> {
        let rows = self.count();
        assert_eq!(self.inputs.len(), rows * self.columns, "rows are whole");
        let null = std::ptr::null();
        let (shift, scale) = match self.normalization {
            None => (null, null),
            Some((shift, scale)) => {
                assert_eq!([shift.len(), scale.len()], [self.columns; 2]);
                (shift.as_ptr(), scale.as_ptr())
            }
        };
        let zero = T::of(0.0);
        let (classes, targets_of_class, targets) = match self.answers {
            Answers::Classes(classes, targets) => {
                assert_eq!(classes.len(), rows, "every row has a class");
                (classes.as_ptr(), targets, null)
            }
            Answers::Targets(targets) => {
                assert_eq!(targets.len(), rows * outputs, "every row has its targets");
                (std::ptr::null(), [zero; 2], targets.as_ptr())
            }
            Answers::Unknown => (std::ptr::null(), [zero; 2], null),
        };
        Data {
            inputs: self.inputs.as_ptr(),
            columns: self.columns,
            rows,
            shift,
            scale,
            classes,
            targets_of_class,
            targets,
        }
    }
}

/// Whether rows of so many inputs are padded to whole vectors. Others would be empty for the most part.
/// Part of the arithmetic: it never changes.
pub(super) fn wide<T>(inputs: usize) -> bool {
    2 * inputs > lanes::<T>()
}

/// The numbers from one row of inputs to the next.
pub(super) fn stride<T>(inputs: usize) -> usize {
    match wide::<T>(inputs) {
        true => inputs.next_multiple_of(lanes::<T>()),
        false => inputs,
    }
}

/// The numbers that the parameters of a layer take.
fn packed_layer<T>(inputs: usize, outputs: usize) -> usize {
    ((stride::<T>(inputs) + 1) * outputs).next_multiple_of(lanes::<T>())
}

/// The numbers that the parameters of a network take.
pub(super) fn packed<T>(shape: &Shape) -> usize {
    let layers = shape.sizes.windows(2);
    layers.map(|pair| packed_layer::<T>(pair[0], pair[1])).sum()
}

/// The memory that a chunk of rows passes through.
pub(crate) struct Workspace<T> {
    pub(crate) layers: Vec<Layer<T>>,
    pub(crate) inputs: Buffer<T>,
    /// Whole panels: as many rows as a chunk may have.
    pub(crate) rows: usize,
    /// Parameters of all layers, and the numbers that they take in the layers' own order.
    parameters: usize,
    numbers: usize,
    // What the layers point to.
    _buffers: Vec<Buffer<T>>,
}

impl<T: Number> Workspace<T> {
    /// For chunks of up to so many rows; with room for errors if it is to be trained.
    pub(crate) fn new(shape: &Shape, chunk: usize, trained: bool) -> Workspace<T> {
        let vector = lanes::<T>();
        let rows = chunk.next_multiple_of(vector);
        let mut buffers = Vec::new();
        let mut buffer = |wanted: bool, length: usize| {
            let mut buffer = Buffer::zeros(if wanted { length } else { 0 });
            let pointer = buffer.pointer();
            buffers.push(buffer);
            pointer
        };
        let count = shape.sizes.len() - 1;
        let (wide, stride) = (wide::<T>, stride::<T>);
        let (mut parameters, mut numbers) = (0, 0);
        let mut layers: Vec<Layer<T>> = Vec::with_capacity(count);
        for index in 0..count {
            let [inputs, outputs] = [shape.sizes[index], shape.sizes[index + 1]];
            let (activation, slope) = shape.activations[index];
            let after = match index + 1 < count {
                true => stride(outputs),
                false => outputs,
            };
            let keeps = matches!(activation, Activation::Silu | Activation::Gelu);
            let stride = stride(inputs);
            let (weights_step, biases, biases_step) = match wide(inputs) {
                true => (stride, stride * outputs, 1),
                false => (inputs + 1, inputs, inputs + 1),
            };
            layers.push(Layer {
                inputs,
                outputs,
                activation,
                slope: T::of(slope),
                weights: numbers,
                weights_step,
                biases: numbers + biases,
                biases_step,
                values: buffer(true, rows * after),
                errors: buffer(trained, rows * outputs),
                slopes: buffer(trained && keeps, rows * outputs),
                wide: wide(inputs),
                rows: buffer(wide(inputs) && (trained || index == 0), rows * stride),
                stride,
            });
            parameters += (inputs + 1) * outputs;
            numbers += packed_layer::<T>(inputs, outputs);
        }
        Workspace {
            inputs: Buffer::zeros(rows * layers[0].stride),
            layers,
            rows,
            parameters,
            numbers,
            _buffers: buffers,
        }
    }

    /// Writes parameters, which are in the paper's order, in that of the layers, to [`room`](Self::room).
    ///
    /// # Panics
    /// If they are not as many as the network has.
    pub(crate) fn pack(&self, parameters: &[T], packed: &mut Buffer<T>) {
        assert_eq!(parameters.len(), self.parameters);
        let to = packed.as_mut_slice();
        let mut rest = parameters;
        for layer in &self.layers {
            let (own, others) = rest.split_at((layer.inputs + 1) * layer.outputs);
            rest = others;
            if !layer.wide {
                to[layer.weights..][..own.len()].copy_from_slice(own);
                continue;
            }
            for (output, neuron) in own.chunks_exact(layer.inputs + 1).enumerate() {
                let (weights, bias) = neuron.split_at(layer.inputs);
                let at = layer.weights + output * layer.weights_step;
                to[at..][..layer.inputs].copy_from_slice(weights);
                to[layer.biases + output] = bias[0];
            }
        }
    }

    /// Parameters in the paper's order, neuron by neuron, weights then bias, in place of what was in
    /// the list. None if there is no room for them.
    pub(crate) fn unpack(&self, from: &[T], parameters: &mut Vec<T>) {
        parameters.clear();
        if from.is_empty() {
            return;
        }
        parameters.reserve(self.parameters);
        for layer in &self.layers {
            if !layer.wide {
                let own = (layer.inputs + 1) * layer.outputs;
                parameters.extend_from_slice(&from[layer.weights..][..own]);
                continue;
            }
            for output in 0..layer.outputs {
                let at = layer.weights + output * layer.weights_step;
                parameters.extend_from_slice(&from[at..][..layer.inputs]);
                parameters.push(from[layer.biases + output]);
            }
        }
    }

    /// Room for as many numbers as the parameters take.
    pub(crate) fn room(&self, wanted: bool) -> Buffer<T> {
        Buffer::zeros(if wanted { self.numbers } else { 0 })
    }
}
