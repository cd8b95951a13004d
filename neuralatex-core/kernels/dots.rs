//! Sums over rows across lanes: the gradients of a layer with few inputs, and of biases.
//!
//! Lane j sums rows j, j + LANES, …; the lanes are then added as [`Vector::sum`] says.

use super::real::Real;
use super::vector::Vector;

/// Panels of features from one of them on, and how far panels are apart.
#[derive(Clone, Copy)]
pub(crate) struct Features<T> {
    pub(crate) first: *const T,
    pub(crate) step: usize,
}

impl<T> Features<T> {
    /// The same from a feature on.
    #[inline(always)]
    unsafe fn from<V: Vector>(self, feature: usize) -> Features<T> {
        // SAFETY: the caller vouches for the feature.
        let first = unsafe { self.first.add(feature * V::LANES) };
        Features { first, ..self }
    }
}

/// Where sums across lanes go, number by number.
#[derive(Clone, Copy)]
pub(crate) struct Sums<T> {
    pub(crate) c: *mut T,
    pub(crate) row: usize,
    /// Whether they are added to what is there.
    pub(crate) goes_on: bool,
}

impl<T: Real> Sums<T> {
    #[inline(always)]
    unsafe fn from(self, row: usize, column: usize) -> Sums<T> {
        // SAFETY: the caller vouches for the place.
        let c = unsafe { self.c.add(row * self.row + column) };
        Sums { c, ..self }
    }

    #[inline(always)]
    unsafe fn put(&self, row: usize, column: usize, sum: T) {
        // SAFETY: the caller vouches for the place.
        unsafe {
            let place = self.c.add(row * self.row + column);
            *place = if self.goes_on { *place + sum } else { sum };
        }
    }
}

/// `c[output][input] = Σ errors[output] · values[input]`.
///
/// # Safety
/// Panels must hold as many features as there are outputs and inputs, and `c` a number for each
/// pair.
pub(crate) unsafe fn dots<V: Vector>(
    [outputs, inputs]: [usize; 2],
    panels: usize,
    [errors, values]: [Features<V::Real>; 2],
    c: Sums<V::Real>,
) {
    let mut output = 0;
    // SAFETY: outputs stay within those that the caller vouches for.
    unsafe {
        if const { V::ROWS > 1 } {
            while outputs - output >= 2 {
                let errors = errors.from::<V>(output);
                dot_strip::<V, 2>(inputs, panels, [errors, values], c.from(output, 0));
                output += 2;
            }
        }
        while output < outputs {
            let errors = errors.from::<V>(output);
            dot_strip::<V, 1>(inputs, panels, [errors, values], c.from(output, 0));
            output += 1;
        }
    }
}

/// The sums of `O` outputs and any number of inputs.
#[inline(always)]
unsafe fn dot_strip<V: Vector, const O: usize>(
    inputs: usize,
    panels: usize,
    [errors, values]: [Features<V::Real>; 2],
    c: Sums<V::Real>,
) {
    let mut input = 0;
    // SAFETY: inputs stay within those that the caller vouches for.
    unsafe {
        if const { V::COLUMNS >= 4 } {
            while inputs - input >= 4 {
                let values = values.from::<V>(input);
                dot_tile::<V, O, 4>(panels, [errors, values], &c.from(0, input));
                input += 4;
            }
        }
        if const { V::ROWS > 1 } {
            while inputs - input >= 2 {
                let values = values.from::<V>(input);
                dot_tile::<V, O, 2>(panels, [errors, values], &c.from(0, input));
                input += 2;
            }
        }
        while input < inputs {
            let values = values.from::<V>(input);
            dot_tile::<V, O, 1>(panels, [errors, values], &c.from(0, input));
            input += 1;
        }
    }
}

/// The sums of `O` outputs and `I` inputs.
#[inline(always)]
unsafe fn dot_tile<V: Vector, const O: usize, const I: usize>(
    panels: usize,
    [errors, values]: [Features<V::Real>; 2],
    c: &Sums<V::Real>,
) {
    // SAFETY: the caller vouches for the places.
    unsafe {
        // One after the other, and room for whole groups of four.
        let mut sums = [V::zero(); 8];
        for panel in 0..panels {
            let errors = errors.first.add(panel * errors.step);
            let values = values.first.add(panel * values.step);
            for output in 0..O {
                let error = V::load(errors.add(output * V::LANES));
                for input in 0..I {
                    let value = V::load(values.add(input * V::LANES));
                    sums[output * I + input] = error.fused(value, sums[output * I + input]);
                }
            }
        }
        let mut first = 0;
        while first < O * I {
            let four = [
                sums[first],
                sums[first + 1],
                sums[first + 2],
                sums[first + 3],
            ];
            for (sum, place) in V::sums(four).into_iter().zip(first..O * I) {
                c.put(place / I, place % I, sum);
            }
            first += 4;
        }
    }
}

/// `c[output] = Σ errors[output]`.
///
/// # Safety
/// Panels must hold as many features as there are outputs, and `c` a row for each.
pub(crate) unsafe fn sums<V: Vector>(
    outputs: usize,
    panels: usize,
    errors: Features<V::Real>,
    c: Sums<V::Real>,
) {
    let tile = if V::ROWS > 1 { 4 } else { 1 };
    for output in (0..outputs).step_by(tile) {
        // SAFETY: outputs stay within those that the caller vouches for.
        unsafe {
            let (errors, c) = (errors.from::<V>(output), c.from(output, 0));
            if const { V::ROWS == 1 } {
                sum_tile::<V, 1>(panels, errors, &c);
                continue;
            }
            match outputs - output {
                1 => sum_tile::<V, 1>(panels, errors, &c),
                2 => sum_tile::<V, 2>(panels, errors, &c),
                3 => sum_tile::<V, 3>(panels, errors, &c),
                _ => sum_tile::<V, 4>(panels, errors, &c),
            }
        }
    }
}

/// The sums of `O` outputs.
#[inline(always)]
unsafe fn sum_tile<V: Vector, const O: usize>(
    panels: usize,
    errors: Features<V::Real>,
    c: &Sums<V::Real>,
) {
    // SAFETY: the caller vouches for the places.
    unsafe {
        let mut sums = [V::zero(); 4];
        for panel in 0..panels {
            let errors = errors.first.add(panel * errors.step);
            for (output, sum) in sums.iter_mut().enumerate().take(O) {
                *sum = sum.add(V::load(errors.add(output * V::LANES)));
            }
        }
        for (output, sum) in V::sums(sums).into_iter().enumerate().take(O) {
            c.put(output, 0, sum);
        }
    }
}
