//! Rows of data become panels: inputs (and the feature that is always 1), and targets.

use super::interface::{Data, Layer};
use super::real::Real;
use super::vector::Vector;

/// Which rows: those that stand at these places of the order, or the same numbers without one.
#[derive(Clone, Copy)]
pub(crate) struct Rows {
    pub(crate) order: *const u32,
    pub(crate) first: usize,
    pub(crate) count: usize,
}

impl Rows {
    /// The number of the row at a place.
    ///
    /// # Safety
    /// The order, if there is one, must reach that far.
    #[inline(always)]
    pub(crate) unsafe fn at(&self, place: usize) -> usize {
        let place = self.first + place;
        match self.order.is_null() {
            true => place,
            // SAFETY: the caller vouches for the order.
            false => unsafe { *self.order.add(place) as usize },
        }
    }
}

/// Fills one panel of inputs; lanes without a row get zeros.
///
/// # Safety
/// `rows` must lie within the data, `inputs` must hold the panels, `layer` be the first.
#[inline(never)]
pub(crate) unsafe fn inputs<V: Vector>(
    data: &Data<V::Real>,
    rows: &Rows,
    panel: usize,
    layer: &Layer<V::Real>,
    inputs: *mut V::Real,
) {
    let lanes = V::LANES;
    let columns = data.columns;
    // SAFETY: the caller vouches for rows and panels; a layer's own rows have room for whole
    // vectors.
    unsafe {
        for lane in 0..lanes {
            let place = panel * lanes + lane;
            let there = place < rows.count;
            let from = match there {
                true => data.inputs.add(rows.at(place) * columns),
                false => data.inputs,
            };
            if layer.rows.is_null() {
                for column in 0..columns {
                    *inputs.add(column * lanes + lane) = match there {
                        true => input(data, from, column),
                        false => V::Real::ZERO,
                    };
                }
                *inputs.add(columns * lanes + lane) = V::Real::ONE;
            } else {
                let to = layer.rows.add(place * layer.stride);
                row::<V>(data, from, there, to, layer.stride);
            }
        }
        if !layer.rows.is_null() {
            let from = layer.rows.add(panel * lanes * layer.stride);
            let mut column = 0;
            while column < layer.stride {
                let (from, to) = (from.add(column), inputs.add(column * lanes));
                V::transpose(from, layer.stride, to, lanes);
                column += lanes;
            }
        }
    }
}

/// One row, the 1 after it, and zeros to the end of the last vector.
#[inline(always)]
unsafe fn row<V: Vector>(
    data: &Data<V::Real>,
    from: *const V::Real,
    there: bool,
    to: *mut V::Real,
    stride: usize,
) {
    // SAFETY: the caller vouches for the row and for `stride` numbers at `to`.
    unsafe {
        let columns = if there { data.columns } else { 0 };
        match data.shift.is_null() {
            true => from.copy_to_nonoverlapping(to, columns),
            false => {
                for column in 0..columns {
                    *to.add(column) = input(data, from, column);
                }
            }
        }
        for column in columns..stride {
            *to.add(column) = V::Real::ZERO;
        }
        if there {
            *to.add(columns) = V::Real::ONE;
        }
    }
}

#[inline(always)]
unsafe fn input<T: Real>(data: &Data<T>, from: *const T, column: usize) -> T {
    // SAFETY: the caller vouches for the column.
    unsafe {
        let input = *from.add(column);
        match data.shift.is_null() {
            true => input,
            false => (input - *data.shift.add(column)) * *data.scale.add(column),
        }
    }
}

/// Fills one panel of targets; lanes without a row get zeros.
///
/// # Safety
/// `rows` must lie within the data, `targets` must hold a panel of as many features.
#[inline(never)]
pub(crate) unsafe fn targets<V: Vector>(
    data: &Data<V::Real>,
    rows: &Rows,
    panel: usize,
    outputs: usize,
    targets: *mut V::Real,
) {
    let lanes = V::LANES;
    let [own, other] = data.targets_of_class;
    // SAFETY: the caller vouches for rows and panel.
    unsafe {
        for lane in 0..lanes {
            let place = panel * lanes + lane;
            if place >= rows.count {
                for output in 0..outputs {
                    *targets.add(output * lanes + lane) = V::Real::ZERO;
                }
                continue;
            }
            let row = rows.at(place);
            for output in 0..outputs {
                *targets.add(output * lanes + lane) = match data.classes.is_null() {
                    true => *data.targets.add(row * outputs + output),
                    // A single output stands for the second of two classes.
                    false if outputs == 1 => match *data.classes.add(row) {
                        0 => other,
                        _ => own,
                    },
                    false => match *data.classes.add(row) as usize == output {
                        true => own,
                        false => other,
                    },
                };
            }
        }
    }
}
