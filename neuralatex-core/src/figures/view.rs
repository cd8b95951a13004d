//! Results as figures look at them: inputs in the plane.

use super::figure::Axis;
use crate::data::Examples;
use crate::results::{Projection, Results, inputs};

/// Results, and how inputs are seen in the plane.
pub(super) struct View<'r> {
    pub(super) results: &'r Results<'r>,
    pub(super) data: &'r Examples,
    projection: Option<&'r Projection>,
}

impl<'r> View<'r> {
    pub(super) fn of(results: &'r Results<'r>) -> View<'r> {
        let trained = results.trained;
        let data = trained.data();
        let is_projected = data.columns() > 2 && results.classes().is_some();
        View {
            results,
            data,
            projection: is_projected.then(|| results.projection()),
        }
    }

    /// Where some rows are in the plane. A single input is against the place of the row's class.
    pub(super) fn places(&self, examples: &Examples, rows: &[usize]) -> Vec<[f64; 2]> {
        let inputs = inputs(examples, rows);
        match (&self.projection, examples.columns()) {
            (Some(projection), _) => projection.places(&inputs),
            (None, 1) => {
                let classes = examples.classes();
                let class = |row: &usize| f64::from(classes[*row]);
                inputs
                    .iter()
                    .zip(rows)
                    .map(|(x, row)| [*x, class(row)])
                    .collect()
            }
            (None, _) => inputs.chunks(2).map(|place| [place[0], place[1]]).collect(),
        }
    }

    /// Axes over places.
    pub(super) fn axes(&self, places: &[[f64; 2]]) -> [Axis; 2] {
        let labels = match (&self.projection, self.data.columns()) {
            (Some(_), _) => ["component 1", "component 2"],
            (None, 1) => ["input", "class"],
            (None, _) => ["input 1", "input 2"],
        };
        [0, 1].map(|i| Axis::over(labels[i], places.iter().map(|place| place[i])))
    }

    /// What the axes of inputs are, where that is to be said.
    pub(super) fn said(&self) -> String {
        match &self.projection {
            Some(projection) => format!(
                " The {} inputs are projected onto their two leading principal components, which hold \
                 about {:.0} % of their variance.",
                self.data.columns(),
                100.0 * projection.share
            ),
            None => String::new(),
        }
    }
}
