//! Matrix products with few steps, as the layers of tiny networks have them: without tiles, whose
//! preparation would take longer than the sums.

use super::product::{Target, Then, Walk};
use super::vector::Vector;

/// Does without tiles where steps are so few that the vectors of a column stay in registers; tells
/// whether they are.
///
/// # Safety
/// All places that `walk` and `target` lead to must be valid.
#[inline(always)]
pub(crate) unsafe fn few_steps<V: Vector>(
    rows: usize,
    columns: usize,
    walk: &Walk<V::Real>,
    target: &Target<V::Real>,
) -> bool {
    if const { V::ROWS == 1 } || walk.blocks != 1 || target.goes_on {
        return false;
    }
    // SAFETY: the caller vouches for the places.
    unsafe {
        match walk.steps {
            1 => each_column::<V, 1>(rows, columns, walk, target),
            2 => each_column::<V, 2>(rows, columns, walk, target),
            3 => each_column::<V, 3>(rows, columns, walk, target),
            4 => each_column::<V, 4>(rows, columns, walk, target),
            5 => each_column::<V, 5>(rows, columns, walk, target),
            6 => each_column::<V, 6>(rows, columns, walk, target),
            7 => each_column::<V, 7>(rows, columns, walk, target),
            8 => each_column::<V, 8>(rows, columns, walk, target),
            _ => return false,
        }
    }
    true
}

/// Column by column, each in `K` steps.
#[inline(always)]
unsafe fn each_column<V: Vector, const K: usize>(
    rows: usize,
    columns: usize,
    walk: &Walk<V::Real>,
    target: &Target<V::Real>,
) {
    // SAFETY: the caller vouches for the places.
    unsafe {
        for column in 0..columns {
            let b = walk.b.add(column * walk.b_column);
            let c = target.c.add(column * target.column);
            let mut vectors = [V::zero(); K];
            for (k, vector) in vectors.iter_mut().enumerate() {
                *vector = V::load(b.add(k * walk.b_step));
            }
            for row in 0..rows {
                let a = walk.a.add(row * walk.a_row);
                let mut sum = V::zero();
                for (k, vector) in vectors.into_iter().enumerate() {
                    sum = V::splat(*a.add(k * walk.a_step)).fused(vector, sum);
                }
                sum = match target.then {
                    Then::Nothing => sum,
                    Then::Bias { biases, step, relu } => {
                        let sum = sum.add(V::splat(*biases.add(row * step)));
                        if relu { sum.relu() } else { sum }
                    }
                    Then::Gate { values, step } => {
                        let value = V::load(values.add(row * target.row + column * step));
                        sum.where_positive(value)
                    }
                };
                sum.store(c.add(row * target.row));
            }
        }
    }
}
