//! Inputs brought to a common size, and the same done by weights.
//!
//! Column by column, training sees `(x - shift) / spread`: mean and deviation (standard), or the
//! least value and the distance to the largest (min_max). A neuron of the first layer then has
//! `Σ w (x - shift) / spread + b`, which is `Σ w′ x + b′` with `w′ = w / spread` and
//! `b′ = b - Σ w′ shift`: so the shipped network takes inputs as they are. Of a constant column
//! training sees only 0, and learns nothing: its w′ is 0.

use super::{Examples, Header, input};
use crate::error::{Field, Problem, or_wider};
use crate::spec::Precision;
use crate::spec::normalize::{Kind, Normalize};

/// What is taken off from each column, and what it is then divided by.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Scaling {
    columns: Vec<Column>,
    /// Whether weights are for inputs as they are already.
    is_folded: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Column {
    shift: f64,
    /// Infinite for a constant column.
    spread: f64,
}

impl Scaling {
    /// That of some rows; without a normalisation none.
    pub(crate) fn of(
        normalize: Normalize,
        data: &Examples,
        header: Option<&Header>,
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
                let bounds = [least, most];
                let name = || input(header, column);
                if least == most && is_coarse(least, precision) {
                    return Err(too_coarse(&name(), least, precision));
                }
                if least == most {
                    return Ok(Column::constant(least));
                }
                let found = Column::of(normalize.0, bounds, mean, squares / rows);
                if !(found.shift.is_finite() && found.spread.is_finite()) {
                    return Err(too_far_apart(&name()));
                }
                if found.is_too_narrow(normalize.0, precision) {
                    return Err(too_close_together(&name(), precision));
                }
                match found.is_too_far_off(normalize.0, least, precision) {
                    true => Err(too_far_off(&name(), normalize.0, bounds, found, precision)),
                    false => Ok(found),
                }
            })
            .collect();
        Ok(Some(Scaling {
            columns: columns?,
            is_folded: false,
        }))
    }

    /// The same, for weights that it may be part of.
    pub(crate) fn with(self, is_folded: bool) -> Scaling {
        Scaling { is_folded, ..self }
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
        if self.is_folded {
            return;
        }
        let inputs = self.columns.len();
        for neuron in weights.chunks_mut(inputs + 1).take(neurons) {
            let [weights @ .., bias] = neuron else {
                continue;
            };
            for (weight, column) in weights.iter_mut().zip(&self.columns) {
                match column.spread.is_finite() {
                    true => {
                        *weight /= column.spread;
                        *bias -= *weight * column.shift;
                    }
                    false => *weight = 0.0,
                }
            }
        }
    }
}

impl Column {
    /// Not finite where a sum or a distance is beyond all numbers.
    fn of(kind: Kind, [least, most]: [f64; 2], mean: f64, variance: f64) -> Column {
        let (shift, spread) = match kind {
            Kind::Standard => (mean, variance.sqrt()),
            Kind::None | Kind::MinMax => (least, most - least),
        };
        Column { shift, spread }
    }

    /// That of equal numbers. Their mean may miss them by a rounding.
    fn constant(number: f64) -> Column {
        Column {
            shift: number,
            spread: f64::INFINITY,
        }
    }
}

/// Whether whole numbers of this size, which `f64` can tell apart, may have become this one.
fn is_coarse(number: f64, precision: Precision) -> bool {
    let whole = |precision: Precision| (1_u64 << precision.bits()) as f64;
    (whole(precision)..whole(Precision::F64)).contains(&number.abs())
}

/// Bits that are not enough to hold the differences between rows.
const TOO_FEW_BITS: u32 = 8;

impl Column {
    /// Whether squares of its distances are lost below all numbers, or what it is multiplied by is
    /// lost above them.
    fn is_too_narrow(self, kind: Kind, precision: Precision) -> bool {
        let lost = kind == Kind::Standard && self.spread * self.spread < f64::MIN_POSITIVE;
        lost || !precision.round(1.0 / self.spread).is_finite()
    }

    /// Whether it lies too often its own extent away from 0, n times, for the first layer to tell rows
    /// apart: `w′ x` and what the bias takes off from it are n times as large as what they come to.
    /// Weight, product and bias are rounded at their own size, so that log₂ n bits are lost, which
    /// training, on scaled inputs, did have.
    fn is_too_far_off(self, kind: Kind, least: f64, precision: Precision) -> bool {
        let half = self.spread / 2.0;
        let times = match kind {
            Kind::MinMax => (least + half) / half,
            Kind::None | Kind::Standard => self.shift / self.spread,
        };
        times.abs() >= (1_u64 << (precision.bits() - TOO_FEW_BITS)) as f64
    }
}

fn too_far_off(
    input: &str,
    kind: Kind,
    [least, most]: [f64; 2],
    Column { shift, spread }: Column,
    precision: Precision,
) -> Problem {
    let what = match kind {
        Kind::MinMax => format!("lies from {least:?} to {most:?}"),
        Kind::None | Kind::Standard => {
            format!("has the mean {shift:?} and the deviation {spread:?}")
        }
    };
    let wider = or_wider(precision.name());
    let message = format!(
        "{input} {what}: so far from 0 that the first layer would have at most {TOO_FEW_BITS} of the \
         {} bits of `{}` left for differences; take the offset off the data{wider}",
        precision.bits(),
        precision.name(),
    );
    Problem::new(Field::Normalize, message)
}

fn too_coarse(input: &str, number: f64, precision: Precision) -> Problem {
    let wider = or_wider(precision.name());
    let message = format!(
        "{input} is {number:?} in all rows, as far as `{}` can tell numbers of that size apart; leave it \
         out, or take the offset off the data{wider}",
        precision.name()
    );
    Problem::new(Field::Normalize, message)
}

fn too_close_together(input: &str, precision: Precision) -> Problem {
    let wider = or_wider(precision.name());
    let message = format!(
        "the numbers of {input} lie too close together to be normalised: `{}` cannot hold what they \
         would have to be multiplied by, or their squares; give them in a smaller unit{wider}",
        precision.name()
    );
    Problem::new(Field::Normalize, message)
}

fn too_far_apart(input: &str) -> Problem {
    let message = format!("the numbers of {input} lie too far apart to be normalised");
    Problem::new(Field::Normalize, message)
}
