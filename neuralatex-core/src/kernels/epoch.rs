//! What is asked after epochs, from within the kernels: threads go on afterwards where they are.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::AtomicBool;

use super::Number;
use super::interface::After;
use super::network::Workspace;

/// An epoch that has just ended.
pub(crate) struct Epoch<'t, T> {
    /// Counted from 1.
    pub(crate) number: usize,
    pub(crate) loss: f64,
    /// Those of all epochs of the training so far, this one included.
    pub(crate) losses: &'t [f64],
    workspace: &'t Workspace<T>,
    packed: &'t [T],
    /// What the optimiser remembers.
    memory: [&'t [T]; 2],
}

impl<T: Number> Epoch<'_, T> {
    /// The weights, in place of what was in the list.
    pub(crate) fn write_weights(&self, list: &mut Vec<T>) {
        self.workspace.unpack(self.packed, list);
    }

    /// What the optimiser remembers, as [`Trainer::memory`](super::trainer::Trainer::memory) tells it.
    pub(crate) fn memory(&self) -> [Vec<T>; 2] {
        let mut lists = [Vec::new(), Vec::new()];
        for (moment, list) in self.memory.iter().zip(&mut lists) {
            self.workspace.unpack(moment, list);
        }
        lists
    }
}

/// Tells whether training goes on.
pub(crate) struct Ask<'a, T> {
    /// After each epoch that is a multiple of one of these, of which 0 asks for none.
    pub(crate) every: [usize; 2],
    pub(crate) whether: &'a mut dyn FnMut(&Epoch<'_, T>) -> bool,
    /// Ends an epoch in its middle as soon as it is set.
    pub(crate) abort: Option<&'a AtomicBool>,
}

/// What is told of an epoch, by the pointers of its job.
pub(super) struct Numbers<T> {
    pub(super) weights: *const T,
    pub(super) count: usize,
    /// Each null, or as many as there are weights.
    pub(super) memory: [*const T; 2],
    pub(super) losses: *const f64,
}

/// Someone who is asked, as the kernels know them.
pub(super) struct Asked<'a, 'w, T> {
    ask: Ask<'a, T>,
    workspace: &'w Workspace<T>,
    numbers: Numbers<T>,
    panic: Option<Box<dyn Any + Send>>,
}

impl<'a, 'w, T: Number> Asked<'a, 'w, T> {
    pub(super) fn new(
        ask: Ask<'a, T>,
        workspace: &'w Workspace<T>,
        numbers: Numbers<T>,
    ) -> Asked<'a, 'w, T> {
        Asked {
            ask,
            workspace,
            numbers,
            panic: None,
        }
    }

    /// For a job that ends before this does.
    pub(super) fn after(&mut self) -> After {
        After {
            call: Some(call::<T>),
            context: (&raw mut *self).cast(),
            every: self.ask.every,
            abort: self.ask.abort.map_or(std::ptr::null(), std::ptr::from_ref),
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
    // thread writes any of these numbers, whose pointers are valid as those of the job are.
    let (asked, epoch) = unsafe {
        let asked = &mut *context.cast::<Asked<'_, '_, T>>();
        let numbers = &asked.numbers;
        let list = |pointer: *const T| match pointer.is_null() {
            true => &[],
            false => std::slice::from_raw_parts(pointer, numbers.count),
        };
        let epoch = Epoch {
            number: epoch + 1,
            loss: *numbers.losses.add(epoch),
            losses: std::slice::from_raw_parts(numbers.losses, epoch + 1),
            workspace: asked.workspace,
            packed: list(numbers.weights),
            memory: [list(numbers.memory[0]), list(numbers.memory[1])],
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
