//! Scores of many rows, with the arithmetic of generated code, and their losses.

use super::criterion::Criterion;
use super::interface::{Form, Forward, Losses, lanes};
use super::memory::Buffer;
use super::network::{Rows, Shape, Workspace};
use super::{Number, form};

/// The most rows that are worked on at a time. Part of the arithmetic of batches that are larger:
/// it never changes.
pub(crate) const CHUNK: usize = 128;

/// Computes the scores of as many rows again and again, in the same memory.
pub(crate) struct Scorer<T> {
    form: &'static Form,
    columns: usize,
    outputs: usize,
    rows: usize,
    workspace: Workspace<T>,
    weights: Buffer<T>,
    scores: Vec<T>,
}

impl<T: Number> Scorer<T> {
    pub(crate) fn new(shape: &Shape, rows: usize) -> Scorer<T> {
        let workspace = Workspace::new(shape, CHUNK.min(rows), false);
        let outputs = shape.sizes[shape.sizes.len() - 1];
        Scorer {
            form: form(),
            columns: shape.sizes[0],
            outputs,
            rows,
            weights: workspace.room(true),
            workspace,
            scores: vec![T::of(0.0); rows * outputs],
        }
    }

    /// With kernels of another form.
    #[cfg(test)]
    pub(crate) fn with_form(mut self, form: &'static Form) -> Scorer<T> {
        self.form = form;
        self
    }

    /// The scores of all rows, row by row, with these weights.
    ///
    /// # Panics
    /// If weights or rows are not as many as they should be.
    pub(crate) fn scores(&mut self, weights: &[T], rows: &Rows<'_, T>) -> &[T] {
        assert_eq!(rows.columns, self.columns);
        assert_eq!(rows.count(), self.rows);
        self.workspace.pack(weights, &mut self.weights);
        let job = Forward {
            layers: self.workspace.layers.as_ptr(),
            depth: self.workspace.layers.len(),
            weights: self.weights.pointer(),
            inputs: self.workspace.inputs.pointer(),
            data: rows.data(self.outputs),
            chunk: self.workspace.rows,
            scores: self.scores.as_mut_ptr(),
        };
        // SAFETY: the workspace fits the shape, weights and rows were counted, and all live until
        // the kernel returns.
        unsafe { (T::kernels(self.form).forward)(&job) };
        &self.scores
    }

    /// Those that were computed last.
    pub(crate) fn last(&self) -> &[T] {
        &self.scores
    }
}

/// Computes the sum of the losses of rows from their scores, in `f64`.
pub(crate) struct Judge {
    form: &'static Form,
    criterion: Criterion,
    room: Buffer<f64>,
    outputs: usize,
}

impl Judge {
    pub(crate) fn new(criterion: Criterion, outputs: usize) -> Judge {
        let vectors = 3 * outputs + 1 + criterion.vectors();
        Judge {
            form: form(),
            room: Buffer::zeros(vectors * lanes::<f64>()),
            criterion,
            outputs,
        }
    }

    /// With kernels of another form.
    #[cfg(test)]
    pub(crate) fn with_form(mut self, form: &'static Form) -> Judge {
        self.form = form;
        self
    }

    /// # Panics
    /// If there are not scores and answers for each row.
    pub(crate) fn losses<T: Number>(&mut self, scores: &[T], rows: &Rows<'_, T>) -> f64 {
        assert_eq!(scores.len(), rows.count() * self.outputs);
        assert!(rows.has_answers());
        let job = Losses {
            scores: scores.as_ptr(),
            data: rows.data(self.outputs),
            outputs: self.outputs,
            criterion: self.criterion.interface(),
            room: self.room.pointer(),
        };
        // SAFETY: there is a score for each output of each row, and room as it is asked for.
        unsafe { (T::kernels(self.form).losses)(&job) }
    }
}
