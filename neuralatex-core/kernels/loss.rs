//! Losses of a panel of rows, and their derivatives by the scores.
//!
//! For a score s and its target t, with the error e = |s - t| and softplus(x) = ln(1 + exp(x)):
//! max_margin `max(0, 1 - s t)`, mse `e²`, mae `e`, huber `q (e - q / 2)` with `q = min(e, δ)`,
//! binary_cross_entropy `t softplus(-s) + (1 - t) softplus(s)`, and the mean over the outputs.
//! cross_entropy is one term for all outputs: `ln Σ exp(s) - s` of the class.

use super::formula;
use super::interface::{Criterion, Loss, Losses};
use super::real::Real;
use super::vector::Vector;

/// Panels of scores and targets, and where errors and losses go.
#[derive(Clone, Copy)]
pub(crate) struct Panels<T> {
    pub(crate) scores: *const T,
    pub(crate) targets: *const T,
    pub(crate) errors: *mut T,
    pub(crate) losses: *mut T,
    pub(crate) outputs: usize,
    /// Rows that there are; the other lanes of the last panel get neither error nor loss.
    pub(crate) rows: usize,
}

/// Computes the losses of panels, and the errors of their scores times `share`, the part that one
/// row has in its batch.
///
/// # Safety
/// The pointers must be valid for the rows and outputs; `values` for what a formula needs.
#[inline(never)]
pub(crate) unsafe fn loss<V: Vector>(
    criterion: &Criterion<V::Real>,
    panels: &Panels<V::Real>,
    share: f64,
    values: *mut V::Real,
) {
    let splat = |number: f64| V::splat(V::Real::of(number));
    let outputs = panels.outputs;
    let count = splat(outputs as f64);
    // The part of one output in the mean over outputs and rows.
    let part = splat(share / outputs as f64);
    let share = splat(share);
    let mut panel = *panels;
    // SAFETY: the caller vouches for the panels.
    unsafe {
        loop {
            if criterion.loss == Loss::CrossEntropy {
                cross_entropy::<V>(&panel, share);
            } else {
                let mut sum = V::zero();
                for output in 0..outputs {
                    let at = output * V::LANES;
                    let (score, target) = (panel.scores.add(at), panel.targets.add(at));
                    let (error, term) = match criterion.loss {
                        Loss::Formula => {
                            formula::run::<V>(&criterion.formula, [score, target], values)
                        }
                        _ => term::<V>(criterion, V::load(score), V::load(target)),
                    };
                    error.mul(part).store(panel.errors.add(at));
                    sum = sum.add(term);
                }
                if outputs > 1 {
                    sum = sum.div(count);
                }
                sum.store(panel.losses);
            }
            if panel.rows <= V::LANES {
                break;
            }
            let numbers = outputs * V::LANES;
            panel.scores = panel.scores.add(numbers);
            panel.targets = panel.targets.add(numbers);
            panel.errors = panel.errors.add(numbers);
            panel.losses = panel.losses.add(V::LANES);
            panel.rows -= V::LANES;
        }
        for lane in panel.rows..V::LANES {
            for output in 0..outputs {
                *panel.errors.add(output * V::LANES + lane) = V::Real::ZERO;
            }
            *panel.losses.add(lane) = V::Real::ZERO;
        }
    }
}

/// The derivative and the term of one output.
#[inline(always)]
fn term<V: Vector>(criterion: &Criterion<V::Real>, score: V, target: V) -> (V, V) {
    let one = V::splat(V::Real::ONE);
    let error = score.sub(target);
    let sign = || {
        let above = one.where_positive(error);
        above.sub(one.where_positive(error.negate()))
    };
    match criterion.loss {
        Loss::MaxMargin => {
            let margin = one.sub(score.mul(target));
            (target.negate().where_positive(margin), margin.relu())
        }
        Loss::Mse => (error.add(error), error.mul(error)),
        Loss::Mae => (sign(), error.absolute()),
        Loss::Huber => {
            // With c = min(|e|, δ): c (|e| - c / 2), whose derivative is ± c.
            let size = error.absolute();
            let bounded = V::splat(criterion.delta).min(size);
            let half = bounded.mul(V::splat(V::Real::of(0.5)));
            (sign().mul(bounded), bounded.mul(size.sub(half)))
        }
        // max(s, 0) - s t + ln(1 + e^-|s|), whose derivative is sigmoid(s) - t.
        _ => {
            let e = score.absolute().negate().exp();
            let line = score.relu().sub(score.mul(target));
            (
                score.sigmoid().sub(target),
                line.add(logarithm_beyond_one(e)),
            )
        }
    }
}

/// `ln(1 + x)` for x from 0 to 1. What rounding took from the sum is given back (Kahan).
#[inline(always)]
fn logarithm_beyond_one<V: Vector>(x: V) -> V {
    let one = V::splat(V::Real::ONE);
    let sum = one.add(x);
    let kept = sum.sub(one);
    let logarithm = sum.ln().mul(x.div(kept)).where_positive(kept);
    logarithm.add(x.sub(x.where_positive(kept)))
}

/// `ln Σ e^s - s[class]`, with the largest score taken off first so that nothing overflows; the
/// derivative is `e^s / Σ e^s - target`.
#[inline(always)]
unsafe fn cross_entropy<V: Vector>(panel: &Panels<V::Real>, share: V) {
    let at = |output: usize| output * V::LANES;
    // SAFETY: the caller vouches for the panel.
    unsafe {
        let mut largest = V::load(panel.scores);
        for output in 1..panel.outputs {
            largest = V::load(panel.scores.add(at(output))).max(largest);
        }
        let mut sum = V::zero();
        let mut loss = V::zero();
        for output in 0..panel.outputs {
            let below = V::load(panel.scores.add(at(output))).sub(largest);
            let e = below.exp();
            sum = sum.add(e);
            loss = loss.sub(V::load(panel.targets.add(at(output))).mul(below));
            e.store(panel.errors.add(at(output)));
        }
        loss.add(sum.ln()).store(panel.losses);
        let part = V::splat(V::Real::ONE).div(sum);
        for output in 0..panel.outputs {
            let probability = V::load(panel.errors.add(at(output))).mul(part);
            let error = probability.sub(V::load(panel.targets.add(at(output))));
            error.mul(share).store(panel.errors.add(at(output)));
        }
    }
}

/// The sum of the losses of all rows, in their order.
///
/// # Safety
/// The job must be as its documentation says.
pub(crate) unsafe fn of_rows<T: Real, V: Vector<Real = f64>>(job: &Losses<T>) -> f64 {
    let (lanes, outputs) = (V::LANES, job.outputs);
    let [own, other] = job.data.targets_of_class;
    let (own, other) = (own.wide(), other.wide());
    let mut total = 0.0;
    // SAFETY: the caller vouches for rows and room.
    unsafe {
        let room = |vectors: usize| job.room.add(vectors * lanes);
        let (scores, targets) = (room(0), room(outputs));
        let (errors, losses) = (room(2 * outputs), room(3 * outputs));
        let values = room(3 * outputs + 1);
        for first in (0..job.data.rows).step_by(lanes) {
            let rows = (job.data.rows - first).min(lanes);
            for (lane, row) in (first..first + rows).enumerate() {
                for output in 0..outputs {
                    let (from, to) = (row * outputs + output, output * lanes + lane);
                    *scores.add(to) = (*job.scores.add(from)).wide();
                    *targets.add(to) = match job.data.classes.is_null() {
                        true => (*job.data.targets.add(from)).wide(),
                        false => {
                            // A single output stands for the second of two classes.
                            let class = if outputs == 1 { 1 } else { output };
                            let right = *job.data.classes.add(row) as usize == class;
                            if right { own } else { other }
                        }
                    };
                }
            }
            let panel = Panels {
                scores,
                targets,
                errors,
                losses,
                outputs,
                rows,
            };
            loss::<V>(&job.criterion, &panel, 1.0, values);
            for lane in 0..rows {
                total += *losses.add(lane);
            }
        }
    }
    total
}
