//! Losses of a panel of rows, and their derivatives by the scores.
//!
//! The loss of a row is the mean over its outputs, but for the cross entropy, which is one term.
//! Everything runs over the lanes of a panel, feature by feature.

use super::formula;
use super::interface::{Job, Loss};
use super::real::Real;
use super::vector::Vector;

/// A panel's scores and targets, and where errors and losses go.
pub(crate) struct Panel<T> {
    pub(crate) scores: *const T,
    pub(crate) targets: *const T,
    pub(crate) errors: *mut T,
    pub(crate) losses: *mut T,
    pub(crate) outputs: usize,
    /// Rows that there are; the other lanes get neither error nor loss.
    pub(crate) rows: usize,
}

/// Computes the losses of a panel, and the errors of its scores times `share`, the part that one
/// row has in its batch.
///
/// # Safety
/// The panel's pointers must be valid for its outputs; `values` for what a formula needs.
#[inline(never)]
pub(crate) unsafe fn loss<V: Vector>(
    job: &Job<V::Real>,
    panel: &Panel<V::Real>,
    share: f64,
    values: *mut V::Real,
) {
    let lanes = V::LANES;
    let numbers = panel.outputs * lanes;
    let zero = V::Real::ZERO;
    let one = V::Real::ONE;
    let outputs = V::Real::of(panel.outputs as f64);
    // The part of one output in the mean over outputs and rows.
    let part = V::Real::of(share / panel.outputs as f64);
    let Panel {
        scores,
        targets,
        errors,
        losses,
        ..
    } = *panel;
    // SAFETY: the caller vouches for the panel.
    unsafe {
        let mut sums = [zero; 16];
        // For each output and lane: the derivative, and the term of the loss. In arrays of their
        // own, which the compiler knows to lie apart.
        macro_rules! terms {
            (|$score:ident, $target:ident| $result:expr) => {{
                for output in 0..panel.outputs {
                    let at = output * lanes;
                    let [all_scores, all_targets] =
                        [scores, targets].map(|from| V::lanes(from.add(at)));
                    let mut all_errors = [zero; 16];
                    for lane in 0..lanes {
                        let ($score, $target) = (all_scores[lane], all_targets[lane]);
                        let (error, term): (V::Real, V::Real) = $result;
                        all_errors[lane] = error * part;
                        sums[lane] = sums[lane] + term;
                    }
                    V::load(all_errors.as_ptr()).store(errors.add(at));
                }
                V::load(sums.as_ptr()).store(losses);
            }};
        }
        match job.loss {
            Loss::MaxMargin => terms!(|score, target| {
                let margin = one - score * target;
                let inside = margin > zero;
                // Written so that a margin that is no number stays one.
                let term = if margin < zero { zero } else { margin };
                (if inside { -target } else { zero }, term)
            }),
            Loss::Mse => terms!(|score, target| {
                let error = score - target;
                (error + error, error * error)
            }),
            Loss::Mae => terms!(|score, target| {
                let error = score - target;
                let sign = if error > zero { one } else { -one };
                let sign = if error == zero { zero } else { sign };
                (sign, error.absolute())
            }),
            Loss::Huber => {
                let half = V::Real::of(0.5);
                let delta = job.delta;
                terms!(|score, target| {
                    let error = score - target;
                    let size = error.absolute();
                    let bound = if error < zero { -delta } else { delta };
                    let near = size <= delta;
                    let term = half * error * error;
                    let far = delta * (size - half * delta);
                    (if near { error } else { bound }, if near { term } else { far })
                })
            }
            Loss::BinaryCrossEntropy => terms!(|score, target| {
                // max(s, 0) - s t + ln(1 + e^-|s|); the derivative is sigmoid(s) - t.
                let e = (-score.absolute()).exp();
                let above = if score > zero { score } else { zero };
                let term = above - score * target + (one + e).ln();
                (score.sigmoid() - target, term)
            }),
            Loss::CrossEntropy => cross_entropy::<V>(panel, V::Real::of(share)),
            Loss::Formula => {
                for output in 0..panel.outputs {
                    let at = output * lanes;
                    formula::run::<V>(&job.formula, [scores.add(at), targets.add(at)], values);
                    let [term, error] = formula::results::<V>(&job.formula, values);
                    V::load(error).mul(V::splat(part)).store(errors.add(at));
                    V::load(term).add(V::load(sums.as_ptr())).store(sums.as_mut_ptr());
                }
                V::load(sums.as_ptr()).store(losses);
            }
        }
        if job.loss != Loss::CrossEntropy && panel.outputs > 1 {
            for lane in 0..lanes {
                *losses.add(lane) = *losses.add(lane) / outputs;
            }
        }
        if panel.rows < lanes {
            for index in 0..numbers {
                if index % lanes >= panel.rows {
                    *errors.add(index) = zero;
                }
            }
            for lane in panel.rows..lanes {
                *losses.add(lane) = zero;
            }
        }
    }
}

/// `ln Σ e^s - s[class]`, with the largest score taken off first so that nothing overflows; the
/// derivative is `e^s / Σ e^s - target`.
#[inline(always)]
unsafe fn cross_entropy<V: Vector>(panel: &Panel<V::Real>, share: V::Real) {
    let Panel {
        scores,
        targets,
        errors,
        losses,
        outputs,
        ..
    } = *panel;
    let lanes = V::LANES;
    // SAFETY: the caller vouches for the panel.
    unsafe {
        let mut largest = V::lanes(scores);
        for output in 1..outputs {
            let scores = V::lanes(scores.add(output * lanes));
            for lane in 0..lanes {
                largest[lane] = scores[lane].larger(largest[lane]);
            }
        }
        let mut sums = [V::Real::ZERO; 16];
        let mut terms = [V::Real::ZERO; 16];
        for output in 0..outputs {
            let at = output * lanes;
            let (mut scores, targets) = (V::lanes(scores.add(at)), V::lanes(targets.add(at)));
            for lane in 0..lanes {
                let below = scores[lane] - largest[lane];
                scores[lane] = below.exp();
                sums[lane] = sums[lane] + scores[lane];
                terms[lane] = terms[lane] - targets[lane] * below;
            }
            V::load(scores.as_ptr()).store(errors.add(at));
        }
        for lane in 0..lanes {
            terms[lane] = terms[lane] + sums[lane].ln();
            sums[lane] = V::Real::ONE / sums[lane];
        }
        V::load(terms.as_ptr()).store(losses);
        let parts = V::load(sums.as_ptr());
        for output in 0..outputs {
            let at = output * lanes;
            let (e, target) = (V::load(errors.add(at)), V::load(targets.add(at)));
            let error = e.mul(parts).sub(target);
            error.mul(V::splat(share)).store(errors.add(at));
        }
    }
}
