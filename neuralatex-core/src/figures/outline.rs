//! The outline of where a function of the plane is 0 or more, from its values on a grid: marching
//! squares, whose pieces are joined into closed lines.
//!
//! A ring of negative values around the grid, at the places of its border, closes lines there.

/// Places of a grid: `columns` along x, `rows` along y.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Grid {
    pub(crate) x: [f64; 2],
    pub(crate) y: [f64; 2],
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

impl Grid {
    /// The points, row by row.
    pub(crate) fn points(&self) -> Vec<f64> {
        let place = |[low, high]: [f64; 2], index: usize, count: usize| {
            let share = index as f64 / (count - 1).max(1) as f64;
            low * (1.0 - share) + high * share
        };
        let mut points = Vec::with_capacity(2 * self.columns * self.rows);
        for row in 0..self.rows {
            for column in 0..self.columns {
                points.push(place(self.x, column, self.columns));
                points.push(place(self.y, row, self.rows));
            }
        }
        points
    }
}

/// The sides of a cell.
#[derive(Clone, Copy)]
enum Side {
    Below,
    Right,
    Above,
    Left,
}

use Side::{Above, Below, Left, Right};

/// Where lines enter and leave a cell, with what is inside on their left, by its corners that are
/// inside: 1 for that below and left, then 2, 4 and 8 around.
const PIECES: [&[(Side, Side)]; 16] = [
    &[],
    &[(Below, Left)],
    &[(Right, Below)],
    &[(Right, Left)],
    &[(Above, Right)],
    &[(Below, Left), (Above, Right)],
    &[(Above, Below)],
    &[(Above, Left)],
    &[(Left, Above)],
    &[(Below, Above)],
    &[(Right, Below), (Left, Above)],
    &[(Right, Above)],
    &[(Left, Right)],
    &[(Below, Right)],
    &[(Left, Below)],
    &[],
];

/// As above where opposite corners are inside, and the middle is too.
const JOINED: [&[(Side, Side)]; 2] = [
    &[(Below, Right), (Above, Left)],
    &[(Left, Below), (Right, Above)],
];

/// Closed lines around where the values, row by row, are 0 or more.
pub(crate) fn outline(grid: &Grid, values: &[f64]) -> Vec<Vec<[f64; 2]>> {
    const NOWHERE: usize = usize::MAX;
    let [width, height] = [grid.columns + 2, grid.rows + 2];
    let mut ringed = vec![-1.0; width * height];
    for (row, values) in values.chunks(grid.columns).enumerate() {
        let start = (row + 1) * width + 1;
        ringed[start..start + grid.columns].copy_from_slice(values);
    }
    // Sides are numbered by the corner that they begin at: those along x even, along y odd.
    let mut next = vec![NOWHERE; 2 * width * height];
    for corner in 0..width * (height - 1) - 1 {
        let [below, above] = [&ringed[corner..], &ringed[corner + width..]];
        let around = [below[0], below[1], above[1], above[0]];
        // Most cells are all inside or all outside.
        let [a, b, c, d] = around.map(|value| usize::from(value >= 0.0));
        let corners = a | b << 1 | c << 2 | d << 3;
        if corners == 0 || corners == 15 {
            continue;
        }
        let is_joined = || around.iter().sum::<f64>() >= 0.0;
        let pieces = match corners {
            5 if is_joined() => JOINED[0],
            10 if is_joined() => JOINED[1],
            _ => PIECES[corners],
        };
        let side = |side| match side {
            Below => 2 * corner,
            Above => 2 * (corner + width),
            Left => 2 * corner + 1,
            Right => 2 * (corner + 1) + 1,
        };
        for &(from, to) in pieces {
            next[side(from)] = side(to);
        }
    }
    let place = |[low, high]: [f64; 2], corner: f64, count: usize| {
        let share = (corner - 1.0) / (count - 1).max(1) as f64;
        let share = share.clamp(0.0, 1.0);
        low * (1.0 - share) + high * share
    };
    // Where the value is 0 between the ends of a side.
    let vertex = |side: usize| {
        let (corner, is_along_y) = (side / 2, side % 2);
        let (column, row) = (corner % width, corner / width);
        let a = ringed[corner];
        let b = ringed[if is_along_y == 0 {
            corner + 1
        } else {
            corner + width
        }];
        let share = a / (a - b);
        let share = if share.is_finite() { share } else { 0.5 };
        let [x, y] = match is_along_y {
            0 => [column as f64 + share, row as f64],
            _ => [column as f64, row as f64 + share],
        };
        [place(grid.x, x, grid.columns), place(grid.y, y, grid.rows)]
    };
    let mut lines = Vec::new();
    for start in 0..next.len() {
        let mut line = Vec::new();
        let mut side = start;
        while next[side] != NOWHERE {
            line.push(vertex(side));
            side = std::mem::replace(&mut next[side], NOWHERE);
        }
        if !line.is_empty() {
            lines.push(without_straight_on(line));
        }
    }
    lines
}

/// Without the points between others on a straight line.
fn without_straight_on(line: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    let mut kept: Vec<[f64; 2]> = Vec::new();
    for point in line {
        if let [.., before, last] = kept[..] {
            let [ax, ay] = [last[0] - before[0], last[1] - before[1]];
            let [bx, by] = [point[0] - last[0], point[1] - last[1]];
            let (turn, on) = (ax * by - ay * bx, ax * bx + ay * by);
            if on >= 0.0 && turn.abs() <= 1e-9 * on {
                kept.pop();
            }
        }
        kept.push(point);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{Grid, outline};

    fn grid(size: usize) -> Grid {
        Grid {
            x: [-1.0, 1.0],
            y: [-1.0, 1.0],
            columns: size,
            rows: size,
        }
    }

    fn of(size: usize, function: impl Fn(f64, f64) -> f64) -> Vec<Vec<[f64; 2]>> {
        let grid = grid(size);
        let points = grid.points();
        let values: Vec<f64> = points.chunks(2).map(|p| function(p[0], p[1])).collect();
        outline(&grid, &values)
    }

    /// Twice the area inside of all lines; holes count less than nothing.
    fn area(lines: &[Vec<[f64; 2]>]) -> f64 {
        let twice = |line: &Vec<[f64; 2]>| -> f64 {
            let following = line.iter().cycle().skip(1);
            line.iter()
                .zip(following)
                .map(|(a, b)| a[0] * b[1] - a[1] * b[0])
                .sum()
        };
        lines.iter().map(twice).sum::<f64>() / 2.0
    }

    #[test]
    fn outlines_have_the_area_of_what_they_enclose() {
        let disc = of(41, |x, y| 0.49 - x * x - y * y);
        assert_eq!(disc.len(), 1);
        assert!((area(&disc) - 0.49 * std::f64::consts::PI).abs() < 0.01);
        let ring = of(41, |x, y| 0.04 - (x * x + y * y - 0.4).powi(2));
        assert_eq!(ring.len(), 2);
        assert!((area(&ring) - 0.4 * std::f64::consts::PI).abs() < 0.01);
        let half = of(5, |x, y| x + y);
        assert!((area(&half) - 2.0).abs() < 1e-9);
        assert_eq!(half.len(), 1);
    }

    #[test]
    fn all_and_nothing_have_outlines_too() {
        let all = of(4, |_, _| 1.0);
        assert_eq!(all.len(), 1);
        assert!((area(&all) - 4.0).abs() < 1e-9, "{all:?}");
        assert!(of(4, |_, _| -1.0).is_empty());
        assert!(of(4, |_, _| f64::NAN).is_empty());
        assert!(
            area(&of(3, |x, y| if (x, y) == (0.0, 0.0) {
                f64::INFINITY
            } else {
                -1.0
            })) > 0.0
        );
    }

    #[test]
    fn corners_that_meet_are_apart_or_joined_as_the_middle_says() {
        let checkers = |above| of(2, move |x, y| if x * y > 0.0 { above } else { -1.0 });
        assert_eq!(checkers(0.5).len(), 2);
        assert_eq!(checkers(2.0).len(), 1);
    }
}
