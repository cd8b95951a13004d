//! Epochs: every row once, in batches, each of which moves the weights by one step.
//!
//! All threads run the same code. Each takes its share of a chunk's panels forward and back, and
//! then its share of the outputs of each layer, whose gradients it sums and whose weights it moves.
//! Nobody adds to what another one sums, so that the number of threads changes nothing.

use core::ops::Range;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::gather::{self, Rows};
use super::interface::{Job, Layer, outcome};
use super::loss::{Panel, loss};
use super::network::{backward, features, forward};
use super::product::{ROWS, Target, Then, Walk, dots, product};
use super::real::Real;
use super::shuffle::shuffle;
use super::update::{Part, Rule, clipping, update};
use super::vector::Vector;

/// Vectors side by side in a block of gradients.
const WIDTH: usize = 4;

/// More weights than the nearest cache can hold, with what belongs to them.
const LARGE: usize = 1 << 14;

/// Runs the epochs of a job, as one of its threads.
///
/// # Safety
/// The job must be as its documentation says, and every one of its threads must call this once.
pub(crate) unsafe fn train<V: Vector>(job: *const Job<V::Real>, thread: usize) {
    // SAFETY: the caller vouches for the job. Threads write to places of their own between two
    // calls of `wait`, but for the order of rows, the losses and the outcome, which are the first
    // thread's.
    unsafe {
        let job = &*job;
        let threads = job.barrier.threads.load(Relaxed).max(1);
        let worker = Worker::<V> {
            job,
            thread,
            threads,
        };
        // A batch of all rows stays as it is from epoch to epoch.
        let once = job.order.is_null() && job.batch.min(job.chunk) >= job.data.rows;
        for epoch in job.epochs[0]..job.epochs[1] {
            if thread == 0 && job.shuffle {
                let stream = (epoch as u64 + 1) << 8 | job.stream;
                shuffle(job.order, job.data.rows, job.key, stream);
            }
            worker.wait();
            let total = worker.epoch(epoch, once);
            if thread == 0 {
                worker.finish(epoch, total);
            }
            worker.wait();
            if job.barrier.outcome.load(Relaxed) != outcome::SOUND {
                break;
            }
        }
    }
}

/// One thread of a job.
struct Worker<'j, V: Vector> {
    job: &'j Job<V::Real>,
    thread: usize,
    threads: usize,
}

impl<V: Vector> Worker<'_, V> {
    /// All batches; the sum of the losses of all rows. `once` says that the only chunk stays as it
    /// is from epoch to epoch.
    #[inline(never)]
    unsafe fn epoch(&self, epoch: usize, once: bool) -> f64 {
        let job = self.job;
        let rows = job.data.rows;
        let batches = rows.div_ceil(job.batch.max(1));
        let mut total = 0.0;
        for batch in 0..batches {
            let first = batch * job.batch;
            let count = (rows - first).min(job.batch);
            let step = (epoch * batches + batch + 1) as u64;
            // SAFETY: batches lie within the rows; see `train`.
            unsafe {
                let rule = Rule::<V>::of(job, *job.rates.add(epoch), step);
                let fused = count <= job.chunk && job.clip == f64::INFINITY;
                let mut done = 0;
                while done < count {
                    let chunk = Rows {
                        order: job.order,
                        first: first + done,
                        count: (count - done).min(job.chunk),
                    };
                    let gather = !(once && epoch > job.epochs[0]);
                    self.through(&chunk, 1.0 / count as f64, gather);
                    self.wait();
                    if self.thread == 0 {
                        total += self.losses(chunk.count);
                    }
                    self.gradients(chunk.count, done > 0, fused.then_some(&rule));
                    self.wait();
                    done += chunk.count;
                }
                if !fused {
                    self.step(rule);
                    self.wait();
                }
            }
        }
        total
    }

    /// This thread's panels of a chunk, forward and back.
    unsafe fn through(&self, rows: &Rows, share: f64, gather: bool) {
        let job = self.job;
        let lanes = V::LANES;
        let panels = self.share(rows.count.div_ceil(lanes));
        // SAFETY: see `train`.
        unsafe {
            let input = &*job.layers;
            let output = &*job.layers.add(job.depth - 1);
            let outputs = output.outputs;
            if gather {
                for panel in panels.clone() {
                    let inputs = job.inputs.add(panel * features(input) * lanes);
                    gather::inputs::<V>(&job.data, rows, panel, input, inputs);
                    let targets = job.targets.add(panel * outputs * lanes);
                    gather::targets::<V>(&job.data, rows, panel, outputs, targets);
                }
            }
            forward::<V, true>(
                job.layers,
                job.depth,
                job.weights,
                job.inputs,
                panels.clone(),
            );
            let values = (job.formula.length + 2) * 2 * lanes;
            for panel in panels.clone() {
                let parts = Panel {
                    scores: output.values.add(panel * (outputs + 1) * lanes),
                    targets: job.targets.add(panel * outputs * lanes),
                    errors: output.errors.add(panel * outputs * lanes),
                    losses: job.row_losses.add(panel * lanes),
                    outputs,
                    rows: (rows.count - panel * lanes).min(lanes),
                };
                let values = job.formula_values.wrapping_add(self.thread * values);
                loss::<V>(job, &parts, share, values);
            }
            backward::<V>(job.layers, job.depth, job.weights, panels);
        }
    }

    /// The sum of the losses of a chunk.
    unsafe fn losses(&self, rows: usize) -> f64 {
        let mut sum = V::zero();
        for panel in 0..rows.div_ceil(V::LANES) {
            // SAFETY: there is a loss for each lane.
            sum = sum.add(unsafe { V::load(self.job.row_losses.add(panel * V::LANES)) });
        }
        sum.sum().wide()
    }

    /// The gradients of this thread's outputs of each layer, summed over a chunk; and the step that
    /// follows, if there is a rule for it.
    unsafe fn gradients(&self, rows: usize, goes_on: bool, rule: Option<&Rule<V>>) {
        let job = self.job;
        let panels = rows.div_ceil(V::LANES);
        let mut inputs = job.inputs;
        // SAFETY: see `train`.
        unsafe {
            for index in 0..job.depth {
                let layer = &*job.layers.add(index);
                let outputs = self.share(layer.outputs);
                match layer.rows.is_null() {
                    true => self.narrow(layer, outputs, panels, inputs, goes_on, rule),
                    false => self.wide(layer, outputs, panels, goes_on, rule),
                }
                inputs = layer.values;
            }
        }
    }

    /// A layer with few inputs.
    unsafe fn narrow(
        &self,
        layer: &Layer<V::Real>,
        outputs: Range<usize>,
        panels: usize,
        inputs: *const V::Real,
        goes_on: bool,
        rule: Option<&Rule<V>>,
    ) {
        let row = layer.inputs + 1;
        let at = layer.weights + outputs.start * row;
        // SAFETY: see `train`.
        unsafe {
            let errors = layer.errors.add(outputs.start * V::LANES).cast_const();
            dots::<V>(
                [outputs.len(), row],
                panels,
                [(errors, layer.outputs * V::LANES), (inputs, row * V::LANES)],
                (self.job.gradients.add(at), goes_on),
            );
            if let Some(rule) = rule {
                let gradients = self.job.gradients.add(at);
                update(rule, &self.part(at, gradients, outputs.len() * row));
            }
        }
    }

    /// A layer whose inputs stand row by row: blocks of gradients. In a large layer each block is
    /// used at once, while it is in the nearest cache; a small one fits there as a whole.
    unsafe fn wide(
        &self,
        layer: &Layer<V::Real>,
        outputs: Range<usize>,
        panels: usize,
        goes_on: bool,
        rule: Option<&Rule<V>>,
    ) {
        let lanes = V::LANES;
        let row = layer.inputs + 1;
        let own = outputs.len() * row;
        let at_once = rule.filter(|_| own > LARGE);
        let mut block = [V::zero(); ROWS * WIDTH];
        let block = block.as_mut_ptr().cast::<V::Real>();
        let mut column = 0;
        while column < row {
            let width = (row - column).min(WIDTH * lanes);
            let mut output = outputs.start;
            while output < outputs.end {
                let height = (outputs.end - output).min(ROWS);
                // SAFETY: see `train`; a block holds `ROWS` rows of `WIDTH` vectors.
                unsafe {
                    let walk = Walk {
                        a: layer.errors.add(output * lanes),
                        a_row: lanes,
                        a_step: 1,
                        a_block: layer.outputs * lanes,
                        b: layer.rows.add(column),
                        b_column: lanes,
                        b_step: layer.stride,
                        b_block: layer.stride * lanes,
                        steps: lanes,
                        blocks: panels,
                    };
                    let target = Target {
                        c: block,
                        row: WIDTH * lanes,
                        column: lanes,
                        goes_on: false,
                        then: Then::Nothing,
                    };
                    product::<V, true>(height, width.div_ceil(lanes), &walk, &target);
                    let at = layer.weights + output * row + column;
                    match at_once {
                        Some(rule) => {
                            let lines = Part {
                                lines: height,
                                weights_step: row,
                                gradients_step: WIDTH * lanes,
                                ..self.part(at, block, width)
                            };
                            update(rule, &lines);
                        }
                        None => {
                            for line in 0..height {
                                let sums = block.add(line * WIDTH * lanes);
                                self.keep(at + line * row, sums, width, goes_on);
                            }
                        }
                    }
                }
                output += ROWS;
            }
            column += WIDTH * lanes;
        }
        if let (Some(rule), None) = (rule, at_once) {
            let at = layer.weights + outputs.start * row;
            // SAFETY: see `train`.
            unsafe { update(rule, &self.part(at, self.job.gradients.add(at), own)) };
        }
    }

    /// Puts sums where they wait, for the rest of the layer or of the batch.
    unsafe fn keep(&self, at: usize, sums: *const V::Real, length: usize, goes_on: bool) {
        let mut index = 0;
        // SAFETY: see `train`; sums have room for whole vectors.
        unsafe {
            let gradients = self.job.gradients.add(at);
            while index < length {
                let left = length - index;
                let to = gradients.add(index);
                let sum = V::load(sums.add(index));
                match (left >= V::LANES, goes_on) {
                    (true, false) => sum.store(to),
                    (true, true) => V::load(to).add(sum).store(to),
                    (false, false) => sum.store_some(to, left),
                    (false, true) => V::load_some(to, left).add(sum).store_some(to, left),
                }
                index += V::LANES;
            }
        }
    }

    /// Moves this thread's weights, after a batch whose gradients had to wait.
    unsafe fn step(&self, mut rule: Rule<V>) {
        let job = self.job;
        let own = self.share(job.parameters.div_ceil(V::LANES));
        let [from, to] = [own.start, own.end].map(|at| (at * V::LANES).min(job.parameters));
        // SAFETY: see `train`.
        unsafe {
            if job.clip < f64::INFINITY {
                rule.scale = clipping::<V>(job.gradients, job.parameters, job.clip);
            }
            let gradients = job.gradients.add(from);
            update(&rule, &self.part(from, gradients, to - from));
        }
    }

    /// Weights from a place on, with what the optimiser remembers of them.
    fn part(&self, at: usize, gradients: *const V::Real, length: usize) -> Part<V::Real> {
        let job = self.job;
        Part {
            weights: job.weights.wrapping_add(at),
            gradients,
            first: job.first.wrapping_add(at),
            second: job.second.wrapping_add(at),
            length,
            lines: 1,
            weights_step: 0,
            gradients_step: 0,
        }
    }

    /// Notes the loss of an epoch, and whether it came to a sound end.
    unsafe fn finish(&self, epoch: usize, total: f64) {
        let job = self.job;
        let loss = total / job.data.rows as f64;
        let finite = |number: f64| number - number == 0.0;
        // SAFETY: there is room for the loss of each epoch.
        let sound = unsafe {
            *job.losses.add(epoch) = loss;
            finite(self.check().wide())
        };
        let end = match (finite(loss), sound) {
            (false, _) => outcome::LOSS_DIVERGED,
            (true, false) => outcome::WEIGHT_DIVERGED,
            (true, true) => outcome::SOUND,
        };
        job.barrier.outcome.store(end, Relaxed);
        job.barrier.done.store(epoch + 1, Relaxed);
    }

    /// 0 if all weights are finite, else no number.
    unsafe fn check(&self) -> V::Real {
        let (weights, length) = (self.job.weights, self.job.parameters);
        let mut sum = V::zero();
        let mut index = 0;
        while index < length {
            let left = length - index;
            // SAFETY: the index stays within the weights.
            let weights = unsafe {
                match left >= V::LANES {
                    true => V::load(weights.add(index)),
                    false => V::load_some(weights.add(index), left),
                }
            };
            sum = sum.add(weights.sub(weights));
            index += V::LANES;
        }
        sum.sum()
    }

    /// This thread's share of so many things: neighbours.
    fn share(&self, things: usize) -> Range<usize> {
        // The bound is said again so that nothing here can panic.
        let at = |thread: usize| things * thread / self.threads.max(1);
        at(self.thread)..at(self.thread + 1)
    }

    /// Waits until all threads are here.
    fn wait(&self) {
        let (threads, barrier) = (self.threads, &self.job.barrier);
        if threads <= 1 {
            return;
        }
        let round = barrier.round.load(Acquire);
        if barrier
            .waiting
            .fetch_add(1, core::sync::atomic::Ordering::AcqRel)
            + 1
            == threads
        {
            barrier.waiting.store(0, Relaxed);
            barrier.round.store(round + 1, Release);
            return;
        }
        let mut turns = 0_u32;
        while barrier.round.load(Acquire) == round {
            turns = turns.wrapping_add(1);
            match turns % 1024 {
                0 => (self.job.rest)(),
                _ => core::hint::spin_loop(),
            }
        }
    }
}
