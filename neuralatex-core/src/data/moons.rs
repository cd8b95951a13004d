//! Two half circles that reach into one another, as scikit-learn's `make_moons`.
//!
//! Class 0: (cos t, sin t); class 1: (1 - cos t, ½ - sin t); t in even steps from 0 to π.

use std::f64::consts::PI;

use super::made::noisy;
use crate::maths::{cos, sin};
use crate::random::Random;
use crate::spec::source::{Row, Shape};

/// The row at a place of its class.
pub(super) fn row(shape: &Shape, class: usize, index: usize, random: &mut Random) -> Row {
    let last = shape.per_class.saturating_sub(1);
    let step = PI / last.max(1) as f64;
    let is_end = index > 0 && index == last;
    let angle = if is_end { PI } else { index as f64 * step };
    let point = match class {
        0 => [cos(angle), sin(angle)],
        _ => [1.0 - cos(angle), 1.0 - sin(angle) - 0.5],
    };
    noisy(&point, class, shape.noise, random)
}
