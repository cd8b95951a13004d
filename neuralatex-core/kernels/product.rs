//! Matrix products in tiles that stay in registers.
//!
//! `c[row][column] = Σ a[row][k] · b[k][column]`, each sum in the order of k from 0 on, whatever
//! the tile: lanes, tiles and threads share out results, never a sum.

use super::few::few_steps;
use super::vector::Vector;

/// The most rows of a tile.
pub(crate) const ROWS: usize = 6;

/// Where the operands of a product lie. `a` is read number by number, `b` vector by vector. The
/// sum goes over `blocks` times `steps` places.
#[derive(Clone, Copy)]
pub(crate) struct Walk<T> {
    pub(crate) a: *const T,
    pub(crate) a_row: usize,
    pub(crate) a_step: usize,
    pub(crate) a_block: usize,
    pub(crate) b: *const T,
    pub(crate) b_column: usize,
    pub(crate) b_step: usize,
    pub(crate) b_block: usize,
    pub(crate) steps: usize,
    pub(crate) blocks: usize,
}

/// Where results go, vector by vector.
#[derive(Clone, Copy)]
pub(crate) struct Target<T> {
    pub(crate) c: *mut T,
    pub(crate) row: usize,
    pub(crate) column: usize,
    /// Whether the sum goes on from what is there.
    pub(crate) goes_on: bool,
    pub(crate) then: Then<T>,
}

/// What is done to sums before they are stored.
#[derive(Clone, Copy)]
pub(crate) enum Then<T> {
    Nothing,
    /// Each row has a bias, a step after that of the row before; then negative sums may become 0.
    Bias {
        biases: *const T,
        step: usize,
        relu: bool,
    },
    /// Sums become 0 where these values are not positive. Their rows lie as those of the results;
    /// vectors side by side are a step apart.
    Gate {
        values: *const T,
        step: usize,
    },
}

/// A tile of `R` rows and `C` vectors.
///
/// # Safety
/// All places that `walk` and `target` lead to must be valid.
#[inline(always)]
#[allow(
    clippy::needless_range_loop,
    reason = "so the compiler sees that the sums never leave their registers"
)]
unsafe fn tile<V: Vector, const R: usize, const C: usize>(
    walk: &Walk<V::Real>,
    target: &Target<V::Real>,
    column: usize,
) {
    // SAFETY: the caller vouches for the places.
    unsafe {
        let c = target.c.add(column * target.column);
        let mut sums = [[V::zero(); C]; R];
        if target.goes_on {
            for i in 0..R {
                for j in 0..C {
                    sums[i][j] = V::load(c.add(i * target.row + j * target.column));
                }
            }
        }
        for block in 0..walk.blocks {
            let mut a = walk.a.add(block * walk.a_block);
            let mut b = walk.b.add(block * walk.b_block + column * walk.b_column);
            for _ in 0..walk.steps {
                let mut vectors = [V::zero(); C];
                for j in 0..C {
                    vectors[j] = V::load(b.add(j * walk.b_column));
                }
                for i in 0..R {
                    let factor = V::splat(*a.add(i * walk.a_row));
                    for j in 0..C {
                        sums[i][j] = factor.fused(vectors[j], sums[i][j]);
                    }
                }
                a = a.add(walk.a_step);
                b = b.add(walk.b_step);
            }
        }
        match target.then {
            Then::Nothing => {}
            Then::Bias { biases, step, relu } => {
                for i in 0..R {
                    let bias = V::splat(*biases.add(i * step));
                    for j in 0..C {
                        let sum = sums[i][j].add(bias);
                        sums[i][j] = if relu { sum.relu() } else { sum };
                    }
                }
            }
            Then::Gate { values, step } => {
                let values = values.add(column * step);
                for i in 0..R {
                    for j in 0..C {
                        let value = V::load(values.add(i * target.row + j * step));
                        sums[i][j] = sums[i][j].where_positive(value);
                    }
                }
            }
        }
        for i in 0..R {
            for j in 0..C {
                sums[i][j].store(c.add(i * target.row + j * target.column));
            }
        }
    }
}

/// `R` rows and any number of vectors.
#[inline(always)]
unsafe fn strip<V: Vector, const R: usize>(
    columns: usize,
    walk: &Walk<V::Real>,
    target: &Target<V::Real>,
) {
    let mut column = 0;
    // SAFETY: the caller vouches for the places.
    unsafe {
        if const { V::COLUMNS >= 4 } {
            while columns - column >= 4 {
                tile::<V, R, 4>(walk, target, column);
                column += 4;
            }
            if columns - column >= 2 {
                tile::<V, R, 2>(walk, target, column);
                column += 2;
            }
        }
        while column < columns {
            tile::<V, R, 1>(walk, target, column);
            column += 1;
        }
    }
}

/// Any number of rows, and `columns` vectors side by side.
///
/// # Safety
/// All places that `walk` and `target` lead to must be valid.
#[inline(never)]
pub(crate) unsafe fn product<V: Vector>(
    rows: usize,
    columns: usize,
    walk: &Walk<V::Real>,
    target: &Target<V::Real>,
) {
    // SAFETY: the caller vouches for the places.
    if unsafe { few_steps::<V>(rows, columns, walk, target) } {
        return;
    }
    let (mut walk, mut target) = (*walk, *target);
    let mut left = rows;
    // SAFETY: rows stay within those that the caller vouches for.
    unsafe {
        while left >= V::ROWS {
            match V::ROWS {
                1 => strip::<V, 1>(columns, &walk, &target),
                _ => strip::<V, ROWS>(columns, &walk, &target),
            }
            left -= V::ROWS;
            walk.a = walk.a.add(V::ROWS * walk.a_row);
            target.c = target.c.add(V::ROWS * target.row);
            match &mut target.then {
                Then::Nothing => {}
                Then::Bias { biases, step, .. } => *biases = biases.add(V::ROWS * *step),
                Then::Gate { values, .. } => *values = values.add(V::ROWS * target.row),
            }
        }
        if const { V::ROWS == 1 } {
            return;
        }
        match left {
            0 => {}
            1 => strip::<V, 1>(columns, &walk, &target),
            2 => strip::<V, 2>(columns, &walk, &target),
            3 => strip::<V, 3>(columns, &walk, &target),
            4 => strip::<V, 4>(columns, &walk, &target),
            _ => strip::<V, 5>(columns, &walk, &target),
        }
    }
}

/// As [`product`], for one block. Many steps are taken in parts, and columns few at a time, so that
/// what is read again and again stays in the nearest cache.
///
/// # Safety
/// As for [`product`].
pub(crate) unsafe fn long_product<V: Vector>(
    rows: usize,
    columns: usize,
    walk: &Walk<V::Real>,
    target: &Target<V::Real>,
) {
    let part = if V::COLUMNS == 1 { 256 } else { 128 };
    // SAFETY: steps and columns stay within those that the caller vouches for.
    unsafe {
        if walk.steps * columns <= part * V::COLUMNS {
            return product::<V>(rows, columns, walk, target);
        }
        let mut step = 0;
        while step < walk.steps {
            let steps = (walk.steps - step).min(part);
            let last = step + steps == walk.steps;
            let mut column = 0;
            while column < columns {
                let width = (columns - column).min(V::COLUMNS);
                let walk = Walk {
                    a: walk.a.add(step * walk.a_step),
                    b: walk.b.add(step * walk.b_step + column * walk.b_column),
                    steps,
                    ..*walk
                };
                let target = Target {
                    c: target.c.add(column * target.column),
                    goes_on: step > 0,
                    then: match (last, target.then) {
                        (false, _) => Then::Nothing,
                        (true, Then::Gate { values, step }) => Then::Gate {
                            values: values.add(column * step),
                            step,
                        },
                        (true, then) => then,
                    },
                    ..*target
                };
                product::<V>(rows, width, &walk, &target);
                column += width;
            }
            step += steps;
        }
    }
}
