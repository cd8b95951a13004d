//! Scores of many rows, with the arithmetic of generated code.

use super::interface::{Form, Forward};
use super::network::{Rows, Shape, Workspace};
use super::{Number, form};

/// The most rows that are worked on at a time. Part of the arithmetic of batches that are larger:
/// it never changes.
pub(crate) const CHUNK: usize = 128;

/// The scores of all rows, row by row.
///
/// # Panics
/// If the weights are not as many as the network has.
pub(crate) fn scores<T: Number>(shape: &Shape, weights: &[T], rows: &Rows<'_, T>) -> Vec<T> {
    scores_with(form(), shape, weights, rows)
}

pub(in crate::kernels) fn scores_with<T: Number>(
    form: &Form,
    shape: &Shape,
    weights: &[T],
    rows: &Rows<'_, T>,
) -> Vec<T> {
    assert_eq!(rows.columns, shape.sizes[0]);
    let outputs = shape.sizes[shape.sizes.len() - 1];
    let mut scores = vec![T::of(0.0); rows.count() * outputs];
    let mut workspace = Workspace::new(shape, CHUNK.min(rows.count()), false);
    let weights = workspace.pack(weights);
    let job = Forward {
        layers: workspace.layers.as_ptr(),
        depth: workspace.layers.len(),
        weights: weights.as_slice().as_ptr(),
        inputs: workspace.inputs.pointer(),
        data: rows.data(outputs),
        chunk: workspace.rows,
        scores: scores.as_mut_ptr(),
    };
    // SAFETY: the workspace fits the shape, weights and rows were counted, and all live until the
    // kernel returns.
    unsafe { (T::kernels(form).forward)(&job) };
    scores
}
