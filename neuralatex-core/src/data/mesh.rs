//! Helpers for pictures of a decision boundary: the extent of points in the plane, and a grid
//! over it (the paper's `findminmax` and `createmesh`).

/// The smallest and the largest coordinates of points in the plane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// From the smallest to the largest x.
    pub x: [f64; 2],
    /// From the smallest to the largest y.
    pub y: [f64; 2],
}

/// The extent of some points, widened on each side by a margin (the paper's is 1); `None`
/// without points.
///
/// ```
/// use neuralatex_core::prelude::*;
///
/// let bounds = bounds([[0.0, 5.0], [2.0, -1.0]], 1.0).unwrap();
/// assert_eq!((bounds.x, bounds.y), ([-1.0, 3.0], [-2.0, 6.0]));
/// ```
pub fn bounds(points: impl IntoIterator<Item = [f64; 2]>, margin: f64) -> Option<Bounds> {
    let mut points = points.into_iter();
    let [x, y] = points.next()?;
    let start = Bounds {
        x: [x, x],
        y: [y, y],
    };
    let widen = |[low, high]: [f64; 2], value: f64| [low.min(value), high.max(value)];
    let all = points.fold(start, |bounds, [x, y]| Bounds {
        x: widen(bounds.x, x),
        y: widen(bounds.y, y),
    });
    let add = |[low, high]: [f64; 2]| [low - margin, high + margin];
    Some(Bounds {
        x: add(all.x),
        y: add(all.y),
    })
}

/// The points of a grid over some bounds, column by column: x and y go from their lower bound
/// in steps as far as the upper one. Without a positive step there are none.
///
/// ```
/// use neuralatex_core::prelude::*;
///
/// let grid = mesh(Bounds { x: [0.0, 1.0], y: [0.0, 2.0] }, 1.0);
/// assert_eq!(grid, [[0.0, 0.0], [0.0, 1.0], [0.0, 2.0], [1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]);
/// ```
pub fn mesh(bounds: Bounds, step: f64) -> Vec<[f64; 2]> {
    let axis = |[low, high]: [f64; 2]| {
        // A hair more than the quotient, so that 0.3 / 0.1 counts as three steps.
        let steps = ((high - low) / step * (1.0 + 4.0 * f64::EPSILON)).floor();
        let count = if step > 0.0 && steps >= 0.0 {
            steps as usize + 1
        } else {
            0
        };
        (0..count).map(move |i| low + i as f64 * step)
    };
    axis(bounds.x)
        .flat_map(|x| axis(bounds.y).map(move |y| [x, y]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Bounds, bounds, mesh};

    #[test]
    fn a_mesh_ends_at_its_bounds() {
        // The paper's has one row and one column too many.
        let unit = Bounds {
            x: [0.0, 2.0],
            y: [0.0, 0.3],
        };
        assert_eq!(mesh(unit, 1.0), [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]);
        assert_eq!(mesh(unit, 0.1).len(), 21 * 4);
        assert_eq!(mesh(unit, 0.0), [[0.0; 2]; 0]);
        assert_eq!(mesh(unit, f64::NAN), [[0.0; 2]; 0]);
    }

    #[test]
    fn bounds_hold_every_point() {
        assert_eq!(bounds([], 1.0), None);
        assert_eq!(
            bounds([[3.0, 4.0]], 0.0),
            Some(Bounds {
                x: [3.0, 3.0],
                y: [4.0, 4.0]
            })
        );
    }
}
