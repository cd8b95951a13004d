//! What a LaTeX paper takes from a training.

use super::File;
use crate::figures::Figure;
use crate::results::Results;

/// The files for LaTeX.
pub(super) fn files(_results: &Results<'_>, _figures: &[Figure]) -> Vec<File> {
    Vec::new()
}
