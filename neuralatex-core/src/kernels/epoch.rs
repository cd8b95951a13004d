//! What is asked after epochs, from within the kernels: threads go on afterwards where they are.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::Number;
use super::interface::After;
use super::network::Workspace;

/// An epoch that has just ended.
pub(crate) struct Epoch<'t, T> {
    /// Counted from 1.
    pub(crate) number: usize,
    pub(crate) loss: f64,
    workspace: &'t Workspace<T>,
    packed: &'t [T],
}

impl<T: Number> Epoch<'_, T> {
    /// The weights, in place of what was in the list.
    pub(crate) fn write_weights(&self, list: &mut Vec<T>) {
        self.workspace.unpack(self.packed, list);
    }
}

/// Tells whether training goes on.
pub(crate) struct Ask<'a, T> {
    /// After each epoch that is a multiple of this.
    pub(crate) every: usize,
    pub(crate) whether: &'a mut dyn FnMut(&Epoch<'_, T>) -> bool,
}

/// Someone who is asked, as the kernels know them.
pub(super) struct Asked<'a, 'w, T> {
    ask: Ask<'a, T>,
    workspace: &'w Workspace<T>,
    weights: *const T,
    numbers: usize,
    losses: *const f64,
    panic: Option<Box<dyn Any + Send>>,
}

impl<'a, 'w, T: Number> Asked<'a, 'w, T> {
    /// The pointers are those of a job.
    pub(super) fn new(
        ask: Ask<'a, T>,
        workspace: &'w Workspace<T>,
        (weights, numbers): (*const T, usize),
        losses: *const f64,
    ) -> Asked<'a, 'w, T> {
        Asked {
            ask,
            workspace,
            weights,
            numbers,
            losses,
            panic: None,
        }
    }

    /// For a job that ends before this does.
    pub(super) fn after(&mut self) -> After {
        After {
            call: Some(call::<T>),
            context: (&raw mut *self).cast(),
            every: self.ask.every,
        }
    }

    /// Goes on with a panic that the kernels could not pass through.
    pub(super) fn finish(self) {
        if let Some(panic) = self.panic {
            resume_unwind(panic);
        }
    }
}

unsafe extern "C" fn call<T: Number>(context: *mut c_void, epoch: usize) -> bool {
    // SAFETY: the kernels pass what `after` gave them, on one thread at a time; until this returns no
    // thread writes weights or losses, whose pointers are valid as those of the job are.
    let (asked, epoch) = unsafe {
        let asked = &mut *context.cast::<Asked<'_, '_, T>>();
        let epoch = Epoch {
            number: epoch + 1,
            loss: *asked.losses.add(epoch),
            workspace: asked.workspace,
            packed: std::slice::from_raw_parts(asked.weights, asked.numbers),
        };
        (asked, epoch)
    };
    match catch_unwind(AssertUnwindSafe(|| (asked.ask.whether)(&epoch))) {
        Ok(goes_on) => goes_on,
        Err(panic) => {
            asked.panic = Some(panic);
            false
        }
    }
}
