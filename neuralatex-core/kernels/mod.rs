//! Kernels: the hot loops of training, evaluation and reading, for one form of processor.
//!
//! The build script compiles this folder by itself, optimised, in a portable form and in that of
//! this machine; see `build.rs`. Where that fails it is a module like any other.

mod activation;
mod digest;
mod dots;
mod few;
mod formula;
mod gather;
mod gradients;
#[cfg(not(any(
    neuralatex_form = "avx2",
    neuralatex_form = "avx512",
    neuralatex_form = "neon"
)))]
mod integers;
pub(crate) mod interface;
mod loss;
mod network;
mod product;
#[cfg(not(any(
    neuralatex_form = "avx2",
    neuralatex_form = "avx512",
    neuralatex_form = "neon"
)))]
mod reading;
mod real;
mod share;
mod shuffle;
mod software;
mod sums;
mod train;
mod update;
mod vector;

#[cfg(all(target_arch = "x86_64", neuralatex_form = "avx2"))]
#[path = "avx2.rs"]
mod form;
#[cfg(all(target_arch = "x86_64", neuralatex_form = "avx512"))]
#[path = "avx512.rs"]
mod form;
#[cfg(all(target_arch = "aarch64", neuralatex_form = "neon"))]
#[path = "neon.rs"]
mod form;
#[cfg(not(any(
    all(
        target_arch = "x86_64",
        any(neuralatex_form = "avx2", neuralatex_form = "avx512")
    ),
    all(target_arch = "aarch64", neuralatex_form = "neon")
)))]
#[path = "portable.rs"]
mod form;
#[cfg(all(
    target_arch = "x86_64",
    any(neuralatex_form = "avx2", neuralatex_form = "avx512")
))]
mod x86;

use interface::{Activate, Data, Form, Forward, Job, Kernels, Losses, Product, Update};
use vector::Vector;

/// The kernels of this form.
pub(crate) static FORM: Form = Form {
    shuffle,
    digest,
    single: kernels::<form::Single>(),
    double: kernels::<form::Double>(),
    #[cfg(not(any(
        neuralatex_form = "avx2",
        neuralatex_form = "avx512",
        neuralatex_form = "neon"
    )))]
    reading: Some(&reading::READING),
    #[cfg(not(any(
        neuralatex_form = "avx2",
        neuralatex_form = "avx512",
        neuralatex_form = "neon"
    )))]
    quantized: Some(&integers::QUANTIZED),
    #[cfg(any(
        neuralatex_form = "avx2",
        neuralatex_form = "avx512",
        neuralatex_form = "neon"
    ))]
    reading: None,
    #[cfg(any(
        neuralatex_form = "avx2",
        neuralatex_form = "avx512",
        neuralatex_form = "neon"
    ))]
    quantized: None,
};

const fn kernels<V: Vector>() -> Kernels<V::Real> {
    Kernels {
        train: train::<V>,
        forward: forward::<V>,
        losses: losses::<V::Real>,
        product: product::<V>,
        update: update::<V>,
        activate: activate::<V>,
        statistics: statistics::<V::Real>,
        round: round::<V::Real>,
        widen: widen::<V::Real>,
    }
}

unsafe extern "C" fn train<V: Vector>(job: *const Job<V::Real>, thread: usize) {
    // SAFETY: the caller vouches for the job.
    unsafe { train::train::<V>(job, thread) }
}

/// The scores of rows, chunk by chunk.
unsafe extern "C" fn forward<V: Vector>(job: *const Forward<V::Real>) {
    let lanes = V::LANES;
    // SAFETY: the caller vouches for the job.
    unsafe {
        let job = &*job;
        let output = &*job.layers.add(job.depth - 1);
        let outputs = output.outputs;
        let mut first = 0;
        while first < job.data.rows {
            let count = (job.data.rows - first).min(job.chunk);
            let rows = gather::Rows {
                order: core::ptr::null(),
                first,
                count,
            };
            let panels = count.div_ceil(lanes);
            let all = share::Share::of(panels, 0, 1);
            let input = &*job.layers;
            for panel in 0..panels {
                let inputs = job.inputs.add(panel * input.stride * lanes);
                gather::inputs::<V>(&job.data, &rows, panel, input, inputs);
            }
            network::forward::<V, false>(job.layers, job.depth, job.weights, job.inputs, all);
            for row in 0..count {
                let panel = output.values.add(row / lanes * outputs * lanes);
                for index in 0..outputs {
                    *job.scores.add((first + row) * outputs + index) =
                        *panel.add(index * lanes + row % lanes);
                }
            }
            first += count;
        }
    }
}

unsafe extern "C" fn losses<T: real::Real>(job: *const Losses<T>) -> f64 {
    // SAFETY: the caller vouches for the job.
    unsafe { loss::of_rows::<T, form::Double>(&*job) }
}

/// A product of row-major matrices; `b` and `c` have whole vectors in each row.
unsafe extern "C" fn product<V: Vector>(job: *const Product<V::Real>) {
    // SAFETY: the caller vouches for the job.
    unsafe {
        let job = &*job;
        let vectors = job.columns / V::LANES;
        let walk = product::Walk {
            a: job.a,
            a_row: job.depth,
            a_step: 1,
            a_block: 0,
            b: job.b,
            b_column: V::LANES,
            b_step: job.columns,
            b_block: 0,
            steps: job.depth,
            blocks: 1,
        };
        let target = product::Target {
            c: job.c,
            row: job.columns,
            column: V::LANES,
            goes_on: false,
            then: product::Then::Nothing,
        };
        product::long_product::<V>(job.rows, vectors, &walk, &target);
    }
}

unsafe extern "C" fn update<V: Vector>(job: *const Update<V::Real>) {
    // SAFETY: the caller vouches for the job.
    unsafe {
        let job = &*job;
        let constants = [job.momentum, job.weight_decay];
        let rule = update::Rule::<V>::new(job.method, constants, job.rate, job.step);
        let part = update::Part {
            weights: job.weights,
            gradients: job.gradients,
            first: job.first,
            second: job.second,
            length: job.length,
            lines: 1,
            weights_step: 0,
            gradients_step: 0,
        };
        update::update(&rule, &part);
    }
}

unsafe extern "C" fn activate<V: Vector>(job: *const Activate<V::Real>) {
    // SAFETY: the caller vouches for the job.
    unsafe {
        let Activate {
            values,
            slopes,
            vectors,
            activation,
            slope,
        } = *job;
        activation::activate::<V>(activation, slope, values, slopes, vectors);
        activation::differentiate::<V>(activation, slope, values, slopes, slopes, vectors);
    }
}

/// The order of sums is that of the rows.
unsafe extern "C" fn statistics<T: real::Real>(
    data: *const Data<T>,
    means: *const f64,
    columns: *mut [f64; 4],
) {
    // SAFETY: the caller vouches for the data, and for one mean and one result for each column.
    unsafe {
        let Data {
            inputs,
            columns: count,
            rows,
            ..
        } = *data;
        for column in 0..count {
            *columns.add(column) = [f64::INFINITY, f64::NEG_INFINITY, 0.0, 0.0];
        }
        for row in 0..rows {
            for column in 0..count {
                let number = (*inputs.add(row * count + column)).wide();
                let distance = number - *means.add(column);
                let [least, most, sum, squares] = &mut *columns.add(column);
                *least = if number < *least { number } else { *least };
                *most = if number > *most { number } else { *most };
                *sum += number;
                *squares += distance * distance;
            }
        }
    }
}

unsafe extern "C" fn round<T: real::Real>(from: *const f64, to: *mut T, length: usize) -> usize {
    let mut sound = true;
    // SAFETY: the caller vouches for so many numbers in both places.
    unsafe {
        for index in 0..length {
            let number = T::of(*from.add(index));
            *to.add(index) = number;
            sound &= number - number == T::ZERO;
        }
        let broken = |index: &usize| {
            let number = *to.add(*index);
            number - number != T::ZERO
        };
        match sound {
            true => length,
            false => (0..length).find(broken).unwrap_or(length),
        }
    }
}

unsafe extern "C" fn widen<T: real::Real>(from: *const T, to: *mut f64, length: usize) {
    for index in 0..length {
        // SAFETY: the caller vouches for so many numbers in both places.
        unsafe { *to.add(index) = (*from.add(index)).wide() };
    }
}

unsafe extern "C" fn shuffle(order: *mut u32, length: usize, key: *const [u32; 8], stream: u64) {
    // SAFETY: the caller vouches for the order and the key.
    unsafe { shuffle::shuffle(order, length, *key, stream) }
}

unsafe extern "C" fn digest(state: *mut [u32; 8], blocks: *const [u8; 64], count: usize) {
    // SAFETY: the caller vouches for the state and the blocks.
    unsafe { digest::compress(&mut *state, blocks, count) }
}
