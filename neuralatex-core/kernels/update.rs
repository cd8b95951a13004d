//! How weights follow their gradients, as PyTorch defines it.
//!
//! - SGD: `w - η g`; with momentum `b ← μ b + g`, `w - η b`; Nesterov's: `w - η (g + μ b)`.
//! - Adam: `m ← β₁ m + (1 - β₁) g`, `v ← β₂ v + (1 - β₂) g²`,
//!   `w - η / (1 - β₁ᵗ) · m / (√v / √(1 - β₂ᵗ) + ε)`; AdamW shrinks `w` by `1 - η λ` before.
//! - RMSprop: `v ← α v + (1 - α) g²`, `w - η g / (√v + ε)`.
//!
//! But for AdamW, decay is added to the gradient: `g + λ w`.

use super::interface::{Job, Method};
use super::real::Real;
use super::vector::Vector;

const BETA: [f64; 2] = [0.9, 0.999];
const ALPHA: f64 = 0.99;
const EPSILON: f64 = 1e-8;

/// One step's rule: all that does not differ between weights.
#[derive(Clone, Copy)]
pub(crate) struct Rule<V> {
    method: Method,
    decays: bool,
    /// What gradients are multiplied by.
    pub(crate) scale: V,
    decay: V,
    shrink: V,
    momentum: V,
    /// `-η`, divided by `1 - β₁ᵗ` for Adam.
    minus_rate: V,
    /// `1 / √(1 - β₂ᵗ)`
    correction: V,
}

/// What a step works on: weights, gradients and what the optimiser remembers.
#[derive(Clone, Copy)]
pub(crate) struct Part<T> {
    pub(crate) weights: *mut T,
    pub(crate) gradients: *const T,
    pub(crate) first: *mut T,
    pub(crate) second: *mut T,
    pub(crate) length: usize,
    /// There may be several parts alike: lines of a block, with their weights and what is
    /// remembered so far apart, and their gradients so far.
    pub(crate) lines: usize,
    pub(crate) weights_step: usize,
    pub(crate) gradients_step: usize,
}

impl<V: Vector> Rule<V> {
    /// The rule of a step, counted from 1.
    pub(crate) fn new(
        method: Method,
        [momentum, weight_decay]: [f64; 2],
        rate: f64,
        step: u64,
    ) -> Rule<V> {
        let splat = |number: f64| V::splat(V::Real::of(number));
        let one = splat(1.0);
        let (minus_rate, correction) = match method {
            Method::Adam | Method::AdamW => {
                let [first, second] = [1.0 - power(BETA[0], step), 1.0 - power(BETA[1], step)];
                (splat(-rate / first), one.div(splat(second).sqrt()))
            }
            _ => (splat(-rate), one),
        };
        Rule {
            method,
            decays: weight_decay != 0.0,
            scale: one,
            decay: splat(weight_decay),
            shrink: splat(1.0 - rate * weight_decay),
            momentum: splat(momentum),
            minus_rate,
            correction,
        }
    }

    pub(crate) fn of(job: &Job<V::Real>, rate: f64, step: u64) -> Rule<V> {
        Rule::new(job.method, [job.momentum, job.weight_decay], rate, step)
    }
}

/// Moves weights by one step.
///
/// # Safety
/// All pointers of the part must hold `length` numbers; what the method does not remember may be
/// null.
#[inline(never)]
pub(crate) unsafe fn update<V: Vector>(rule: &Rule<V>, part: &Part<V::Real>) {
    let splat = |number: f64| V::splat(V::Real::of(number));
    let Rule {
        scale,
        decay,
        shrink,
        momentum,
        minus_rate,
        correction,
        ..
    } = *rule;
    let epsilon = splat(EPSILON);
    let coupled = rule.decays && rule.method != Method::AdamW;
    // SAFETY: the caller vouches for the part; a remainder is read and written lane by lane.
    unsafe {
        macro_rules! each {
            (|$weight:ident, $gradient:ident $(, $memory:ident of $field:ident)*| $result:expr) => {
                for line in 0..part.lines {
                let at = line * part.weights_step;
                let gradients = part.gradients.add(line * part.gradients_step);
                let mut index = 0;
                while index < part.length {
                    let left = part.length - index;
                    let whole = left >= V::LANES;
                    let load = |from: *const V::Real| match whole {
                        true => V::load(from),
                        false => V::load_some(from, left),
                    };
                    let store = |vector: V, to: *mut V::Real| match whole {
                        true => vector.store(to),
                        false => vector.store_some(to, left),
                    };
                    let $weight = load(part.weights.add(at + index));
                    let mut $gradient = load(gradients.add(index)).mul(scale);
                    if coupled {
                        $gradient = decay.fused($weight, $gradient);
                    }
                    $( let mut $memory = load(part.$field.add(at + index)); )*
                    let weight: V = $result;
                    $( store($memory, part.$field.add(at + index)); )*
                    store(weight, part.weights.add(at + index));
                    index += V::LANES;
                }
                }
            };
        }
        match rule.method {
            Method::Sgd => each!(|weight, gradient| minus_rate.fused(gradient, weight)),
            Method::Momentum => each!(|weight, gradient, buffer of first| {
                buffer = momentum.fused(buffer, gradient);
                minus_rate.fused(buffer, weight)
            }),
            Method::Nesterov => each!(|weight, gradient, buffer of first| {
                buffer = momentum.fused(buffer, gradient);
                minus_rate.fused(momentum.fused(buffer, gradient), weight)
            }),
            Method::Adam | Method::AdamW => {
                let (beta, rest) = (splat(BETA[0]), splat(1.0 - BETA[0]));
                let (second_beta, second_rest) = (splat(BETA[1]), splat(1.0 - BETA[1]));
                let shrink = match rule.method {
                    Method::AdamW => shrink,
                    _ => splat(1.0),
                };
                each!(|weight, gradient, m of first, v of second| {
                    m = beta.fused(m, rest.mul(gradient));
                    v = second_beta.fused(v, second_rest.mul(gradient).mul(gradient));
                    let step = over_root(m, v, correction, epsilon);
                    minus_rate.fused(step, weight.mul(shrink))
                })
            }
            Method::RmsProp => {
                let (alpha, rest) = (splat(ALPHA), splat(1.0 - ALPHA));
                each!(|weight, gradient, v of second| {
                    v = alpha.fused(v, rest.mul(gradient).mul(gradient));
                    minus_rate.fused(over_root(gradient, v, splat(1.0), epsilon), weight)
                })
            }
        }
    }
}

/// `a / (√v · factor + ε)`.
///
/// For `f32` the quotient is Halley's, from a guess by the exponent to the last digit or two: many
/// processors have one slow unit for roots and quotients, which the root alone keeps busy. Products and
/// sums are the same everywhere.
#[inline(always)]
fn over_root<V: Vector>(a: V, v: V, factor: V, epsilon: V) -> V {
    if size_of::<V::Real>() == 8 {
        return a.div(v.sqrt().fused(factor, epsilon));
    }
    let splat = |number: f64| V::splat(V::Real::of(number));
    // A square that was too large makes the smallest of steps, and not one that is no number.
    let v = splat(f64::from(f32::MAX)).min(v);
    let minus = v.sqrt().fused(factor, epsilon).negate();
    // With e = 1 - b x: x (1 + e + e²) is off by e³.
    let nearer = |x: V| {
        let e = minus.fused(x, splat(1.0));
        x.fused(e.fused(e, e), x)
    };
    let guess = minus.negate().map(V::Real::inverse_seed);
    a.mul(nearer(nearer(guess)))
}

/// What gradients are multiplied by so that their norm stays within a bound.
///
/// # Safety
/// `gradients` must hold `length` numbers.
pub(crate) unsafe fn clipping<V: Vector>(
    gradients: *const V::Real,
    length: usize,
    bound: f64,
) -> V {
    // In f64 and eight lanes, whatever the numbers: squares of f32 soon overflow.
    let mut sums = [0.0; 8];
    // SAFETY: indices stay within the gradients.
    unsafe {
        let square = |index: usize| {
            let gradient = (*gradients.add(index)).wide();
            gradient * gradient
        };
        for block in 0..length / 8 {
            for (lane, sum) in sums.iter_mut().enumerate() {
                *sum += square(8 * block + lane);
            }
        }
        for (index, sum) in (length / 8 * 8..length).zip(&mut sums) {
            *sum += square(index);
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    let norm = (((a + e) + (c + g)) + ((b + f) + (d + h))).square_root();
    // A norm that is no number leaves the gradients alone: the epoch then ends as diverged.
    let factor = bound / (norm + 1e-6);
    V::splat(V::Real::of(if factor < 1.0 { factor } else { 1.0 }))
}

/// `base^exponent`, by squaring.
fn power(base: f64, exponent: u64) -> f64 {
    let (mut square, mut rest, mut result) = (base, exponent, 1.0);
    while rest > 0 {
        if rest & 1 == 1 {
            result *= square;
        }
        square *= square;
        rest >>= 1;
    }
    result
}
