//! Losses against epochs, drawn with letters: dots of Braille, eight to a letter, or stars.

const COLUMNS: usize = 60;
const LINES: usize = 15;
/// Beyond this ratio of the largest loss to the smallest, small ones would lie on the axis.
const WIDE: f64 = 20.0;

/// A plot of points with an epoch and a loss each, in ascending order; empty if there are none.
pub(crate) fn plot(points: &[(f64, f64)], is_unicode: bool) -> String {
    let is_finite = |point: &&(f64, f64)| point.0.is_finite() && point.1.is_finite();
    let points: Vec<(f64, f64)> = points.iter().filter(is_finite).copied().collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return String::new();
    };
    let losses = || points.iter().map(|point| point.1);
    let low = losses().fold(f64::INFINITY, f64::min);
    let high = losses().fold(f64::NEG_INFINITY, f64::max);
    let is_logarithmic = low > 0.0 && high / low > WIDE;
    let scale = |loss: f64| if is_logarithmic { loss.ln() } else { loss };
    let back = |place: f64| if is_logarithmic { place.exp() } else { place };
    let share = |value: f64, from: f64, to: f64| match to > from {
        // Halves, since the distance of the ends may be too large for a number.
        true => (value / 2.0 - from / 2.0) / (to / 2.0 - from / 2.0),
        false => 0.0,
    };
    let mut canvas = Canvas::new(is_unicode);
    let mut before = None;
    for &(epoch, loss) in &points {
        let here = (
            share(epoch, first.0, last.0),
            share(scale(loss), scale(low), scale(high)),
        );
        canvas.line(before.unwrap_or(here), here);
        before = Some(here);
    }
    let middle = back(scale(low) / 2.0 + scale(high) / 2.0);
    let labels: Vec<(usize, String)> = match high > low {
        true => vec![
            (0, label(high)),
            (LINES / 2, label(middle)),
            (LINES - 1, label(low)),
        ],
        false => vec![(LINES - 1, label(low))],
    };
    let width = labels.iter().map(|(_, text)| text.len()).max().unwrap_or(0);
    let (side, corner, floor) = match is_unicode {
        true => ('│', '└', "─"),
        false => ('|', '+', "-"),
    };
    let kind = if is_logarithmic { ", logarithmic" } else { "" };
    let mut text = format!("loss{kind}\n");
    for (number, letters) in canvas.letters().into_iter().enumerate() {
        let label = labels.iter().find(|(line, _)| *line == number);
        let label = label.map_or("", |(_, text)| text);
        let line = format!("{label:>width$} {side}{letters}");
        text += line.trim_end();
        text.push('\n');
    }
    text += &format!("{:>width$} {corner}{}\n", "", floor.repeat(COLUMNS));
    let (from, to) = (first.0.to_string(), last.0.to_string());
    let room = COLUMNS.saturating_sub(from.len() + to.len());
    text + &format!("{:>width$}  {from}{:^room$}{to}\n", "", "epoch")
}

/// A loss with four digits that count.
fn label(loss: f64) -> String {
    let size = loss.abs();
    match (1e-3..1e4).contains(&size) || size == 0.0 {
        true => {
            let before = if size < 1.0 {
                0.0
            } else {
                size.log10().floor()
            };
            format!("{loss:.*}", (3.0 - before).max(0.0) as usize)
        }
        false => format!("{loss:.2e}"),
    }
}

/// Dots in lines, from the top.
struct Canvas {
    dots: Vec<Vec<bool>>,
    is_unicode: bool,
}

impl Canvas {
    fn new(is_unicode: bool) -> Canvas {
        let (columns, lines) = match is_unicode {
            true => (2 * COLUMNS, 4 * LINES),
            false => (COLUMNS, LINES),
        };
        Canvas {
            dots: vec![vec![false; columns]; lines],
            is_unicode,
        }
    }

    /// A line between two places, each from 0 to 1.
    fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let columns = self.dots[0].len() - 1;
        let lines = self.dots.len() - 1;
        let steps = columns.max(lines);
        for step in 0..=steps {
            let part = step as f64 / steps as f64;
            let between = |a: f64, b: f64| a + (b - a) * part;
            let column = (between(from.0, to.0) * columns as f64).round() as usize;
            let line = ((1.0 - between(from.1, to.1)) * lines as f64).round() as usize;
            self.dots[line.min(lines)][column.min(columns)] = true;
        }
    }

    fn letters(&self) -> Vec<String> {
        if !self.is_unicode {
            let letter = |dot: &bool| if *dot { '*' } else { ' ' };
            let line = |dots: &Vec<bool>| dots.iter().map(letter).collect();
            return self.dots.iter().map(line).collect();
        }
        // The bits of a Braille letter, line by line.
        const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let letter = |lines: &[Vec<bool>], column: usize| {
            let mut bits = 0;
            for (line, marks) in lines.iter().zip(BITS) {
                for (dot, mark) in line[2 * column..].iter().zip(marks) {
                    bits |= if *dot { mark } else { 0 };
                }
            }
            match bits {
                0 => ' ',
                bits => char::from_u32(0x2800 + bits).unwrap_or('*'),
            }
        };
        let lines = self.dots.chunks(4);
        lines
            .map(|lines| (0..COLUMNS).map(|column| letter(lines, column)).collect())
            .collect()
    }
}

/// Whether letters beyond ASCII can be shown, as the environment says.
pub(crate) fn is_unicode() -> bool {
    let set = |name: &&str| std::env::var(name).is_ok_and(|value| !value.is_empty());
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(set);
    let value = name.and_then(|name| std::env::var(name).ok());
    let value = value.unwrap_or_default().to_lowercase();
    cfg!(windows) || value.contains("utf-8") || value.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, LINES, label, plot};

    /// The column of the first star in each line, from the top.
    fn stars(text: &str) -> Vec<Option<usize>> {
        let lines = text.lines().skip(1).take(LINES);
        lines
            .map(|line| line.split_once('|').and_then(|(_, dots)| dots.find('*')))
            .collect()
    }

    #[test]
    fn a_falling_line_falls_from_corner_to_corner() {
        let text = plot(&[(1.0, 2.0), (100.0, 1.0)], false);
        assert!(
            text.is_ascii() && text.starts_with("loss\n2.000 |*"),
            "{text}"
        );
        let stars = stars(&text);
        assert_eq!(stars[0], Some(0), "{text}");
        assert!(stars.is_sorted(), "{text}");
        let last = text.lines().nth(LINES).unwrap();
        assert!(last.starts_with("1.000 |") && last.ends_with('*'), "{text}");
        assert_eq!(last.len(), "1.000 |".len() + COLUMNS);
        let axis = text.lines().last().unwrap();
        assert!(axis.trim_start().starts_with("1 ") && axis.ends_with(" 100"));
    }

    #[test]
    fn what_spans_much_is_logarithmic() {
        let text = plot(&[(1.0, 1.0), (2.0, 0.01), (3.0, 0.0001)], false);
        assert!(text.starts_with("loss, logarithmic\n"), "{text}");
        assert!(text.contains("0.010 |"), "{text}");
        // What is not above 0 has no logarithm.
        assert!(plot(&[(1.0, 100.0), (2.0, 0.0)], false).starts_with("loss\n"));
    }

    #[test]
    fn braille_has_the_same_size() {
        let text = plot(&[(1.0, 2.0), (2.0, 0.5)], true);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), LINES + 3);
        assert!(lines[1].starts_with("2.000 │\u{2809}"), "{text}");
        let widest = lines.iter().map(|line| line.chars().count()).max();
        assert_eq!(widest, Some("2.000 │".chars().count() + COLUMNS));
    }

    #[test]
    fn no_losses_do_harm() {
        assert_eq!(plot(&[], true), "");
        assert_eq!(plot(&[(1.0, f64::NAN)], true), "");
        for points in [
            vec![(1.0, 0.5)],
            vec![(1.0, 0.5), (2.0, 0.5)],
            vec![(1.0, f64::MAX), (2.0, f64::MIN)],
            vec![(1.0, f64::MAX), (2.0, f64::MIN_POSITIVE)],
            vec![(1.0, -1.0), (1.0, 3.0)],
        ] {
            assert_eq!(plot(&points, true).lines().count(), LINES + 3, "{points:?}");
        }
    }

    #[test]
    fn labels_have_four_digits() {
        for (loss, told) in [
            (0.0, "0.000"),
            (0.5, "0.500"),
            (12.345, "12.35"),
            (1234.5, "1234"),
            (1e-7, "1.00e-7"),
            (-2e9, "-2.00e9"),
        ] {
            assert_eq!(label(loss), told);
        }
    }
}
