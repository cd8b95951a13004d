//! Epochs: every row once, in batches, each of which moves the weights by one step.
//!
//! All threads run the same code. Each takes its share of a chunk's panels forward and back, and
//! then its share of the outputs of each layer, whose gradients it sums and whose weights it moves.
//! Nobody adds to what another one sums, so that the number of threads changes nothing.

use core::ops::Range;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::gather::{self, Rows};
use super::interface::{Job, Layer, outcome};
use super::loss;
use super::network::{backward, forward};
use super::product::{Panels, ROWS, Sums, Target, Then, Walk, dots, product, sums};
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

/// How gradients are summed over a chunk.
struct Summed<'r, V> {
    panels: usize,
    /// Whether they are added to those of the chunks before.
    goes_on: bool,
    /// The step that follows, if the chunk is the whole batch.
    rule: Option<&'r Rule<V>>,
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
                    self.gradients(&Summed {
                        panels: chunk.count.div_ceil(V::LANES),
                        goes_on: done > 0,
                        rule: fused.then_some(&rule),
                    });
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
        if panels.is_empty() {
            return;
        }
        // SAFETY: see `train`.
        unsafe {
            let input = &*job.layers;
            let output = &*job.layers.add(job.depth - 1);
            let outputs = output.outputs;
            if gather {
                for panel in panels.clone() {
                    let inputs = job.inputs.add(panel * input.stride * lanes);
                    gather::inputs::<V>(&job.data, rows, panel, input, inputs);
                    let targets = job.targets.add(panel * outputs * lanes);
                    gather::targets::<V>(&job.data, rows, panel, outputs, targets);
                }
            }
            let (layers, depth) = (job.layers, job.depth);
            forward::<V, true>(layers, depth, job.weights, job.inputs, panels.clone());
            let values = (job.formula.length + 2) * 2 * lanes;
            let first = panels.start * outputs * lanes;
            let parts = loss::Panels {
                scores: output.values.add(first),
                targets: job.targets.add(first),
                errors: output.errors.add(first),
                losses: job.row_losses.add(panels.start * lanes),
                outputs,
                rows: rows.count.min(panels.end * lanes) - panels.start * lanes,
            };
            let values = job.formula_values.wrapping_add(self.thread * values);
            loss::loss::<V>(job, &parts, share, values);
            backward::<V>(layers, depth, job.weights, panels);
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
    unsafe fn gradients(&self, chunk: &Summed<V>) {
        let job = self.job;
        let mut inputs = job.inputs;
        // SAFETY: see `train`.
        unsafe {
            for index in 0..job.depth {
                let layer = &*job.layers.add(index);
                let own = self.share(layer.outputs);
                match layer.rows.is_null() {
                    true => self.narrow(layer, own, chunk, inputs),
                    false => self.wide(layer, own, chunk),
                }
                inputs = layer.values;
            }
        }
    }

    /// A layer with few inputs: its gradients are sums across lanes.
    unsafe fn narrow(
        &self,
        layer: &Layer<V::Real>,
        own: Range<usize>,
        chunk: &Summed<V>,
        inputs: *const V::Real,
    ) {
        let at = layer.weights + own.start * layer.weights_step;
        // SAFETY: see `train`.
        unsafe {
            let values = Panels {
                first: inputs,
                step: layer.stride * V::LANES,
            };
            let sums = Sums {
                c: self.job.gradients.add(at),
                row: layer.weights_step,
                goes_on: chunk.goes_on,
            };
            let errors = self.errors(layer, own.start);
            let sizes = [own.len(), layer.inputs];
            dots::<V>(sizes, chunk.panels, [errors, values], sums);
            self.biases(layer, own.clone(), chunk);
            if let Some(rule) = chunk.rule {
                self.update(rule, at, own.len() * layer.weights_step);
            }
        }
    }

    /// A layer whose inputs stand row by row. In a large one, each block of gradients is used at
    /// once, while it is in the nearest cache; a small one fits there as a whole.
    unsafe fn wide(&self, layer: &Layer<V::Real>, own: Range<usize>, chunk: &Summed<V>) {
        let lanes = V::LANES;
        let step = layer.weights_step;
        let at = layer.weights + own.start * step;
        let vectors = layer.stride / lanes;
        // SAFETY: see `train`; a block holds `ROWS` rows of `WIDTH` vectors.
        unsafe {
            let walk = Walk {
                a: layer.errors.add(own.start * lanes).cast_const(),
                a_row: lanes,
                a_step: 1,
                a_block: layer.outputs * lanes,
                b: layer.rows.cast_const(),
                b_column: lanes,
                b_step: layer.stride,
                b_block: layer.stride * lanes,
                steps: lanes,
                blocks: chunk.panels,
            };
            let mut target = Target {
                c: self.job.gradients.add(at),
                row: step,
                column: lanes,
                goes_on: chunk.goes_on,
                then: Then::Nothing,
            };
            self.biases(layer, own.clone(), chunk);
            match chunk.rule {
                None => product::<V, true>(own.len(), vectors, &walk, &target),
                Some(rule) if own.len() * step <= LARGE => {
                    product::<V, true>(own.len(), vectors, &walk, &target);
                    self.update(rule, at, own.len() * step);
                }
                Some(rule) => {
                    let mut block = [V::zero(); ROWS * WIDTH];
                    target.c = block.as_mut_ptr().cast();
                    target.row = WIDTH * lanes;
                    for column in (0..vectors).step_by(WIDTH) {
                        let width = (vectors - column).min(WIDTH);
                        for output in (0..own.len()).step_by(ROWS) {
                            let height = (own.len() - output).min(ROWS);
                            let walk = Walk {
                                a: walk.a.add(output * lanes),
                                b: walk.b.add(column * lanes),
                                ..walk
                            };
                            product::<V, true>(height, width, &walk, &target);
                            let lines = Part {
                                lines: height,
                                weights_step: step,
                                gradients_step: target.row,
                                ..self.part(at + output * step + column * lanes, width * lanes)
                            };
                            let gradients = target.c.cast_const();
                            update(rule, &Part { gradients, ..lines });
                        }
                    }
                }
            }
            if let Some(rule) = chunk.rule {
                self.update(rule, layer.biases + own.start, own.len());
            }
        }
    }

    /// The gradients of biases.
    unsafe fn biases(&self, layer: &Layer<V::Real>, own: Range<usize>, chunk: &Summed<V>) {
        // SAFETY: see `train`.
        unsafe {
            let at = layer.biases + own.start * layer.biases_step;
            let to = Sums {
                c: self.job.gradients.add(at),
                row: layer.biases_step,
                goes_on: chunk.goes_on,
            };
            let errors = self.errors(layer, own.start);
            sums::<V>(own.len(), chunk.panels, errors, to);
        }
    }

    /// A layer's errors from an output on.
    unsafe fn errors(&self, layer: &Layer<V::Real>, output: usize) -> Panels<V::Real> {
        Panels {
            // SAFETY: see `train`.
            first: unsafe { layer.errors.add(output * V::LANES) },
            step: layer.outputs * V::LANES,
        }
    }

    /// Moves so many parameters from a place on.
    unsafe fn update(&self, rule: &Rule<V>, at: usize, length: usize) {
        // SAFETY: see `train`.
        unsafe { update(rule, &self.part(at, length)) }
    }

    /// Moves this thread's weights, after a batch whose gradients had to wait.
    unsafe fn step(&self, mut rule: Rule<V>) {
        let job = self.job;
        let own = self.share(job.numbers / V::LANES);
        // SAFETY: see `train`.
        unsafe {
            if job.clip < f64::INFINITY {
                rule.scale = clipping::<V>(job.gradients, job.numbers, job.clip);
            }
            self.update(&rule, own.start * V::LANES, own.len() * V::LANES);
        }
    }

    /// Parameters from a place on, with their gradients and what the optimiser remembers of them.
    fn part(&self, at: usize, length: usize) -> Part<V::Real> {
        let job = self.job;
        Part {
            weights: job.weights.wrapping_add(at),
            gradients: job.gradients.wrapping_add(at),
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
        let mut sum = V::zero();
        for index in (0..self.job.numbers).step_by(V::LANES) {
            // SAFETY: the index stays within the weights, which are whole vectors.
            let weights = unsafe { V::load(self.job.weights.add(index)) };
            sum = sum.add(weights.sub(weights));
        }
        sum.sum()
    }

    /// This thread's share of so many things: neighbours.
    fn share(&self, things: usize) -> Range<usize> {
        if self.threads <= 1 {
            return 0..things;
        }
        let at = |thread: usize| things * thread / self.threads;
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
