//! Exclusive or: points of the square from -1 to 1, in class 1 if x y < 0, else in class 0.

use super::made::noisy;
use crate::random::Random;
use crate::spec::source::{Row, Shape};

/// The next row of a class.
pub(super) fn row(shape: &Shape, class: usize, _: usize, random: &mut Random) -> Row {
    let point = point(class, random);
    noisy(&point, class, shape.noise, random)
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
