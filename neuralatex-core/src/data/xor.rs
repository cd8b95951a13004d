//! Exclusive or: points of the square from -1 to 1, in class 1 if x y < 0, else in class 0.

use super::noisy;
use crate::random::Random;
use crate::spec::source::{Row, Shape};

pub(super) fn rows(shape: &Shape, random: &mut Random) -> Vec<Row> {
    let mut rows = Vec::with_capacity(2 * shape.per_class);
    for class in [0, 1] {
        for _ in 0..shape.per_class {
            let point = point(class, random);
            rows.push(noisy(&point, class, shape.noise, random));
        }
    }
    rows
}

/// Draws until a point is of this class: every second one is.
fn point(class: usize, random: &mut Random) -> [f64; 2] {
    loop {
        let [x, y] = [random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)];
        if usize::from(x * y < 0.0) == class {
            return [x, y];
        }
    }
}
