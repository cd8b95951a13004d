//! Sums of neurons in the order of generated code, which does not fuse. A neuron of a whole panel of
//! outputs has two sums, of every second input each; one of the rest has four. The bias begins the
//! first, the others begin with -0, to which adding changes nothing.

use super::product::{Target, Then, Walk};
use super::real::Real;
use super::vector::Vector;

/// Any number of rows, and `columns` vectors side by side.
///
/// # Safety
/// As for [`product`](super::product::product). The target must have biases.
#[inline(never)]
pub(crate) unsafe fn sums<V: Vector>(
    rows: usize,
    columns: usize,
    walk: &Walk<V::Real>,
    target: &Target<V::Real>,
) {
    let whole = rows - rows % V::LANES;
    for column in 0..columns {
        // SAFETY: rows and columns stay within those that the caller vouches for.
        unsafe {
            for row in (0..whole).step_by(4) {
                tile::<V, 4, 2>(row, column, walk, target);
            }
            for row in whole..rows {
                tile::<V, 1, 4>(row, column, walk, target);
            }
        }
    }
}

/// `R` rows with `S` sums each.
#[inline(always)]
#[allow(
    clippy::needless_range_loop,
    reason = "so the compiler sees that the sums never leave their registers"
)]
unsafe fn tile<V: Vector, const R: usize, const S: usize>(
    row: usize,
    column: usize,
    walk: &Walk<V::Real>,
    target: &Target<V::Real>,
) {
    let Then::Bias { biases, step, relu } = target.then else {
        return;
    };
    // SAFETY: the caller vouches for the places.
    unsafe {
        let a = walk.a.add(row * walk.a_row);
        let b = walk.b.add(column * walk.b_column);
        let c = target.c.add(row * target.row + column * target.column);
        let mut sums = [[V::splat(-V::Real::ZERO); S]; R];
        for i in 0..R {
            sums[i][0] = V::splat(*biases.add((row + i) * step));
        }
        let add = |sums: &mut [[V; S]; R], k: usize, s: usize| {
            let vector = V::load(b.add(k * walk.b_step));
            for i in 0..R {
                let factor = V::splat(*a.add(i * walk.a_row + k * walk.a_step));
                sums[i][s] = sums[i][s].add(factor.mul(vector));
            }
        };
        let even = walk.steps - walk.steps % S;
        for k in (0..even).step_by(S) {
            for s in 0..S {
                add(&mut sums, k + s, s);
            }
        }
        for s in 0..S {
            if even + s < walk.steps {
                add(&mut sums, even + s, s);
            }
        }
        for i in 0..R {
            let mut sum = sums[i][0].add(sums[i][1]);
            if const { S == 4 } {
                sum = sum.add(sums[i][S - 2].add(sums[i][S - 1]));
            }
            let sum = if relu { sum.relu() } else { sum };
            sum.store(c.add(i * target.row));
        }
    }
}
