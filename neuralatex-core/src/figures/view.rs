//! Results as figures look at them: inputs in the plane.

use super::figure::Axis;
use crate::data::{Classes, Examples};
use crate::results::{Projection, Results};

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
        let inputs = examples.inputs_of(rows);
        match (&self.projection, examples.columns()) {
            (Some(projection), _) => projection.places(&inputs),
            (None, 1) => {
                let class = |row: &usize| f64::from(examples.places()[*row]);
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
        let over = |i: usize, label: String| Axis::over(label, places.iter().map(|place| place[i]));
        let name = |place: usize| self.results.input_name(place);
        match (&self.projection, self.data.columns()) {
            (Some(_), _) => [0, 1].map(|i| over(i, format!("component {}", i + 1))),
            (None, 1) => {
                let names = self.results.classes().map(Classes::names);
                [
                    over(0, name(0)),
                    Axis::named("class", names.unwrap_or_default()),
                ]
            }
            (None, _) => [0, 1].map(|i| over(i, name(i))),
        }
    }

    /// What the points of the data are to the network.
    pub(super) fn learned(&self) -> &'static str {
        match self.results.trained.given() {
            Some(_) => "of the data",
            None => "that the network was trained on",
        }
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
