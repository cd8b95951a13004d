//! The gradients of a chunk, layer by layer, and the steps that follow.
//!
//! SAFETY, for all of this file: places follow from the sizes of layers, for which the caller of
//! `train` vouches; every thread has outputs of its own.

use super::dots::{Features, Sums, dots, sums};
use super::interface::Layer;
use super::product::{ROWS, Target, Then, Walk, product};
use super::share::Share;
use super::train::Worker;
use super::update::{Part, Rule, clipping, update};
use super::vector::Vector;

/// Vectors side by side in a block of gradients.
const WIDTH: usize = 4;

/// More weights than the nearest cache can hold, with what belongs to them.
const LARGE: usize = 1 << 14;

/// How gradients are summed over a chunk.
pub(crate) struct Summed<'r, V> {
    pub(crate) panels: usize,
    /// Whether they are added to those of the chunks before.
    pub(crate) goes_on: bool,
    /// The step that follows, if the chunk is the whole batch.
    pub(crate) rule: Option<&'r Rule<V>>,
}

impl<V: Vector> Worker<'_, V> {
    /// The gradients of this thread's outputs of each layer, summed over a chunk; and the step that
    /// follows, if there is a rule for it.
    #[inline(never)]
    pub(crate) unsafe fn gradients(&self, chunk: &Summed<'_, V>) {
        let job = self.job;
        let mut inputs = job.inputs;
        // SAFETY: see above.
        unsafe {
            for index in 0..job.depth {
                let layer = &*job.layers.add(index);
                let own = self.share(layer.outputs);
                match layer.wide {
                    true => self.wide(layer, own, chunk),
                    false => self.narrow(layer, own, chunk, inputs),
                }
                inputs = layer.values;
            }
        }
    }

    /// A layer with few inputs: its gradients are sums across lanes.
    unsafe fn narrow(
        &self,
        layer: &Layer<V::Real>,
        own: Share,
        chunk: &Summed<'_, V>,
        inputs: *const V::Real,
    ) {
        let at = layer.weights + own.start * layer.weights_step;
        // SAFETY: see above.
        unsafe {
            let values = Features {
                first: inputs,
                step: layer.stride * V::LANES,
            };
            let sums = Sums {
                c: self.job.gradients.add(at),
                row: layer.weights_step,
                goes_on: chunk.goes_on,
            };
            let errors = self.errors(layer, own.start);
            let sizes = [own.count, layer.inputs];
            dots::<V>(sizes, chunk.panels, [errors, values], sums);
            self.biases(layer, own, chunk);
            if let Some(rule) = chunk.rule {
                self.update(
                    rule,
                    at,
                    self.whole(layer, own, at + own.count * layer.weights_step),
                );
            }
        }
    }

    /// A layer whose inputs stand row by row: its gradients are products.
    unsafe fn wide(&self, layer: &Layer<V::Real>, own: Share, chunk: &Summed<'_, V>) {
        let lanes = V::LANES;
        let step = layer.weights_step;
        let at = layer.weights + own.start * step;
        let sizes = [own.count, layer.stride / lanes];
        // SAFETY: see above.
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
            let large = own.count * step > LARGE;
            match chunk.rule {
                Some(rule) if large => self.blocks(sizes, &walk, at, step, rule),
                _ => {
                    let target = Target {
                        c: self.job.gradients.add(at),
                        row: step,
                        column: lanes,
                        goes_on: chunk.goes_on,
                        then: Then::Nothing,
                    };
                    product::<V>(sizes[0], sizes[1], &walk, &target);
                }
            }
            self.biases(layer, own, chunk);
            if let Some(rule) = chunk.rule {
                if !large {
                    self.update(rule, at, at + own.count * step);
                }
                let end = self.whole(layer, own, layer.biases + own.end());
                self.update(rule, layer.biases + own.start, end);
            }
        }
    }

    /// Gradients block by block, each used for a step at once, while it is in the nearest cache.
    unsafe fn blocks(
        &self,
        [outputs, vectors]: [usize; 2],
        walk: &Walk<V::Real>,
        at: usize,
        step: usize,
        rule: &Rule<V>,
    ) {
        let lanes = V::LANES;
        let mut block = [V::zero(); ROWS * WIDTH];
        let target = Target {
            c: block.as_mut_ptr().cast::<V::Real>(),
            row: WIDTH * lanes,
            column: lanes,
            goes_on: false,
            then: Then::Nothing,
        };
        for column in (0..vectors).step_by(WIDTH) {
            let width = (vectors - column).min(WIDTH);
            for output in (0..outputs).step_by(ROWS) {
                let height = (outputs - output).min(ROWS);
                // SAFETY: see above; a block holds `ROWS` rows of `WIDTH` vectors.
                unsafe {
                    let walk = Walk {
                        a: walk.a.add(output * walk.a_row),
                        b: walk.b.add(column * walk.b_column),
                        ..*walk
                    };
                    product::<V>(height, width, &walk, &target);
                    let part = Part {
                        gradients: target.c,
                        lines: height,
                        weights_step: step,
                        gradients_step: target.row,
                        ..self.part(at + output * step + column * lanes, width * lanes)
                    };
                    update(rule, &part);
                }
            }
        }
    }

    /// The gradients of biases.
    unsafe fn biases(&self, layer: &Layer<V::Real>, own: Share, chunk: &Summed<'_, V>) {
        // SAFETY: see above.
        unsafe {
            let at = layer.biases + own.start * layer.biases_step;
            let to = Sums {
                c: self.job.gradients.add(at),
                row: layer.biases_step,
                goes_on: chunk.goes_on,
            };
            let errors = self.errors(layer, own.start);
            sums::<V>(own.count, chunk.panels, errors, to);
        }
    }

    /// A layer's errors from an output on.
    unsafe fn errors(&self, layer: &Layer<V::Real>, output: usize) -> Features<V::Real> {
        Features {
            // SAFETY: see above.
            first: unsafe { layer.errors.add(output * V::LANES) },
            step: layer.outputs * V::LANES,
        }
    }

    /// Where the parameters of some outputs end: the last ones are followed by zeros up to a whole
    /// vector, which may as well be moved.
    fn whole(&self, layer: &Layer<V::Real>, own: Share, end: usize) -> usize {
        match own.end() == layer.outputs {
            true => end.next_multiple_of(V::LANES),
            false => end,
        }
    }

    /// Moves parameters from a place on to before another.
    unsafe fn update(&self, rule: &Rule<V>, at: usize, end: usize) {
        // SAFETY: see above.
        unsafe { update(rule, &self.part(at, end - at)) }
    }

    /// Moves this thread's weights, after a batch whose gradients had to wait.
    pub(crate) unsafe fn step(&self, mut rule: Rule<V>) {
        let job = self.job;
        let own = self.share(job.numbers / V::LANES);
        // SAFETY: see above.
        unsafe {
            if job.clip < f64::INFINITY {
                rule.scale = clipping::<V>(job.gradients, job.numbers, job.clip);
            }
            self.update(&rule, own.start * V::LANES, own.end() * V::LANES);
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
}
