//! Activations that are curves, as tables.
//!
//! A table is 128 straight pieces over the sums that the training rows show, without the ends over which the
//! curve hardly changes any more.

use std::f64::consts::FRAC_1_SQRT_2;

use crate::maths;
use crate::spec::activation::{Activation, Kind};

/// An activation that is a curve.
pub(super) type Function = fn(f64) -> f64;

/// `None` for those that are straight.
pub(super) fn of(activation: Activation) -> Option<Function> {
    match activation.0 {
        Kind::Tanh => Some(maths::tanh),
        Kind::Sigmoid => Some(maths::sigmoid),
        Kind::Silu => Some(|x| x * maths::sigmoid(x)),
        Kind::Gelu => Some(|x| 0.5 * x * (1.0 + maths::erf(x * FRAC_1_SQRT_2))),
        Kind::Relu | Kind::LeakyRelu(_) | Kind::Identity => None,
    }
}

/// A curve from `start`, in 65536 places that are `scale` apart.
pub(super) struct Table {
    pub(super) start: f64,
    pub(super) scale: f64,
    /// The values at both ends of each piece, in 256ths of a step, of which the first is -128.
    pub(super) pieces: Box<[[i16; 2]; 128]>,
}

impl Table {
    /// Of a function over a range, with the scale and the offset of its values.
    pub(super) fn of(function: Function, range: [f64; 2], values: (f64, f64)) -> Table {
        let (scale, offset) = values;
        let [start, end] = trimmed(function, range, scale / 16.0);
        let value = |end_of: usize| {
            let share = end_of as f64 / 128.0;
            let x = start * (1.0 - share) + end * share;
            let steps = match scale {
                0.0 => 0.0,
                scale => (function(x) - offset) / scale,
            };
            (256.0 * (steps - 128.0)).round().clamp(-32768.0, 32512.0) as i16
        };
        Table {
            start,
            scale: end / 65536.0 - start / 65536.0,
            pieces: Box::new(std::array::from_fn(|piece| {
                [value(piece), value(piece + 1)]
            })),
        }
    }
}

/// The range without what differs from the value at its end by no more than told.
fn trimmed(function: Function, [mut start, mut end]: [f64; 2], tolerance: f64) -> [f64; 2] {
    const PARTS: usize = 256;
    let values = [start, end].map(function);
    // Each round looks at what the one before has left, so that far ends are soon gone.
    for _ in 0..200 {
        let at = |part: usize| {
            let share = part as f64 / PARTS as f64;
            start * (1.0 - share) + end * share
        };
        let is_flat = |part: &usize, value: f64| (function(at(*part)) - value).abs() <= tolerance;
        let from = (0..PARTS)
            .take_while(|part| is_flat(part, values[0]))
            .count();
        let left = (0..PARTS)
            .take_while(|part| is_flat(&(PARTS - part), values[1]))
            .count();
        let to = PARTS - left.saturating_sub(1);
        let from = from.saturating_sub(1);
        if from >= to || (from == 0 && to == PARTS) {
            break;
        }
        (start, end) = (at(from), at(to));
    }
    [start, end]
}

#[cfg(test)]
mod tests {
    use super::{Table, of};
    use crate::spec::activation::{gelu, sigmoid, silu, tanh};

    /// As generated code reads a table, in numbers with a point.
    fn value_at(table: &Table, x: f64) -> f64 {
        let place = ((x - table.start) / table.scale)
            .round()
            .clamp(0.0, 65535.0) as usize;
        let [from, to] = table.pieces[place >> 9].map(f64::from);
        (from + (to - from) * (place & 511) as f64 / 512.0) / 256.0 + 128.0
    }

    #[test]
    fn tables_are_their_curves_to_a_step() {
        let ranges = [
            [-1.0, 1.0],
            [-8.0, 8.0],
            [-1e6, 1e6],
            [-3000.0, 4.0],
            [-0.01, 700.0],
            [2.0, 2.5],
            [-0.3, -0.2],
            [5.0, 5.0],
        ];
        for activation in [tanh(), sigmoid(), silu(), gelu()] {
            let function = of(activation).unwrap();
            for [least, most] in ranges {
                let at = |n: i32| least + (most - least) * f64::from(n) / 100_000.0;
                let points = || (0..=100_000).map(at);
                let [low, high] = points()
                    .map(function)
                    .fold([f64::MAX, f64::MIN], |found, y| {
                        [found[0].min(y), found[1].max(y)]
                    });
                let scale = (high - low) / 255.0;
                let table = Table::of(function, [least, most], (scale, low));
                for x in points() {
                    let exact = match scale {
                        0.0 => 0.0,
                        _ => (function(x) - low) / scale,
                    };
                    let error = (value_at(&table, x) - exact).abs();
                    assert!(
                        error < 0.75,
                        "{activation} at {x} of {least}..{most}: {error}"
                    );
                }
            }
        }
    }
}
