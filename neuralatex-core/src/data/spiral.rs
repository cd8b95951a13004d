//! The paper's data: two arms of a spiral, half a turn apart.
//!
//! θ = 2π u, r = ½ + ½ θ, x = r cos(θ + φ) + (u′ - ½) noise, y likewise with sin, where φ is 0
//! for label -1 and π for label 1. Draws come in the order θ, x, y; labels alternate.

use std::f64::consts::{PI, TAU};

use crate::maths;
use crate::random::Random;
use crate::spec::source::{Row, Shape};

pub(super) fn rows(shape: &Shape, random: &mut Random) -> Vec<Row> {
    let mut rows = Vec::with_capacity(2 * shape.per_class);
    for _ in 0..shape.per_class {
        for label in [-1, 1] {
            let draws = [random.unit(), random.unit(), random.unit()];
            rows.push(Row {
                inputs: point(label, draws, shape.noise).into(),
                label: label.into(),
            });
        }
    }
    rows
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
