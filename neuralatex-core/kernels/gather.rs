//! Rows of data become panels of inputs and of targets.

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

/// How many rows ahead memory is asked for: the next ones come from anywhere.
const AHEAD: usize = 4;

/// Fills one panel of inputs. Lanes without a row get the last one: their errors will be 0, and what
/// these are multiplied by is then no more infinite than it is for the row itself.
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
            let from = data
                .inputs
                .add(rows.at(place.min(rows.count - 1)) * columns);
            if place + AHEAD < rows.count {
                let next = data.inputs.add(rows.at(place + AHEAD) * columns);
                for column in (0..columns).step_by(lanes) {
                    V::prefetch(next.add(column));
                }
            }
            if layer.wide {
                let to = layer.rows.add(place * layer.stride);
                row::<V>(data, from, to, layer.stride);
            } else {
                for column in 0..columns {
                    *inputs.add(column * lanes + lane) = input(data, from, column);
                }
            }
        }
        if layer.wide {
            let from = layer.rows.add(panel * lanes * layer.stride);
            for column in (0..layer.stride).step_by(lanes) {
                let (from, to) = (from.add(column), inputs.add(column * lanes));
                V::transpose(from, layer.stride, to, lanes);
            }
        }
    }
}

/// One row, and zeros to the end of the last vector.
#[inline(always)]
unsafe fn row<V: Vector>(
    data: &Data<V::Real>,
    from: *const V::Real,
    to: *mut V::Real,
    stride: usize,
) {
    // SAFETY: the caller vouches for the row and for `stride` numbers at `to`.
    unsafe {
        match data.shift.is_null() {
            true => from.copy_to_nonoverlapping(to, data.columns),
            false => {
                for column in 0..data.columns {
                    *to.add(column) = input(data, from, column);
                }
            }
        }
        for column in data.columns..stride {
            *to.add(column) = V::Real::ZERO;
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

/// Fills one panel of targets; those of lanes without a row mean nothing.
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
    let count = rows.count - (panel * lanes).min(rows.count);
    let [own, other] = data.targets_of_class;
    // SAFETY: the caller vouches for rows and panel.
    unsafe {
        let filler = if data.classes.is_null() {
            V::Real::ZERO
        } else {
            other
        };
        for output in 0..outputs {
            V::splat(filler).store(targets.add(output * lanes));
        }
        for lane in 0..count.min(lanes) {
            let row = rows.at(panel * lanes + lane);
            if data.classes.is_null() {
                for output in 0..outputs {
                    *targets.add(output * lanes + lane) = *data.targets.add(row * outputs + output);
                }
                continue;
            }
            // A single output stands for the second of two classes. A class beyond the outputs,
            // which there should not be, must not lead beyond the panel.
            let class = *data.classes.add(row) as usize;
            match outputs {
                1 if class == 0 => {}
                _ => *targets.add(class.min(outputs - 1) * lanes + lane) = own,
            }
        }
    }
}
