//! A training as the kernels run it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::criterion::Criterion;
use super::epoch::{Ask, Asked, Numbers};
use super::interface::{After, Barrier, Form, Job, Method, lanes, outcome};
use super::memory::Buffer;
use super::network::{Rows, Shape, Workspace};
use super::scores::CHUNK;
use super::{Number, form};

/// How to train.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) criterion: Criterion,
    pub(crate) method: Method,
    pub(crate) momentum: f64,
    pub(crate) weight_decay: f64,
    pub(crate) clip: f64,
    pub(crate) batch: usize,
    /// The key and the stream of the orders of rows; none if they keep their own.
    pub(crate) shuffle: Option<([u32; 8], u64)>,
}

/// An order of rows.
pub(crate) struct Order(Vec<u32>);

impl Order {
    /// Rows by their places.
    ///
    /// # Panics
    /// If a place is not less than the number of rows.
    pub(crate) fn new(places: Vec<u32>) -> Order {
        assert!(places.iter().all(|&place| (place as usize) < places.len()));
        Order(places)
    }
}

/// How far a training came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Sound,
    /// Whoever was asked wanted no further epoch.
    Stopped,
    /// In this epoch, counted from 1.
    LossDiverged(usize),
    WeightDiverged(usize),
    /// In the middle of an epoch: the weights are those of nowhere.
    Aborted,
}

/// Weights on their way, with what the optimiser remembers.
pub(crate) struct Trainer<T> {
    form: &'static Form,
    shape: Shape,
    settings: Settings,
    workspace: Workspace<T>,
    weights: Buffer<T>,
    gradients: Buffer<T>,
    first: Buffer<T>,
    second: Buffer<T>,
    targets: Buffer<T>,
    row_losses: Buffer<T>,
    /// For each thread, what a recorded loss needs.
    formula_values: Buffer<T>,
    rows: usize,
    order: Vec<u32>,
}

impl<T: Number> Trainer<T> {
    /// A training of a network with these weights, on so many rows.
    ///
    /// # Panics
    /// If there is not one weight for each parameter, or no row.
    pub(crate) fn new(shape: Shape, settings: Settings, weights: &[T], rows: usize) -> Trainer<T> {
        assert!(rows > 0 && settings.batch > 0);
        let workspace = Workspace::new(&shape, CHUNK.min(settings.batch).min(rows), true);
        let outputs = shape.sizes[shape.sizes.len() - 1];
        let [first, second] = remembers(settings.method);
        let mut packed = workspace.room(true);
        workspace.pack(weights, &mut packed);
        // The order of rows within the only batch changes nothing but the rounding of sums.
        let mixed = settings.shuffle.is_some() && settings.batch < rows;
        Trainer {
            form: form(),
            weights: packed,
            gradients: workspace.room(true),
            first: workspace.room(first),
            second: workspace.room(second),
            targets: Buffer::zeros(workspace.rows * outputs),
            row_losses: Buffer::zeros(workspace.rows),
            formula_values: Buffer::zeros(0),
            rows,
            order: if mixed {
                (0..rows as u32).collect()
            } else {
                Vec::new()
            },
            shape,
            settings,
            workspace,
        }
    }

    /// With kernels of another form.
    #[cfg(test)]
    pub(crate) fn with_form(mut self, form: &'static Form) -> Trainer<T> {
        self.form = form;
        self
    }

    pub(crate) fn weights(&self) -> Vec<T> {
        self.unpacked(&self.weights)
    }

    fn unpacked(&self, packed: &Buffer<T>) -> Vec<T> {
        let mut list = Vec::new();
        self.workspace.unpack(packed.as_slice(), &mut list);
        list
    }

    /// What the optimiser remembers: the first and the second moment, or the momentum; empty where
    /// it does not.
    pub(crate) fn memory(&self) -> [Vec<T>; 2] {
        [self.unpacked(&self.first), self.unpacked(&self.second)]
    }

    /// Goes on from what the optimiser remembered.
    ///
    /// # Panics
    /// If that is not as much as it remembers.
    pub(crate) fn remember(&mut self, memory: [&[T]; 2]) {
        for (moment, numbers) in [&mut self.first, &mut self.second].into_iter().zip(memory) {
            match moment.as_slice().is_empty() {
                true => assert!(numbers.is_empty()),
                false => self.workspace.pack(numbers, moment),
            }
        }
    }

    /// Takes the rows in this order from now on.
    ///
    /// # Panics
    /// If rows are shuffled.
    pub(crate) fn follow(&mut self, order: &Order) {
        assert!(self.settings.shuffle.is_none());
        self.order.clone_from(&order.0);
    }

    /// Runs epochs, counted from 0, and adds their losses. `rates` are those of the whole
    /// training. `ask` is asked after each epoch.
    ///
    /// # Panics
    /// If the rows are not those that were announced, or rates are missing.
    pub(crate) fn run(
        &mut self,
        epochs: std::ops::Range<usize>,
        rates: &[f64],
        rows: &Rows<'_, T>,
        losses: &mut Vec<f64>,
        threads: usize,
        ask: Option<Ask<'_, T>>,
    ) -> Outcome {
        assert!(epochs.end <= rates.len() && losses.len() == epochs.start);
        assert_eq!(rows.columns, self.shape.sizes[0]);
        assert_eq!(rows.count(), self.rows, "these are other rows");
        assert!(rows.has_answers());
        let threads = threads.max(1);
        losses.resize(epochs.end, 0.0);
        let settings = &self.settings;
        let vectors = threads * settings.criterion.vectors();
        if self.formula_values.as_slice().len() < vectors * lanes::<T>() {
            self.formula_values = Buffer::zeros(vectors * lanes::<T>());
        }
        let (key, stream) = settings.shuffle.unwrap_or_default();
        let data = rows.data(self.shape.sizes[self.shape.sizes.len() - 1]);
        let inputs = self.workspace.inputs.pointer();
        let (weights, numbers) = (self.weights.pointer(), self.weights.as_slice().len());
        let [first, second] = [self.first.pointer(), self.second.pointer()];
        let all_losses = losses.as_mut_ptr();
        let mut asked = ask.map(|ask| {
            let numbers = Numbers {
                weights: weights.cast_const(),
                count: numbers,
                memory: [first.cast_const(), second.cast_const()],
                losses: all_losses.cast_const(),
            };
            Asked::new(ask, &self.workspace, numbers)
        });
        let job = Job {
            layers: self.workspace.layers.as_ptr(),
            depth: self.workspace.layers.len(),
            weights,
            gradients: self.gradients.pointer(),
            first,
            second,
            numbers,
            inputs,
            targets: self.targets.pointer(),
            row_losses: self.row_losses.pointer(),
            formula_values: self.formula_values.pointer(),
            data,
            order: match self.order.is_empty() {
                true => std::ptr::null_mut(),
                false => self.order.as_mut_ptr(),
            },
            batch: settings.batch,
            chunk: CHUNK,
            criterion: settings.criterion.interface(),
            method: settings.method,
            momentum: settings.momentum,
            weight_decay: settings.weight_decay,
            clip: settings.clip,
            rates: rates.as_ptr(),
            losses: all_losses,
            epochs: [epochs.start, epochs.end],
            shuffle: settings.shuffle.is_some() && !self.order.is_empty(),
            key,
            stream,
            after: match &mut asked {
                Some(asked) => asked.after(),
                None => After {
                    call: None,
                    context: std::ptr::null_mut(),
                    every: [0; 2],
                    abort: std::ptr::null(),
                },
            },
            barrier: Barrier {
                done: AtomicUsize::new(epochs.start),
                ..Barrier::default()
            },
            rest,
        };
        self.work(&job, threads);
        let done = job.barrier.done.into_inner();
        losses.truncate(done);
        if let Some(asked) = asked {
            asked.finish();
        }
        match job.barrier.outcome.into_inner() {
            outcome::SOUND => Outcome::Sound,
            outcome::STOPPED => Outcome::Stopped,
            outcome::ABORTED => Outcome::Aborted,
            outcome::LOSS_DIVERGED => Outcome::LossDiverged(done),
            _ => Outcome::WeightDiverged(done),
        }
    }

    /// Runs a job, all of whose pointers are valid, on so many threads.
    fn work(&self, job: &Job<T>, threads: usize) {
        let train = T::kernels(self.form).train;
        if threads <= 1 {
            // SAFETY: all that the job points to was made with the sizes that it tells, and is
            // borrowed until its maker returns.
            return unsafe { train(job, 0) };
        }
        let shared = Shared(job);
        let counted = |count| shared.0.barrier.threads.store(count, Ordering::Relaxed);
        // SAFETY: as above, and every thread has its own number below the number of threads.
        let work = |thread| unsafe { train(shared.get(), thread) };
        on_threads(threads, &counted, &work);
    }
}

/// Works on so many threads, each with its number. Those that could not be started are not waited
/// for: all begin when it is clear how many there are.
fn on_threads(threads: usize, counted: &dyn Fn(usize), work: &(dyn Fn(usize) + Sync)) {
    let started = OnceLock::new();
    std::thread::scope(|scope| {
        let started = &started;
        let mut count = 1;
        for thread in 1..threads {
            let work = move || {
                started.wait();
                work(thread);
            };
            match std::thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => count += 1,
                Err(_) => break,
            }
        }
        counted(count);
        let _ = started.set(());
        work(0);
    });
}

/// A job that several threads work on.
struct Shared<'j, T>(&'j Job<T>);

// SAFETY: the kernels divide what a job points to among its threads, and let them wait for each
// other where one reads what another wrote.
unsafe impl<T> Sync for Shared<'_, T> {}

impl<T> Shared<'_, T> {
    fn get(&self) -> *const Job<T> {
        self.0
    }
}

/// Whether a method remembers one number, or two, for each weight.
pub(super) fn remembers(method: Method) -> [bool; 2] {
    match method {
        Method::Sgd => [false, false],
        Method::Momentum | Method::Nesterov => [true, false],
        Method::Adam | Method::AdamW => [true, true],
        Method::RmsProp => [false, true],
    }
}

/// The order of rows in an epoch, counted from 1.
#[cfg(test)]
pub(in crate::kernels) fn order(form: &Form, seed: u64, rows: usize, epoch: u64) -> Vec<u32> {
    let (key, stream) = crate::random::Random::shuffling(seed);
    let mut order = vec![0; rows];
    // SAFETY: the order has that many rows.
    unsafe { (form.shuffle)(order.as_mut_ptr(), rows, &key, epoch << 8 | stream) };
    order
}

extern "C" fn rest() {
    std::thread::yield_now();
}
