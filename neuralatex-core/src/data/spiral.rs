//! The paper's data: two arms of a spiral, half a turn apart.
//!
//! θ = 2π u, r = ½ + ½ θ, x = r cos(θ + φ) + (u′ - ½) noise, y likewise with sin, where φ is 0
//! for label -1 and π for label 1. Draws come in the order θ, x, y; labels alternate.

use std::f64::consts::{PI, TAU};

use crate::maths;
use crate::random::Random;
use crate::spec::source::{Row, Shape};

/// The next row of an arm.
pub(super) fn row(shape: &Shape, arm: usize, _: usize, random: &mut Random) -> Row {
    let label = [-1, 1][arm];
    let draws = [random.unit(), random.unit(), random.unit()];
    Row {
        inputs: point(label, draws, shape.noise).into(),
        label: label.into(),
    }
}

fn point(label: i32, [theta, x, y]: [f64; 3], noise: f64) -> [f64; 2] {
    let theta = TAU * theta;
    let radius = 0.5 + 0.5 * theta;
    let angle = if label < 0 { theta } else { theta + PI };
    [
        radius * maths::cos(angle) + (x - 0.5) * noise,
        radius * maths::sin(angle) + (y - 0.5) * noise,
    ]
}

#[cfg(test)]
mod tests {
    use super::point;
    use crate::golden::{golden, number};

    /// The draws that pgfmath made, through our formula. TeX computes in 1/65536 points with
    /// table sines, hence the tolerance.
    #[test]
    fn the_formula_is_the_papers() {
        let recorded = golden("d_spiral_12345.json");
        let samples = recorded["samples"].as_array().unwrap();
        assert_eq!(samples.len(), 100);
        for sample in samples {
            let draws = ["u_theta", "u_x", "u_y"].map(|key| number(&sample[key]));
            let label = sample["label"].as_i64().unwrap() as i32;
            let [x, y] = point(label, draws, 0.5);
            assert!((x - number(&sample["x"])).abs() < 5e-4, "{sample}: {x}");
            assert!((y - number(&sample["y"])).abs() < 5e-4, "{sample}: {y}");
        }
    }
}
