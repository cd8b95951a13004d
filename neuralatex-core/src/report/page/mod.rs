//! The page of a model: one file of HTML that needs no other.

use crate::figures::Figure;
use crate::results::Results;

/// The page.
pub(super) fn page(_results: &Results<'_>, figures: &[Figure]) -> String {
    figures.iter().map(Figure::svg).collect()
}
