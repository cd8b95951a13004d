//! Epochs: every row once, in batches, each of which moves the weights by one step.
//!
//! All threads run the same code. Each takes its share of a chunk's panels forward and back, and
//! then its share of the outputs of each layer, whose gradients it sums and whose weights it moves.
//! Nobody adds to what another one sums, so that the number of threads changes nothing.

use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::gather::{self, Rows};
use super::gradients::Summed;
use super::interface::{Job, outcome};
use super::loss;
use super::network::{backward, forward};
use super::real::Real;
use super::share::Share;
use super::shuffle::shuffle;
use super::update::Rule;
use super::vector::Vector;

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
            let Some(total) = worker.epoch(epoch, once) else {
                break;
            };
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
pub(crate) struct Worker<'j, V: Vector> {
    pub(crate) job: &'j Job<V::Real>,
    thread: usize,
    threads: usize,
}

impl<V: Vector> Worker<'_, V> {
    /// All batches; the sum of the losses of all rows, or none if somebody wants no more. `once` says
    /// that the only chunk stays as it is from epoch to epoch.
    #[inline(never)]
    unsafe fn epoch(&self, epoch: usize, once: bool) -> Option<f64> {
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
                        self.look();
                    }
                    self.gradients(&Summed {
                        panels: chunk.count.div_ceil(V::LANES),
                        goes_on: done > 0,
                        rule: fused.then_some(&rule),
                    });
                    self.wait();
                    // Nobody writes it until all threads have come to wait again.
                    if job.barrier.outcome.load(Relaxed) == outcome::ABORTED {
                        return None;
                    }
                    done += chunk.count;
                }
                if !fused {
                    self.step(rule);
                    self.wait();
                }
            }
        }
        Some(total)
    }

    /// Notes whether somebody wants this epoch to end now.
    unsafe fn look(&self) {
        // SAFETY: it is null or there as long as the job is.
        let abort = unsafe { self.job.after.abort.as_ref() };
        if let Some(abort) = abort
            && abort.load(Relaxed)
        {
            self.job.barrier.outcome.store(outcome::ABORTED, Relaxed);
        }
    }

    /// This thread's panels of a chunk, forward and back.
    #[inline(never)]
    unsafe fn through(&self, rows: &Rows, share: f64, gather: bool) {
        let job = self.job;
        let lanes = V::LANES;
        let panels = self.share(rows.count.div_ceil(lanes));
        if panels.count == 0 {
            return;
        }
        // SAFETY: see `train`.
        unsafe {
            let input = &*job.layers;
            let output = &*job.layers.add(job.depth - 1);
            let outputs = output.outputs;
            if gather {
                for panel in panels.start..panels.end() {
                    let inputs = job.inputs.add(panel * input.stride * lanes);
                    gather::inputs::<V>(&job.data, rows, panel, input, inputs);
                    let targets = job.targets.add(panel * outputs * lanes);
                    gather::targets::<V>(&job.data, rows, panel, outputs, targets);
                }
            }
            let (layers, depth) = (job.layers, job.depth);
            forward::<V, true>(layers, depth, job.weights, job.inputs, panels);
            let values = (job.criterion.formula.length + 2) * 2 * lanes;
            let first = panels.start * outputs * lanes;
            let parts = loss::Panels {
                scores: output.values.add(first),
                targets: job.targets.add(first),
                errors: output.errors.add(first),
                losses: job.row_losses.add(panels.start * lanes),
                outputs,
                rows: rows.count.min(panels.end() * lanes) - panels.start * lanes,
            };
            let values = job.formula_values.wrapping_add(self.thread * values);
            loss::loss::<V>(&job.criterion, &parts, share, values);
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
        // No remainder of a division by 0 is one.
        let is_multiple = |every: usize| (epoch + 1).checked_rem(every) == Some(0);
        let [often, seldom] = job.after.every;
        let is_asked = is_multiple(often) || is_multiple(seldom);
        let asked = if is_asked { job.after.call } else { None };
        let end = match (finite(loss), sound, asked) {
            (false, ..) => outcome::LOSS_DIVERGED,
            (true, false, _) => outcome::WEIGHT_DIVERGED,
            // SAFETY: it gets the context that belongs to it.
            (true, true, Some(goes_on)) if !unsafe { goes_on(job.after.context, epoch) } => {
                outcome::STOPPED
            }
            _ => outcome::SOUND,
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

    /// This thread's share of so many things.
    pub(crate) fn share(&self, things: usize) -> Share {
        Share::of(things, self.thread, self.threads)
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
