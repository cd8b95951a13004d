//! Inputs brought to a common size, and the same done by weights.
//!
//! Column by column, training sees `(x - shift) / spread`: mean and deviation (standard), or the
//! least value and the distance to the largest (min_max). A neuron of the first layer then has
//! `Σ w (x - shift) / spread + b`, which is `Σ w′ x + b′` with `w′ = w / spread` and
//! `b′ = b - Σ w′ shift`: so the shipped network takes inputs as they are.

use super::Examples;
use crate::error::{Field, Problem};
use crate::spec::Precision;
use crate::spec::normalize::{Kind, Normalize};

/// What is taken off from each column, and what it is then divided by.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Scaling {
    columns: Vec<Column>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Column {
    shift: f64,
    spread: f64,
}

impl Scaling {
    /// That of some rows; without a normalisation none.
    pub(crate) fn of(
        normalize: Normalize,
        data: &Examples,
        precision: Precision,
    ) -> Result<Option<Scaling>, Problem> {
        if normalize.0 == Kind::None {
            return Ok(None);
        }
        let rows = data.rows() as f64;
        let sums = data.statistics(&vec![0.0; data.columns()]);
        let means: Vec<f64> = sums.iter().map(|[_, _, sum, _]| sum / rows).collect();
        let columns = data.statistics(&means).into_iter().zip(&means).enumerate();
        let columns: Result<Vec<Column>, Problem> = columns
            .map(|(column, ([least, most, _, squares], &mean))| {
                let found = Column::of(normalize.0, [least, most], mean, squares / rows);
                let found = found.ok_or_else(|| too_far_apart(column))?;
                let bounds = [least, most];
                match found.is_too_far_off(normalize.0, bounds, precision) {
                    true => Err(too_far_off(column, normalize.0, bounds, found, precision)),
                    false => Ok(found),
                }
            })
            .collect();
        Ok(Some(Scaling { columns: columns? }))
    }

    /// What is taken off from each column.
    pub(crate) fn shifts(&self) -> Vec<f64> {
        self.columns.iter().map(|column| column.shift).collect()
    }

    /// What each column is then multiplied by.
    pub(crate) fn factors(&self) -> Vec<f64> {
        self.columns
            .iter()
            .map(|column| 1.0 / column.spread)
            .collect()
    }

    /// Changes weights, in the paper's order, so that they do to inputs as they are what they did to
    /// scaled ones; the first layer has this many neurons.
    pub(crate) fn fold(&self, weights: &mut [f64], neurons: usize) {
        let inputs = self.columns.len();
        for neuron in weights.chunks_mut(inputs + 1).take(neurons) {
            let [weights @ .., bias] = neuron else {
                continue;
            };
            for (weight, column) in weights.iter_mut().zip(&self.columns) {
                *weight /= column.spread;
                *bias -= *weight * column.shift;
            }
        }
    }
}

impl Column {
    /// `None` where a sum or a distance is beyond all numbers.
    fn of(kind: Kind, [least, most]: [f64; 2], mean: f64, variance: f64) -> Option<Column> {
        let (shift, spread) = match kind {
            // A mean of equal numbers may miss them by a rounding.
            _ if least == most => (least, 1.0),
            Kind::Standard => (mean, variance.sqrt()),
            Kind::None | Kind::MinMax => (least, most - least),
        };
        // Squares of the smallest distances are 0.
        let spread = if spread == 0.0 { 1.0 } else { spread };
        let finite = shift.is_finite() && spread.is_finite();
        finite.then_some(Column { shift, spread })
    }
}

/// Bits that are not enough to hold the differences between rows.
const TOO_FEW_BITS: u32 = 8;

impl Column {
    /// Whether it lies too often its own extent away from 0, n times, for the first layer to tell rows
    /// apart: `w′ x` and what the bias takes off from it are n times as large as what they come to.
    /// Weight, product and bias are rounded at their own size, so that log₂ n bits are lost, which
    /// training, on scaled inputs, did have.
    fn is_too_far_off(self, kind: Kind, [least, most]: [f64; 2], precision: Precision) -> bool {
        let half = self.spread / 2.0;
        let times = match kind {
            Kind::MinMax if least < most => (least + half) / half,
            _ => self.shift / self.spread,
        };
        times.abs() >= (1_u64 << (precision.bits() - TOO_FEW_BITS)) as f64
    }
}

fn too_far_off(
    index: usize,
    kind: Kind,
    [least, most]: [f64; 2],
    Column { shift, spread }: Column,
    precision: Precision,
) -> Problem {
    let (what, remedy) = match kind {
        _ if least == most => (format!("is {least:?} in all rows"), "leave it out"),
        Kind::MinMax => (
            format!("lies from {least:?} to {most:?}"),
            "take the offset off the data",
        ),
        Kind::None | Kind::Standard => (
            format!("has the mean {shift:?} and the deviation {spread:?}"),
            "take the offset off the data",
        ),
    };
    let wider = match precision {
        Precision::F32 => ", or try `precision: f64`",
        Precision::F64 => "",
    };
    let message = format!(
        "input {} {what}: so far from 0 that the first layer would have at most {TOO_FEW_BITS} of the \
         {} bits of `{}` left for differences; {remedy}{wider}",
        index + 1,
        precision.bits(),
        precision.name(),
    );
    Problem::new(Field::Normalize, message)
}

fn too_far_apart(column: usize) -> Problem {
    let message = format!(
        "the numbers of input {} lie too far apart to be normalised",
        column + 1
    );
    Problem::new(Field::Normalize, message)
}
