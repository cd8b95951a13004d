//! Normal distributions around centres, as scikit-learn's `make_blobs`.
//!
//! The centres have a stream of their own, so that training and evaluation share them.

use super::noisy;
use crate::random::Random;
use crate::spec::source::{Blobs, Row};

/// Coordinates of centres lie between minus this and this.
const FARTHEST: f64 = 10.0;

pub(super) fn rows(blobs: &Blobs, centres: &mut Random, random: &mut Random) -> Vec<Row> {
    let mut rows = Vec::with_capacity(blobs.classes * blobs.per_class);
    for class in 0..blobs.classes {
        let centre: Vec<f64> = (0..blobs.dimensions)
            .map(|_| centres.uniform(-FARTHEST, FARTHEST))
            .collect();
        for _ in 0..blobs.per_class {
            rows.push(noisy(&centre, class, blobs.noise, random));
        }
    }
    rows
}
