//! Normal distributions around centres, as scikit-learn's `make_blobs`.
//!
//! The centres have a stream of their own, so that training and evaluation share them.

use super::made::noisy;
use crate::random::Random;
use crate::spec::source::{Blobs, Row};

/// Coordinates of centres lie between minus this and this.
const FARTHEST: f64 = 10.0;

/// The rows, class by class.
pub(super) fn rows(
    blobs: &Blobs,
    mut centres: Random,
    mut random: Random,
) -> impl Iterator<Item = Row> {
    let mut centre = vec![0.0; blobs.dimensions];
    (0..blobs.classes * blobs.per_class).map(move |row| {
        if row % blobs.per_class == 0 {
            centre.fill_with(|| centres.uniform(-FARTHEST, FARTHEST));
        }
        noisy(&centre, row / blobs.per_class, blobs.noise, &mut random)
    })
}
