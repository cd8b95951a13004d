//! A circle inside of another, as scikit-learn's `make_circles`.
//!
//! r (cos t, sin t) with r = 1 for class 0 and r = 0.8 for class 1; t in even steps from 0 up to
//! but not including 2π.

use std::f64::consts::TAU;

use super::noisy;
use crate::maths::{cos, sin};
use crate::random::Random;
use crate::spec::source::{Row, Shape};

pub(super) fn rows(shape: &Shape, random: &mut Random) -> Vec<Row> {
    let step = TAU / shape.per_class as f64;
    let mut rows = Vec::with_capacity(2 * shape.per_class);
    for (class, radius) in [(0, 1.0), (1, 0.8)] {
        for index in 0..shape.per_class {
            let angle = index as f64 * step;
            let point = [radius * cos(angle), radius * sin(angle)];
            rows.push(noisy(&point, class, shape.noise, random));
        }
    }
    rows
}
