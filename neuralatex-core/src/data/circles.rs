//! A circle inside of another, as scikit-learn's `make_circles`.
//!
//! r (cos t, sin t) with r = 1 for class 0 and r = 0.8 for class 1; t in even steps from 0 up to
//! but not including 2π.

use std::f64::consts::TAU;

use super::made::noisy;
use crate::maths::{cos, sin};
use crate::random::Random;
use crate::spec::source::{Row, Shape};

/// The row at a place of its class.
pub(super) fn row(shape: &Shape, class: usize, index: usize, random: &mut Random) -> Row {
    let radius = [1.0, 0.8][class];
    let angle = index as f64 * (TAU / shape.per_class as f64);
    let point = [radius * cos(angle), radius * sin(angle)];
    noisy(&point, class, shape.noise, random)
}
