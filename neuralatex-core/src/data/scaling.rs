//! Inputs brought to a common size, and the same done by weights.
//!
//! Column by column, training sees `(x - shift) / spread`: mean and deviation (standard), or the
//! least value and the distance to the largest (min_max). A neuron of the first layer then has
//! `Σ w (x - shift) / spread + b`, which is `Σ w′ x + b′` with `w′ = w / spread` and
//! `b′ = b - Σ w′ shift`: so the shipped network takes inputs as they are.

use super::Examples;
use crate::error::{Field, Problem};
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
    pub(crate) fn of(normalize: Normalize, data: &Examples) -> Result<Option<Scaling>, Problem> {
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
                found.ok_or_else(|| too_far_apart(column))
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

    /// Weights, in the paper's order, that do to inputs as they are what these do to scaled ones;
    /// the first layer has this many neurons.
    pub(crate) fn fold(&self, mut weights: Vec<f64>, neurons: usize) -> Vec<f64> {
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
        weights
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

fn too_far_apart(column: usize) -> Problem {
    let message = format!(
        "the numbers of input {} lie too far apart to be normalised",
        column + 1
    );
    Problem::new(Field::Normalize, message)
}
